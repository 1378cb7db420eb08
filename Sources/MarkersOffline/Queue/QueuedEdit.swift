public import Foundation

/// An edit that waits for the server, or what became of it.
public struct QueuedEdit: Hashable, Sendable {
    /// The kind of an edit.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case create, update, delete
    }

    /// The state of an edit. Words never change meaning.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Not sent yet.
        case waiting
        /// It was sent, and may have its effect.
        case sent
        /// The server has it.
        case done
        /// It waits for a decision, for a reason.
        case parked
        /// It was withdrawn.
        case dropped
    }

    public let id: UUID
    public let kind: Kind
    /// The work session of its marker.
    public let session: UUID
    /// The marker; of a creation that is not done, the id of the edit.
    public let target: UUID
    /// The state that it has reached.
    public internal(set) var state: State
    /// The reason why it is parked.
    public internal(set) var reason: ParkReason?
    /// The last failure as a word whose meaning never changes.
    public internal(set) var code: String?
    /// The number of times that it was sent in vain.
    public internal(set) var attempts: Int
    /// The marker as it was when it was edited, and what is wanted, as JSON; the first is empty of a creation.
    public let base, wanted: [UInt8]
    /// The marker as it was found when the edit was parked, byte for byte.
    public internal(set) var theirs: [UInt8]?
}
