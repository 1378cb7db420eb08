import Foundation
import Markers

extension JSONError {
    /// What was found, what was expected, and where; safe for a terminal.
    var text: String {
        let place = pointer.isEmpty ? "" : " at \(visible(pointer))"
        return "column \(column)\(place): \(code.rawValue), \(foundText), expected \(code.expected)"
    }

    private var foundText: String {
        switch found {
        case .end: "found nothing"
        case .byte(let byte):
            (0x20..<0x7f).contains(byte)
                ? "found \(quoted(String(UnicodeScalar(byte))))" : "found the byte \(byte)"
        case .value(let kind): "found a value of type \(kind.rawValue)"
        case .limit(let limit): "found more than \(limit)"
        case .status(let status): String(cString: strerror(status)).lowercased()
        }
    }
}

extension IdentifierMapError {
    /// The line it is about, where it is about one.
    var line: Int? {
        switch self {
        case .json(let error): error.line
        case .fieldCount(_, let line): line
        case .noIdentifier(_, _, _, let line): line
        case .repeated: nil
        }
    }

    /// What was found, what was expected, and the next thing to try; safe for a terminal.
    var text: String {
        switch self {
        case .json(let error): error.text
        case .fieldCount(let count, _):
            "\(counted(count, "field")), expected 2 (old,new); complete the row or leave it out"
        case .noIdentifier(let found, let side, let entry, _):
            "the \(side.rawValue) id of entry \(entry + 1) is \(quoted(found)), expected a UUID; correct it"
        case .repeated(let id, let side, let entry):
            "the \(side.rawValue) id \(id.wireText) of entry \(entry + 1) was named before, expected each id once; leave "
                + "one of them out"
        }
    }
}
