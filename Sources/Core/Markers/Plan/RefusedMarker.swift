public import QuadGeometry

/// A marker that is where it should be, to the precision of stored numbers.
public struct UnchangedMarker: Sendable {
    /// The index in what was planned, from 0.
    public let index: Int
    public let marker: Marker
    /// The greatest distance that a corner would move, in metres.
    public let displacement: Double
    public let findings: [QuadIssue]
}

/// A marker that cannot be moved and stays in the old frame; only a space's vector moves it nevertheless.
public struct RefusedMarker: Sendable {
    /// The index in what was planned, from 0.
    public let index: Int
    public let marker: Marker
    public let reason: Reason

    /// The reason why a marker cannot be moved.
    public enum Reason: Error, Hashable, Sendable {
        /// Some corner is not three finite numbers.
        case badCorner(JSONError)
        /// It is farther away than the limit, or no number.
        case outOfRange(QuadIssue)
        case outOfRangeAfter(QuadIssue)
        /// Without a version, a change by somebody else meanwhile would go unnoticed.
        case missingVersion
        /// The fit was straightened by time, and no usable time is known of it.
        case missingTime
        /// It could be moved, but only sound markers were asked for.
        case unsound(QuadIssue)

        /// The reason in a word that never changes meaning.
        public var code: String {
            switch self {
            case .badCorner: "BAD_CORNER"
            case .outOfRange(let issue): issue.code.rawValue
            case .outOfRangeAfter: "OUT_OF_RANGE_AFTER"
            case .missingVersion: "MISSING_VERSION"
            case .missingTime: FitCode.noTime.rawValue
            case .unsound(let issue): issue.code.rawValue
            }
        }
    }
}

/// A marker that the plan does not concern.
public struct LeftOutMarker: Sendable {
    /// The index in what was planned, from 0.
    public let index: Int
    public let marker: Marker
    public let reason: Reason

    /// The reason why a marker is left out.
    public enum Reason: Hashable, Sendable {
        case session(FrameMembership.Reason)
        /// The marker of this index has the same id.
        case listedTwice(Int)
        /// The motion has moved it before, and only those that were not moved are asked for.
        case movedBefore
        /// Nothing tells whether the motion has moved it before, and only those that were not moved are asked for.
        case movedPerhaps

        /// The reason in a word that never changes meaning.
        public var code: String {
            switch self {
            case .session(let reason): reason.code
            case .listedTwice: "LISTED_TWICE"
            case .movedBefore: "MOVED_BEFORE"
            case .movedPerhaps: "MOVED_PERHAPS"
            }
        }
    }
}
