public import Foundation

/// Markers of which nothing tells whether they were moved before.
public struct UnknownMoves: Hashable, Sendable {
    /// Such markers, by their sessions.
    public let markers: [UUID: [UUID]]
    /// The number of markers of the same sessions that were not moved: a part of a session may have been moved.
    public let unmoved: Int
    /// The files of jobs that have moved some of them by another motion.
    public let others: [String]

    init(_ markers: [UUID: [UUID]], unmoved: Int, others: [String] = []) {
        (self.markers, self.unmoved, self.others) = (markers, unmoved, others)
    }

    /// The number of all such markers.
    package var count: Int { markers.values.reduce(0) { $0 + $1.count } }
}
