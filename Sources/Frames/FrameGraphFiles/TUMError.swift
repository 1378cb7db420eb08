/// The reason that a trajectory of TUM's form is refused, with its line from 1.
public struct TUMError: Error, Hashable, Sendable {
    /// The fault of the line.
    public enum Fault: Hashable, Sendable {
        /// Bytes that are no text.
        case binary
        /// A row of another number of words than eight.
        case wrongCount(found: Int)
        /// Text that is not a finite number.
        case badNumber(String)
        /// A time of more characters than a name is to have.
        case longStamp(limit: Int)
        /// A time that an earlier line has, too.
        case duplicateStamp(String, line: Int)
        case zeroQuaternion
        /// A quaternion whose length is not one to within a thousandth.
        case notUnit(length: Double)
        case outOfRange(metres: Double)
        case tooManyPoses(limit: Int)
        /// A line longer than any row.
        case longLine(limit: Int)
    }

    public let line: Int
    public let fault: Fault

    public var code: String {
        switch fault {
        case .binary: "BINARY"
        case .wrongCount: "WRONG_COUNT"
        case .badNumber: "BAD_NUMBER"
        case .longStamp: "LONG_STAMP"
        case .duplicateStamp: "DUPLICATE_STAMP"
        case .zeroQuaternion: "ZERO_QUATERNION"
        case .notUnit: "NOT_UNIT"
        case .outOfRange: "OUT_OF_RANGE"
        case .tooManyPoses: "TOO_MANY_VERTICES"
        case .longLine: "LONG_LINE"
        }
    }

    public var message: String { "line \(line): \(words)" }

    private var words: String {
        switch fault {
        case .binary: "these bytes are no text"
        case .wrongCount(let found): "the row has \(found) words, not 8"
        case .badNumber(let text): "\"\(text)\" is not a finite number"
        case .longStamp(let limit): "the time has more than \(limit) characters"
        case .duplicateStamp(let stamp, let line): "the time \(stamp) is that of line \(line), too"
        case .zeroQuaternion: "the quaternion is zero"
        case .notUnit(let length): "the quaternion has the length \(length)"
        case .outOfRange(let metres): "the pose is \(metres) m away"
        case .tooManyPoses(let limit): "there are more than \(limit) poses"
        case .longLine(let limit): "the line has more than \(limit) bytes"
        }
    }

    public var remedy: String {
        switch fault {
        case .binary: "give a text file"
        case .wrongCount: "write t x y z qx qy qz qw in each row, separated by blanks"
        case .badNumber: "write the number with a decimal point"
        case .longStamp: "write the time in seconds"
        case .duplicateStamp: "leave one of the two rows out"
        case .zeroQuaternion, .notUnit: "write a quaternion of length one, in the order x y z w"
        case .outOfRange: "count coordinates from a place nearby"
        case .tooManyPoses: "split the trajectory"
        case .longLine: "write one pose a line"
        }
    }
}
