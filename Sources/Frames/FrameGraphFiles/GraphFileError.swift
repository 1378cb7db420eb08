public import FrameGraph
public import QuadGeometry
public import StrictJSON

/// The reason that a document is refused as a graph, and its place.
public struct GraphFileError: Error, Hashable, Sendable {
    /// The kinds of defects of a member.
    public enum Reason: Hashable, Sendable {
        /// No JSON, or a member is missing or of another type.
        case json(JSONError)
        case wrongCount(found: Int, needed: Int)
        case duplicateFrame(String)
        /// An edge to a frame that the document does not name.
        case noFrame(String)
        case heldWithoutPose(String)
        /// Columns that are no rigid motion.
        case matrix(MatrixError)
        case outOfRange(metres: Double)
        case covariance(CovarianceError)
        case graph(PoseGraphError)
    }

    public let reason: Reason
    /// The member, as a JSON pointer (RFC 6901).
    public let pointer: String
    /// Counted from 1.
    public let line: Int
    /// In bytes, counted from 1.
    public let column: Int

    init(_ reason: Reason, at pointer: String, line: Int, column: Int) {
        (self.reason, self.pointer, self.line, self.column) = (reason, pointer, line, column)
    }

    init(_ error: JSONError) {
        self.init(.json(error), at: error.pointer, line: error.line, column: error.column)
    }

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch reason {
        case .json(let error): error.code.rawValue
        case .wrongCount: "WRONG_COUNT"
        case .duplicateFrame: "DUPLICATE_FRAME"
        case .noFrame: "NO_FRAME"
        case .heldWithoutPose: "HELD_WITHOUT_POSE"
        case .matrix: "NO_MOTION"
        case .outOfRange: "OUT_OF_RANGE"
        case .covariance(let error): error.code
        case .graph(let error): error.code
        }
    }

    /// The reason in words.
    public var message: String {
        switch reason {
        case .json(let error):
            error.pointer == "/schema" && error.code == .unknownWord
                ? "the document is no \(GraphDocument.schemaName)"
                : "\(error.code.rawValue), expected \(error.expected)"
        case .wrongCount(let found, let needed): "\(found) numbers, expected \(needed)"
        case .duplicateFrame(let name): "the frame \(name) is there twice"
        case .noFrame(let name): "no frame is named \(name)"
        case .heldWithoutPose(let name): "the frame \(name) is held, but has no pose"
        case .matrix(let error): GraphFileError.words(error)
        case .outOfRange(let metres): "the motion leads \(metres) m away"
        case .covariance(let error): error.message
        case .graph(let error): error.message
        }
    }

    /// The way out.
    public var remedy: String {
        switch reason {
        case .json: "compare with the schema that quadcal schema graph prints"
        case .wrongCount: "write 16 numbers of a matrix and 21 of a covariance"
        case .duplicateFrame: "leave one of the two out"
        case .noFrame: "name it among the frames"
        case .heldWithoutPose: "give its columns"
        case .matrix: "write a rotation and a shift, column by column"
        case .outOfRange: "count coordinates from a place nearby"
        case .covariance(let error): error.remedy
        case .graph(let error): error.remedy
        }
    }

    private static func words(_ error: MatrixError) -> String {
        switch error {
        case .wrongCount(let count): "\(count) numbers, expected 16"
        case .nonFinite(let index): "number \(index) is not finite"
        case .lastRow(let row, let looksTransposed):
            looksTransposed
                ? "the matrix is written row by row, expected column by column"
                : "the last row is \(row.x) \(row.y) \(row.z) \(row.w), expected 0 0 0 1"
        case .rotation(.nonFinite): "a number of the rotation is not finite"
        case .rotation(.mirrored(let determinant)):
            "the columns mirror: their determinant is \(determinant)"
        case .rotation(.notOrthonormal(let defect)):
            "the columns are off by \(defect) from length one and right angles"
        case .rotation(.zeroQuaternion): "the quaternion is zero"
        }
    }
}
