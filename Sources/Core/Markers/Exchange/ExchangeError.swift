public import StrictJSON

/// The reason why a file of another program is not the motion, or the poses, that it should be.
public struct ExchangeError: Error, Hashable, Sendable {
    /// Counted from 1; the first line if it is about the whole.
    public let line: Int
    public let fault: ExchangeFault
    /// The format that was expected.
    public let format: MotionFormat

    public init(_ fault: ExchangeFault, line: Int, format: MotionFormat) {
        (self.fault, self.line, self.format) = (fault, line, format)
    }
}

/// A thing that is wrong with a line of a file of another program.
public enum ExchangeFault: Error, Hashable, Sendable {
    /// No pose at all.
    case empty
    /// A line of too few or too many fields.
    case fieldCount(Int, expected: Int)
    case noNumber(String, field: String)
    case nonFinite(field: String)
    /// Beyond `Correspondences.largestCoordinate`, in metres.
    case outOfRange(field: String)
    /// The quaternion's length is off by more than ``Pose/largestLengthDefect``.
    case notUnit(length: Double)
    case matrix(MatrixReadError)
    /// Several poses where one motion was expected.
    case severalPoses(Int)
    /// The points of an image are not triples of x, y and the number of a point; its line was probably left out.
    case noPoints(Int)
    case notUTF8
    /// A pipeline step that is not a Helmert transformation.
    case notHelmert(String)
    /// A parameter of a pipeline, or a flag, that is not understood, so that it cannot be applied.
    case unknownParameter(String)
    case repeatedParameter(String)
    /// Something that cannot be left out.
    case missing(String)
    /// A parameter with a value that it cannot have.
    case badValue(String, of: String, expected: String)
    /// Rotations without a convention, which has two opposite meanings.
    case missingConvention
    /// A scale in parts per million, which a rigid motion does not have.
    case scaled(Double)
    /// Rotation angles and a quaternion at once.
    case twoRotations
    case json(JSONError)

    /// The reason in a word that never changes meaning.
    public var code: String {
        switch self {
        case .empty: "EMPTY"
        case .fieldCount: "FIELD_COUNT"
        case .noNumber: "NO_NUMBER"
        case .nonFinite: "NON_FINITE"
        case .outOfRange: "OUT_OF_RANGE"
        case .notUnit: "NOT_UNIT"
        case .matrix(let error): error.code
        case .severalPoses: "SEVERAL_POSES"
        case .noPoints: "NO_POINTS"
        case .notUTF8: "NOT_UTF8"
        case .notHelmert: "NOT_HELMERT"
        case .unknownParameter: "UNKNOWN_PARAMETER"
        case .repeatedParameter: "REPEATED_PARAMETER"
        case .missing: "MISSING"
        case .badValue: "BAD_VALUE"
        case .missingConvention: "MISSING_CONVENTION"
        case .scaled: "SCALED"
        case .twoRotations: "TWO_ROTATIONS"
        case .json(let error): error.code.rawValue
        }
    }
}
