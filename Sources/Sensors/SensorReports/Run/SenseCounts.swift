/// The numbers of what a run was made of.
package struct SenseCounts: Hashable, Sendable {
    /// Replies, and those of them with a camera frame.
    package var replies = 0, framed = 0
    /// Replies of which nothing is kept.
    package var refused = 0
    /// Objects, and those of them that have a place.
    package var objects = 0, detections = 0
}
