public import StrictJSON

/// The reason that a message is refused, with a JSON pointer to where.
public enum MessageError: Error, Hashable, Sendable {
    /// Not JSON, or not of the documented members.
    case unreadable(JSONError)
    /// An object without all of its members; these are missing, and the object is at the pointer.
    case missingMembers(pointer: String, names: [String])
    /// A column of more or fewer than four numbers.
    case columnCount(pointer: String, found: Int)
    /// A number of the last row that is not 0 0 0 1.
    case lastRow(pointer: String, found: Double, expected: Double)
    /// Columns that lie in one plane, so that what is drawn would have no volume.
    case flatMatrix(pointer: String)
    case twoTransforms(pointer: String)
    /// An endpoint's name that is empty or too long.
    case badEndpoint(pointer: String, bytes: Int, limit: Int)
    /// A covariance that has not 21 numbers.
    case covarianceCount(pointer: String, found: Int)
    /// A place that the other frame, or single precision, has no number for.
    case outOfRange(pointer: String)

    /// A word whose meaning never changes.
    public var code: String {
        switch self {
        case .unreadable(let error): error.code.rawValue
        case .missingMembers: JSONError.Code.missingMember.rawValue
        case .columnCount: "COLUMN_COUNT"
        case .lastRow: "LAST_ROW"
        case .flatMatrix: "FLAT_MATRIX"
        case .twoTransforms: "TWO_TRANSFORMS"
        case .badEndpoint: "BAD_ENDPOINT"
        case .covarianceCount: "COVARIANCE_COUNT"
        case .outOfRange: "OUT_OF_RANGE"
        }
    }

    /// The place in the message, as a JSON pointer (RFC 6901); empty for the message as a whole. Of missing members the first one's.
    public var pointer: String {
        switch self {
        case .unreadable(let error): error.pointer
        case .missingMembers(let pointer, let names): pointer + (names.first.map { "/" + $0 } ?? "")
        case .columnCount(let pointer, _), .lastRow(let pointer, _, _), .flatMatrix(let pointer),
            .twoTransforms(let pointer), .badEndpoint(let pointer, _, _), .covarianceCount(let pointer, _),
            .outOfRange(let pointer):
            pointer
        }
    }

    /// The line and the column in bytes, both from 1, where they are known; else 1.
    public var line: Int {
        guard case .unreadable(let error) = self else { return 1 }
        return error.line
    }

    /// The column in bytes, from 1; see ``line``.
    public var column: Int {
        guard case .unreadable(let error) = self else { return 1 }
        return error.column
    }

    /// The reason in words, without the place.
    public var message: String {
        switch self {
        case .unreadable(let error): "expected \(error.code.expected)"
        case .missingMembers(_, let names): MessageError.missing(names)
        case .columnCount(_, let found): "a column has 4 numbers, this one \(found)"
        case .lastRow(_, let found, let expected):
            "the last row of a matrix is 0 0 0 1: \(found) stands where \(expected) belongs"
        case .flatMatrix: "the columns of the matrix lie in one plane"
        case .twoTransforms: "a message has an offset or a transform, not both"
        case .badEndpoint(_, let bytes, let limit):
            "the name of an endpoint has 1 to \(limit) bytes, this one \(bytes)"
        case .covarianceCount(_, let found):
            "a covariance has \(MessageExtension.covarianceCount) numbers, this one \(found)"
        case .outOfRange: "the place is beyond the numbers that can be written"
        }
    }

    private static func missing(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return "\(names.first ?? "a member") is missing" }
        return names.dropLast().joined(separator: ", ") + " and \(last) are missing"
    }
}
