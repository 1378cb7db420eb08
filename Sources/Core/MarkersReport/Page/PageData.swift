internal import Foundation
internal import Markers

/// The data in a page that is for programs.
package struct PageData {
    private let document: [UInt8]
    /// The command that prints the document, and the name of that in words.
    private let command, thing: String

    /// - Parameters:
    ///   - document: The document in JSON.
    ///   - command: The command that prints it with `--json`.
    ///   - thing: Its name in words, as in "fit".
    package init(_ document: [UInt8], command: String, thing: String) {
        (self.document, self.command, self.thing) = (document, command, thing)
    }

    /// A longer document is packed, so that the page can still be sent.
    private static let longest = 200_000

    package func write(to page: inout PageText) {
        let isPacked = document.count > PageData.longest
        page.raw("<section id=\"data\">")
        page.element("h2", "Data")
        page.raw(
            "<p>This page is also its data file: the element with the id quadcal-\(command) holds the whole \(thing) as JSON, "
        )
        page.raw("as quadcal \(command) --json prints it")
        if isPacked {
            page.raw(", packed since it is long: <code>base64 -d | gzip -d</code> makes JSON of it again")
        }
        page.raw(
            ".</p>\n<p><button type=\"button\" id=\"save-data\" hidden>Save the data as \(command).json</button></p>"
        )
        let kind = isPacked ? "application/gzip" : "application/json"
        page.raw("<script type=\"\(kind)\" id=\"quadcal-\(command)\">")
        page.raw(
            isPacked
                ? Data(PackedBytes.gzip(document)).base64EncodedString() : PageData.safe(document))
        page.raw("</script></section>\n")
    }

    /// JSON of the same meaning without anything that ends an element or is invisible: such characters are
    /// only in its strings, where they may be written as numbers.
    static func safe(_ document: [UInt8]) -> String {
        var result = ""
        for scalar in String(decoding: document, as: UTF8.self).unicodeScalars {
            let isSeen = scalar.isASCII ? !["<", ">", "&"].contains(scalar) : !isHidden(scalar)
            if isSeen {
                result.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return result
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        visibleText(String(scalar), atMost: 1) != String(scalar)
    }
}
