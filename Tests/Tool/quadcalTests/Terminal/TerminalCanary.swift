import Foundation
import Markers
import StrictJSON

@testable import ToolTerminal

/// Text that a terminal acts on, or that could pass for lines of the tool itself.
enum TerminalCanary {
    static let text =
        "x\u{1B}]0;t\u{7}\u{1B}[2J\u{7F}\u{85}\u{9B}31m\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\r\nFORGED"

    /// The first line of an output that is not safe to show; nil if all are.
    static func slip(in output: String) -> String? {
        output.split(separator: "\n", omittingEmptySubsequences: true).map(String.init).first { line in
            line.hasPrefix("FORGED") || line.unicodeScalars.contains(where: isActive)
        }
    }

    private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }
}

/// The places of texts in a JSON document, where those of all elements of an array are one.
enum TextPlaces {
    /// The places of all strings, and behind each object's own place a plus sign for one more name.
    static func all(in value: JSONValue, _ path: String = "") -> [String] {
        var places: [String] = []
        switch value.kind {
        case .string: places = [path]
        case .object:
            places = [path + "/+"] + value.members.flatMap { all(in: $0.value, "\(path)/\($0.name)") }
        case .array: places = value.elements.flatMap { all(in: $0, path + "/*") }
        default: break
        }
        var seen: Set<String> = []
        return places.filter { seen.insert($0).inserted }
    }

    /// The document with another text at a place.
    static func replacing(_ place: String, in value: JSONValue, by text: String, _ path: String = "")
        -> String
    {
        switch value.kind {
        case .string where place == path: return quoted(text)
        case .object:
            var members = value.members.map {
                "\(quoted($0.name)):\(replacing(place, in: $0.value, by: text, "\(path)/\($0.name)"))"
            }
            if place == path + "/+" { members.append("\(quoted(text)):\(quoted(text))") }
            return "{" + members.joined(separator: ",") + "}"
        case .array:
            return "["
                + value.elements.map { replacing(place, in: $0, by: text, path + "/*") }.joined(
                    separator: ",")
                + "]"
        default: return String(decoding: value.text, as: UTF8.self)
        }
    }

    static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.value(text)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
