import Markers
import RigidCalibration

extension JSONError {
    /// The message: what was found, what was expected, and where; safe for a terminal.
    var text: String { message(to: .terminal) }

    /// The message: what was found, and what was expected.
    var sentence: String { sentence(to: .terminal) }
}

/// The message and the remedy in one.
func joined(_ parts: (message: String, remedy: String?)) -> String {
    parts.message + (parts.remedy.map { ($0.first?.isUppercase == true ? ". " : "; ") + $0 } ?? "")
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

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    var text: String { joined(explained(to: .terminal)) }
}

extension MatrixReadError {
    /// The line it is about, where it is about one.
    var line: Int? {
        switch self {
        case .json(let error), .noMatrix(let error): error.line
        case .noNumber(_, let line, _): line
        default: nil
        }
    }

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    var text: String { joined(explained(to: .terminal)) }
}
