/// The reason that a g2o file, or a trajectory of TUM's form, is refused, with its line from 1.
public struct PoseTextError: Error, Hashable, Sendable {
    /// The form that the file was read as.
    public enum Form: Hashable, Sendable {
        case g2o, tum
    }

    /// The fault of the line.
    public enum Fault: Hashable, Sendable {
        /// Bytes that are no text.
        case binary
        /// A record of another kind, such as those of planes.
        case unknownRecord(String)
        case wrongCount(record: String, found: Int, needed: Int)
        /// A row of a trajectory of another number of words than eight.
        case wrongRow(found: Int)
        /// Text that is not a finite number.
        case badNumber(String)
        /// An id that is not a whole number up to 2³¹ - 1.
        case badID(String)
        /// A time of more characters than a name is to have.
        case longStamp(limit: Int)
        /// A time that an earlier line has, too.
        case duplicateStamp(String, line: Int)
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
        case tooManyPoses(limit: Int)
        /// A line longer than any record.
        case longLine(limit: Int)
    }

    public let line: Int
    public let fault: Fault
    public let form: Form

    /// A word whose meaning never changes.
    public var code: String { said.code }

    /// The reason in words, with its line.
    public var message: String { "line \(line): \(said.words)" }

    /// The next thing to try, if there is one.
    public var remedy: String { said.remedy }

    private var said: (code: String, words: String, remedy: String) {
        let isGraph = form == .g2o
        let unit = "write a quaternion of length one, in the order x y z w"
        let all = "state the information of all six directions"
        let again = "write the line again, as the program that made it does"
        return switch fault {
        case .binary: ("BINARY", "these bytes are no text", "give a text file")
        case .unknownRecord(let name):
            (
                "UNKNOWN_RECORD", "\(name) is no record of a graph of poses in space",
                "keep VERTEX_SE3:QUAT, EDGE_SE3:QUAT and FIX"
            )
        case .wrongCount(let record, let found, let needed):
            ("WRONG_COUNT", "\(record) has \(found) numbers, not \(needed)", again)
        case .wrongRow(let found):
            (
                "WRONG_COUNT", "the row has \(found) words, not 8",
                "write t x y z qx qy qz qw in each row, separated by blanks"
            )
        case .badNumber(let text):
            (
                "BAD_NUMBER", "\"\(text)\" is not a finite number",
                isGraph ? again : "write the number with a decimal point"
            )
        case .badID(let text):
            (
                "BAD_ID", "\"\(text)\" is not a whole number up to \(G2OLimit.largestID)",
                "number the vertices from 0"
            )
        case .longStamp(let limit):
            ("LONG_STAMP", "the time has more than \(limit) characters", "write the time in seconds")
        case .duplicateStamp(let stamp, let line):
            (
                "DUPLICATE_STAMP", "the time \(stamp) is that of line \(line), too",
                "leave one of the two rows out"
            )
        case .duplicateVertex(let id):
            ("DUPLICATE_VERTEX", "vertex \(id) is there twice", "leave one of the two out")
        case .noVertex(let id): ("NO_VERTEX", "no vertex has the id \(id)", "add the vertex")
        case .selfEdge(let id): ("SELF_EDGE", "the edge joins vertex \(id) with itself", "leave the edge out")
        case .zeroQuaternion: ("ZERO_QUATERNION", "the quaternion is zero", unit)
        case .notUnit(let length): ("NOT_UNIT", "the quaternion has the length \(length)", unit)
        case .notPositiveDefinite:
            ("NOT_POSITIVE_DEFINITE", "the information leaves a direction free", all)
        case .noInformation: ("NO_COVARIANCE", "the information is zero", all)
        case .outOfRange(let metres):
            (
                "OUT_OF_RANGE", (isGraph ? "the motion leads" : "the pose is") + " \(metres) m away",
                "count coordinates from a place nearby"
            )
        case .tooManyEdges(let limit):
            ("TOO_MANY_EDGES", "there are more than \(limit) edges", "split the graph")
        case .tooManyVertices(let limit):
            ("TOO_MANY_VERTICES", "there are more than \(limit) vertices and held ones", "split the graph")
        case .tooManyPoses(let limit):
            ("TOO_MANY_VERTICES", "there are more than \(limit) poses", "split the trajectory")
        case .longLine(let limit):
            (
                "LONG_LINE", "the line has more than \(limit) bytes",
                "write one \(isGraph ? "record" : "pose") a line"
            )
        }
    }
}

/// The limits of a g2o file, which its messages repeat.
enum G2OLimit {
    /// The largest whole number of 32 bits, in which other programs keep ids.
    static let largestID = 2_147_483_647
    /// In bytes; 31 words of 25 characters are fewer.
    static let longestLine = 4096
    /// The farthest that a quaternion's length may be from one.
    static let quaternionLength = 1e-3
}
