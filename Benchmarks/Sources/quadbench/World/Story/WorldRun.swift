import Foundation
import MarkersClient

/// A run of the client, and what it said.
struct WorldRun {
    let action: WorldAction
    let sessions: Set<UUID>
    /// The frame that the motion of its job leads to.
    let frame: Int
    let person: Int
    /// The file of its job; `nil` where none was made.
    let job: String?
    let code: String
    /// The markers before it.
    let before: [UUID: WorldSpace.Seen]
    let vector: SIMD3<Double>?
    let counts: [JobState.Word: Int]
    /// Whether it said that the space is not as planned.
    let saysMore: Bool
    /// Whether nobody and nothing else did anything meanwhile; if somebody did, what that was.
    let isCalm: Bool
    let edit: WorldEdit?
    let hasTrouble: Bool
    /// The requests that it made, as the server answered them.
    let firstRequest: Int
}
