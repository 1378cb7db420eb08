/// The reason that a g2o file is refused, with its line from 1.
public struct G2OError: Error, Hashable, Sendable {
    /// The fault of the line.
    public enum Fault: Hashable, Sendable {
        /// Bytes that are no text.
        case binary
        /// A record of another kind, such as those of planes.
        case unknownRecord(String)
        case wrongCount(record: String, found: Int, needed: Int)
        /// Text that is not a finite number.
        case badNumber(String)
        /// An id that is not a whole number up to 2³¹ - 1.
        case badID(String)
        case duplicateVertex(Int)
        /// An edge or a held frame without its vertex.
        case noVertex(Int)
        case selfEdge(Int)
        case zeroQuaternion
        /// A quaternion whose length is not one to within a thousandth.
        case notUnit(length: Double)
        /// Information that leaves some direction free; of zeros, nothing is known.
        case notPositiveDefinite
        case noInformation
        case outOfRange(metres: Double)
        case tooManyEdges(limit: Int)
        case tooManyVertices(limit: Int)
        /// A line longer than any record.
        case longLine(limit: Int)
    }

    public let line: Int
    public let fault: Fault

    public var code: String {
        switch fault {
        case .binary: "BINARY"
        case .unknownRecord: "UNKNOWN_RECORD"
        case .wrongCount: "WRONG_COUNT"
        case .badNumber: "BAD_NUMBER"
        case .badID: "BAD_ID"
        case .duplicateVertex: "DUPLICATE_VERTEX"
        case .noVertex: "NO_VERTEX"
        case .selfEdge: "SELF_EDGE"
        case .zeroQuaternion: "ZERO_QUATERNION"
        case .notUnit: "NOT_UNIT"
        case .notPositiveDefinite: "NOT_POSITIVE_DEFINITE"
        case .noInformation: "NO_COVARIANCE"
        case .outOfRange: "OUT_OF_RANGE"
        case .tooManyEdges: "TOO_MANY_EDGES"
        case .tooManyVertices: "TOO_MANY_VERTICES"
        case .longLine: "LONG_LINE"
        }
    }

    public var message: String { "line \(line): \(words)" }

    private var words: String {
        switch fault {
        case .binary: "these bytes are no text"
        case .unknownRecord(let name): "\(name) is no record of a graph of poses in space"
        case .wrongCount(let record, let found, let needed): "\(record) has \(found) numbers, not \(needed)"
        case .badNumber(let text): "\"\(text)\" is not a finite number"
        case .badID(let text): "\"\(text)\" is not a whole number up to \(G2OLimit.largestID)"
        case .duplicateVertex(let id): "vertex \(id) is there twice"
        case .noVertex(let id): "no vertex has the id \(id)"
        case .selfEdge(let id): "the edge joins vertex \(id) with itself"
        case .zeroQuaternion: "the quaternion is zero"
        case .notUnit(let length): "the quaternion has the length \(length)"
        case .notPositiveDefinite: "the information leaves a direction free"
        case .noInformation: "the information is zero"
        case .outOfRange(let metres): "the motion leads \(metres) m away"
        case .tooManyEdges(let limit): "there are more than \(limit) edges"
        case .tooManyVertices(let limit): "there are more than \(limit) vertices and held ones"
        case .longLine(let limit): "the line has more than \(limit) bytes"
        }
    }

    public var remedy: String {
        switch fault {
        case .binary: "give a text file"
        case .unknownRecord: "keep VERTEX_SE3:QUAT, EDGE_SE3:QUAT and FIX"
        case .wrongCount, .badNumber: "write the line again, as the program that made it does"
        case .badID: "number the vertices from 0"
        case .duplicateVertex: "leave one of the two out"
        case .noVertex: "add the vertex"
        case .selfEdge: "leave the edge out"
        case .zeroQuaternion, .notUnit: "write a quaternion of length one, in the order x y z w"
        case .notPositiveDefinite, .noInformation: "state the information of all six directions"
        case .outOfRange: "count coordinates from a place nearby"
        case .tooManyEdges, .tooManyVertices: "split the graph"
        case .longLine: "write one record a line"
        }
    }
}
