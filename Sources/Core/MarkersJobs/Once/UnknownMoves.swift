public import Foundation

/// Markers of which nothing tells whether they were moved before.
public struct UnknownMoves: Hashable, Sendable {
    /// The number of such markers in each session.
    public let sessions: [UUID: Int]
    /// The number of markers of the same sessions that were not moved: a part of a session may have been moved.
    public let unmoved: Int

    init(sessions: [UUID: Int], unmoved: Int) { (self.sessions, self.unmoved) = (sessions, unmoved) }

    /// The number of all such markers.
    public var count: Int { sessions.values.reduce(0, +) }
}
