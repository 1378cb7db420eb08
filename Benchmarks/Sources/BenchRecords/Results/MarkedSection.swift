import Foundation

/// The part of a document that a command writes, between two comments.
package enum MarkedSection {
    /// The document with the named section replaced; `nil` where it has no such section.
    package static func replace(_ name: String, in document: String, with text: String) -> String? {
        let begin = "<!-- \(name): written by quadbench results -->\n", end = "<!-- end of \(name) -->"
        guard let start = document.range(of: begin),
            let stop = document.range(of: end, range: start.upperBound..<document.endIndex)
        else { return nil }
        return document[..<start.upperBound] + text + document[stop.lowerBound...]
    }
}
