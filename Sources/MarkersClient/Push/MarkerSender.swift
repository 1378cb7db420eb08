internal import Markers
internal import QuadGeometry

/// Sends what a push of one marker asks for, and reads the answers.
struct MarkerSender: Sendable {
    private let api: MarkersAPI
    private let item: JobItem
    private let rule: UpdateRule

    init(_ api: MarkersAPI, _ item: JobItem, _ rule: UpdateRule) {
        (self.api, self.item, self.rule) = (api, item, rule)
    }

    /// Carries a push out to its end, or until the run is stopped; with the marker as it was seen last.
    func carryOut(
        _ push: MarkerPush, _ fresh: MarkerImage, _ traffic: Traffic, _ limits: ItemLimits
    ) async -> (PushOutcome<MarkerImage>, Marker?) {
        var latest: Marker?
        let outcome = await MarkerSender.carryOut(PacedPush(push, limits), fresh, api.clock, traffic) {
            request in
            let outcome =
                switch request {
                case .read: await api.readMarker(item.before.id)
                case .write(let write): await send(write)
                }
            let answer = PushAnswer<MarkerImage>(outcome) { body in
                guard let marker = try? Marker(body), marker.id == item.before.id,
                    let image = try? MarkerImage(marker)
                else { return nil }
                latest = marker
                return image
            }
            return (answer, outcome.failure)
        }
        return (outcome, latest)
    }

    private func send(_ write: MarkerWrite) async -> RequestOutcome {
        guard rule.direction == .apply else { return await sendBack(write) }
        let body: [UInt8]
        do throws(JSONError) { body = try MarkerBody.applying(write, rule.mode) } catch {
            return .notApplied(
                RequestFailure(
                    .transport(TransportError(.invalidRequest, mayHaveArrived: false, error.code.rawValue))))
        }
        return await api.updateMarker(item.before.id, body)
    }

    /// Sends back what was there before: corners with the calibrated data that belonged to them, since a server that makes its
    /// own may write it in another way; alone where it will not be told.
    private func sendBack(_ write: MarkerWrite) async -> RequestOutcome {
        let corners: [MarkerField] = rule.mode == .raw ? [.p1, .p2, .p3, .p4] : []
        func send(_ fields: [MarkerField]) async -> RequestOutcome {
            let instead = rule.mode == .calibrated ? write.value : nil
            let body = MarkerBody.undoing(write, fields, of: item.before, instead: instead)
            return await api.updateMarker(item.before.id, body)
        }
        let outcome = await send(corners + [.calibratedData])
        guard rule.mode == .raw, case .notApplied(let failure) = outcome,
            [400, 422].contains(failure.status)
        else { return outcome }
        return await send(corners)
    }

    /// What is not byte for byte what it was before, of the fields that undoing gives back.
    static func unrestored(_ before: Marker, _ after: Marker) -> [MarkerField] {
        let fields: [MarkerField] = [
            .label, .p1, .p2, .p3, .p4, .color, .meta, .customProperties, .calibratedData,
        ]
        return fields.filter { before[$0] != after[$0] }
    }

    static func carryOut<P: Push>(
        _ push: PacedPush<P>, _ fresh: P.Image?, _ clock: any ClientClock, _ traffic: Traffic,
        send: (PushRequest<P.Write>) async -> (PushAnswer<P.Image>, RequestFailure?)
    ) async -> PushOutcome<P.Image> {
        var push = push
        var action = push.start(fresh, now: clock.now)
        while true {
            switch action {
            case .finish(let outcome): return outcome
            case .send(let request, let pause):
                await traffic.pause(for: pause)
                guard await traffic.enter() else { return push.abandoned() }
                let (answer, failure) = await send(request)
                await traffic.leave(overload: failure?.isOverload ?? false)
                (push, action) = await traffic.receive(answer, failure, by: push)
            }
        }
    }
}

extension RequestOutcome {
    /// What kept it from succeeding.
    var failure: RequestFailure? {
        switch self {
        case .applied: nil
        case .notApplied(let failure), .unknown(let failure): failure
        }
    }
}
