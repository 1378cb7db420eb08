public import Foundation

/// Markers of which nothing tells whether they were moved before.
public struct UnknownMoves: Hashable, Sendable {
    /// The number of such markers in each session.
    public let sessions: [UUID: Int]
    /// The number of markers of the same sessions that were not moved: a part of a session may have been moved.
    public let unmoved: Int
    /// The files of jobs that have moved some of them by another motion.
    public let others: [String]

    init(sessions: [UUID: Int], unmoved: Int, others: [String] = []) {
        (self.sessions, self.unmoved, self.others) = (sessions, unmoved, others)
    }

    /// The number of all such markers.
    public var count: Int { sessions.values.reduce(0, +) }
}
