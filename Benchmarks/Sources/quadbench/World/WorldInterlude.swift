import Foundation

/// The doings of somebody else while a process writes.
struct WorldInterlude: Sendable {
    /// The write before which they are done, counted from 1, or the next one of a marker after it.
    let write: Int
    let isAtMarker: Bool
    /// Whether that write has its effect before them, and its answer is lost.
    let losesAnswer: Bool
    /// They are told the marker that is written, if it is one.
    let act: @Sendable (UUID?) async -> Void
}
