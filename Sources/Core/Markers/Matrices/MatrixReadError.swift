/// The reason why a document is not a rigid transform. Entries count from 0 in written order, lines from 1.
public enum MatrixReadError: Error, Hashable, Sendable {
    case json(JSONError)
    /// Valid JSON, but not an array of numbers.
    case noMatrix(JSONError)
    case noNumber(String, line: Int, entry: Int)
    /// Not 16 numbers; 17 if there are more than 16.
    case wrongCount(Int)
    case nonFinite(entry: Int)
    /// Beyond `Correspondences.largestCoordinate`, in metres.
    case outOfRange(entry: Int)
    /// The last row is not 0 0 0 1; if the last column is, the other layout was probably meant.
    case lastRow(SIMD4<Double>, looksTransposed: Bool)
    /// Nothing moves, so that rows and columns look alike: read the other way, the turn would be the inverse.
    case ambiguousLayout
    /// The document itself states this layout, and another was requested.
    case contradictingLayouts(MatrixLayout)
    case mirrored(determinant: Double)
    /// The largest entry of |RᵀR - 1| is above ``RigidMatrix/largestDefect``.
    case notOrthonormal(defect: Double)

    /// The reason in a word that never changes meaning.
    public var code: String {
        switch self {
        case .json(let error): error.code.rawValue
        case .noMatrix: "NO_MATRIX"
        case .noNumber: "NO_NUMBER"
        case .wrongCount: "WRONG_COUNT"
        case .nonFinite: "NON_FINITE"
        case .outOfRange: "OUT_OF_RANGE"
        case .lastRow: "LAST_ROW"
        case .ambiguousLayout: "AMBIGUOUS_LAYOUT"
        case .contradictingLayouts: "CONTRADICTING_LAYOUTS"
        case .mirrored: "MIRRORED"
        case .notOrthonormal: "NOT_ORTHONORMAL"
        }
    }

    /// The line it is about, where it is about one.
    package var line: Int? {
        switch self {
        case .json(let error), .noMatrix(let error): error.line
        case .noNumber(_, let line, _): line
        default: nil
        }
    }
}
