/// An earlier job of the same space that has moved markers, judged by where the markers are now.
///
/// A marker has no history that a second run could read. What an earlier run did is known from its job's file alone: the
/// places before and after, compared with the present one.
public struct EarlierJob: Hashable, Sendable {
    /// The file of the job.
    public let path: String
    /// The date of its creation, as it says.
    public let created: String
    /// The number of its markers that are where it moved them.
    public let moved: Int
    /// The number of its markers that are still where they were before.
    public let unmoved: Int
    /// Whether it has moved them as the new plan would.
    public let isSameMotion: Bool

    /// Whether it moved a part of the space and was neither completed nor undone.
    public var isPartial: Bool { moved > 0 && unmoved > 0 }

    /// Motions are the same recalibration if they differ by less than this share of the way: a second fit of the same scans
    /// never has the same bits.
    static let likeness = 0.25
}
