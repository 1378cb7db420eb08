internal import Markers
internal import MarkersJobs

/// A push of a queued edit, which can say why the edit waits for a decision.
protocol QueuePush: Push {
    /// The state that a marker shows; `nil` where it cannot be judged.
    static func image(of marker: Marker) -> Image?
    func request(for write: Write) throws(JSONError) -> EditRequest
    /// The reason why somebody else's change makes the edit wait.
    func reason(for conflict: PushConflict, at image: Image) -> ParkReason
}

/// A request about one marker.
enum EditRequest: Sendable {
    case update([UInt8])
    case removal
}

extension QueuePush where Image == MarkerFields, Write == EditWrite {
    static func image(of marker: Marker) -> MarkerFields? { MarkerFields(marker) }

    func request(for write: EditWrite) -> EditRequest {
        switch write {
        case .update(_, let body): .update(body)
        case .removal: .removal
        }
    }
}
