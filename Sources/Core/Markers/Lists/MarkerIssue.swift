public import QuadGeometry
@_exported public import StrictJSON

/// One error of a marker as a record, apart from the shape of its quad.
public struct MarkerIssue: Hashable, Sendable {
    /// The kind of error. Codes are words and never change meaning.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case notAMarker = "NOT_A_MARKER"
        /// A line that is not valid JSON, in a file of one marker per line.
        case brokenLine = "BROKEN_LINE"
        /// A list without any value, of which nothing can be checked.
        case noMarkers = "NO_MARKERS"
        case badMember = "BAD_MEMBER"
        /// A corner that is not three finite numbers; a row of a table has the same word for it.
        case wrongShape = "WRONG_SHAPE"
        case missingVersion = "MISSING_VERSION"
        case duplicateID = "DUPLICATE_ID"
        case noCalibratedData = "NO_CALIBRATED_DATA"
        case badCalibratedData = "BAD_CALIBRATED_DATA"
        case calibratedCenter = "CALIBRATED_CENTER"
        case calibratedShape = "CALIBRATED_SHAPE"
        /// Calibrated corners that do not follow from the raw ones and the space's vector.
        case staleCalibrated = "STALE_CALIBRATED"
        /// Calibrated corners that follow from the vector with the other sign.
        case vectorSign = "VECTOR_SIGN"
        /// Calibrated corners that differ from the raw ones in a space without a vector.
        case noVector = "NO_VECTOR"

        /// The severity of the code.
        public var severity: Severity {
            switch self {
            case .missingVersion, .calibratedCenter, .calibratedShape, .noVector: .warning
            default: .error
            }
        }
    }

    public let code: Code
    /// The index of its marker in ``MarkerDocument/entries``; -1 if it is about all of them.
    public let entry: Int
    /// The value it is about, as a JSON pointer from the root of the document.
    public let pointer: String
    /// The line of that value, from 1.
    public let line: Int
    /// The reason why the value could not be used, and the value found; `nil` if ``value`` says it.
    public var cause: (code: JSONError.Code, found: JSONError.Found)? {
        causeCode.flatMap { code in found.map { (code, $0) } }
    }
    /// The measured length and the limit it was compared with, in metres.
    public var value: Double?
    public var limit: Double?
    /// The earlier entry that has its id.
    public var other: Int?

    private let causeCode: JSONError.Code?
    private let found: JSONError.Found?

    init(_ code: Code, entry: Int, pointer: String, line: Int, cause: JSONError? = nil) {
        (self.code, self.entry, self.pointer, self.line) = (code, entry, pointer, line)
        (causeCode, found) = (cause?.code, cause?.found)
    }
}

/// Re-exports the reader and writer of JSON, which was once a part of this module.
/// The place of a marker in the list that it was read from.
public typealias MarkerPlace = JSONListPlace
