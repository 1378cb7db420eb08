import Markers
import RigidCalibration
import ToolTerminal

extension JSONError {
    /// The message: what was found, what was expected, and where; safe for a terminal.
    package var text: String { message(to: .terminal) }

    /// The message: what was found, and what was expected.
    package var sentence: String { sentence(to: .terminal) }
}

extension IdentifierMapError {
    /// The line it is about, where it is about one.
    package var line: Int? {
        switch self {
        case .json(let error): error.line
        case .fieldCount(_, let line): line
        case .noIdentifier(_, _, _, let line): line
        case .repeated: nil
        }
    }

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String { joined(explained(to: .terminal)) }
}

extension MatrixReadError {
    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    ///
    /// - Parameter formatIsStated: whether it was said that the file is a matrix, and nothing else.
    package func text(formatIsStated: Bool) -> String {
        let (message, remedy) = explained(to: .terminal)
        switch self {
        case .wrongCount, .noNumber, .noMatrix:
            let other = formatIsStated ? nil : "name its format with --matrices-as"
            let ways = [remedy, other].compactMap { $0 }.joined(separator: ", or ")
            return joined((message, ways.isEmpty ? nil : ways))
        default: return joined((message, remedy))
        }
    }
}

extension ExchangeError {
    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String { joined(explained(to: .terminal)) }
}

extension TrajectoryPairsError {
    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String { joined(explained(to: .terminal)) }
}
