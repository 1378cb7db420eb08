import Foundation

/// A job as the judge knows it, by what became of the markers.
struct WorldDeed {
    let person: Int
    let sessions: Set<UUID>
    /// The frame that its motion leads to.
    let frame: Int
    /// The markers that were to move, and those that it has moved.
    var due: Set<UUID> = [], moved: Set<UUID> = []
    /// Whether it said that it was complete, and since then that all was put back.
    var isComplete = false, isUndone = false
    /// Whether it has marked its sessions, on a server that keeps what they are marked with.
    let isMarked: Bool
    /// Whether the records of its person's account have it.
    var isRecorded: Bool
}
