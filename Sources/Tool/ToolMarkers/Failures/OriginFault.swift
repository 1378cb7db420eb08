package import Markers
import ToolTerminal

/// The reason why points of a file are no origin and direction.
package enum OriginFault {
    case pointCount(Int)
    case otherName(found: String, expected: String)
    case frame(TwoPointError)

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String {
        switch self {
        case .pointCount(let count):
            "\(counted(count, "point")), expected two: the origin, then a point in the direction of +Z"
        case .otherName(let found, let expected):
            "the point is \(quoted(found)) where the other file has \(quoted(expected)); use the same names and "
                + "order in both files"
        case .frame(let error): error.explanation
        }
    }
}
