internal import Foundation
internal import Markers
internal import MarkersEndpoint
internal import MarkersJobs

/// Sends the requests of one marker's edits and reads the answers.
struct EditSender: Sendable {
    private let api: MarkersAPI
    private let traffic: Traffic
    private let limits: ItemLimits

    init(_ api: MarkersAPI, _ traffic: Traffic, _ limits: ItemLimits) {
        (self.api, self.traffic, self.limits) = (api, traffic, limits)
    }

    enum Fate: Sendable {
        case done
        case gone
        /// It waits for a decision, with the last word of the server on it.
        case parked(ParkReason, code: String?)
        /// Nothing is known against it; if it may have its effect, only reading shows.
        case open(mayBeWritten: Bool)
    }

    struct Result: Sendable {
        let fate: Fate
        /// The marker as it was last seen, byte for byte.
        let text: [UInt8]?
        let failure: RequestFailure?
    }

    /// Sends a push until it ends; `text` is the marker as it was just seen, if it was.
    func send<P: QueuePush>(_ push: P, of marker: UUID, from text: [UInt8]?) async -> Result {
        var latest = text, failure: RequestFailure?
        let fresh = text.flatMap { try? Marker($0) }.flatMap { P.image(of: $0) }
        let outcome = await traffic.outcome(of: PacedPush(push, limits), from: fresh) { request in
            let outcome = await self.outcome(of: request, push, marker)
            failure = outcome.failure ?? failure
            let answer = PushAnswer<P.Image>(outcome) { body in
                guard let found = try? Marker(body), found.id == marker, let image = P.image(of: found) else {
                    return nil
                }
                latest = found.text
                return image
            }
            return (answer, outcome.failure)
        }
        return Result(fate: EditSender.fate(outcome, push), text: latest, failure: failure)
    }

    private func outcome<P: QueuePush>(
        of request: PushRequest<P.Write>, _ push: P, _ marker: UUID
    ) async -> RequestOutcome {
        guard case .write(let write) = request else { return await api.readMarker(marker) }
        do throws(JSONError) {
            switch try push.request(for: write) {
            case .update(let body): return await api.updateMarker(marker, body)
            case .removal: return await api.removeMarker(marker)
            }
        } catch {
            return .unwritable(error.code.rawValue)
        }
    }

    private static func fate<P: QueuePush>(_ outcome: PushOutcome<P.Image>, _ push: P) -> Fate {
        switch outcome {
        case .done: .done
        case .gone: .gone
        case .conflict(let conflict, let image):
            .parked(push.reason(for: conflict, at: image), code: nil)
        case .unfinished(.refused(let failure), _) where !failure.isUnauthorized:
            .parked(.refused, code: failure.code)
        case .unfinished(.givenUp, let mayBeWritten), .unfinished(.refused, let mayBeWritten):
            .open(mayBeWritten: mayBeWritten)
        case .unfinished(let problem, _): .parked(.notAsWritten, code: problem.code)
        }
    }
}
