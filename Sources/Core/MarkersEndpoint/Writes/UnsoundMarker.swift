public import QuadGeometry

/// A marker that was not sent, or would not be alone, and everything that is wrong with it.
public struct UnsoundMarker: Hashable, Sendable {
    /// Its place among the markers that were to be sent, from 0.
    public let index: Int
    public let label: String?
    public let issues: [QuadIssue]
}
