public import Foundation
public import MarkersEndpoint

/// The fate of the edits of a flush.
public struct FlushReport: Sendable {
    /// The edits that the server has now.
    public internal(set) var done: [UUID] = []
    /// The edits that wait for a decision, each with its reason.
    public internal(set) var parked: [UUID: ParkReason] = [:]
    /// The edits that were withdrawn because a newer fit takes their place.
    public internal(set) var superseded: [UUID] = []
    /// The edits that are still waiting.
    public internal(set) var waiting: [UUID] = []
    /// The sessions whose markers were changed.
    public internal(set) var sessions: Set<UUID> = []
    /// The sessions of which too little was kept to tell whether they were recalibrated while markers of them waited.
    public internal(set) var uncompared: Set<UUID> = []
    /// The reason why it stopped before the end; `nil` if it did not.
    public internal(set) var failure: APIError?
    /// The reason why its progress could not be kept; what was sent is found out again by the next flush.
    public internal(set) var storeFailure: StoreError?
}
