internal import Foundation
internal import Markers
internal import MarkersClient

/// Sends the requests of one marker's edits and reads the answers.
struct EditSender: Sendable {
    private let api: MarkersAPI
    private let traffic: Traffic
    private let limits: ItemLimits

    init(_ api: MarkersAPI, _ traffic: Traffic, _ limits: ItemLimits) {
        (self.api, self.traffic, self.limits) = (api, traffic, limits)
    }

    /// The fate of an edit.
    struct Result: Sendable {
        let outcome: PushOutcome<MarkerFields>
        /// The reason for a conflict.
        let reason: ParkReason?
        /// The marker as it was last seen, byte for byte.
        let text: [UInt8]?
        /// The last failure of a request.
        let failure: RequestFailure?
    }

    func send(_ push: some QueuePush, of marker: UUID, from fresh: MarkerFields?) async -> Result {
        var text: [UInt8]?, failure: RequestFailure?
        let outcome = await traffic.outcome(of: PacedPush(push, limits), from: fresh) { request in
            let outcome: RequestOutcome =
                switch request {
                case .read: await api.readMarker(marker)
                case .write(.update(_, let body)): await api.updateMarker(marker, body)
                case .write(.removal): await api.removeMarker(marker)
                }
            failure = outcome.failure ?? failure
            let answer = PushAnswer<MarkerFields>(outcome) { body in
                guard let found = try? Marker(body), found.id == marker else { return nil }
                text = found.text
                return MarkerFields(found)
            }
            return (answer, outcome.failure)
        }
        var reason: ParkReason?
        if case .conflict(_, let fields) = outcome { reason = push.reason(at: fields) }
        return Result(outcome: outcome, reason: reason, text: text, failure: failure)
    }
}
