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
        let body: [UInt8]
        if rule.direction == .undo {
            body = MarkerBody.undoing(write, undoneFields, of: item.before)
        } else {
            do throws(JSONError) { body = try MarkerBody.applying(write, rule.mode) } catch {
                return .notApplied(
                    RequestFailure(
                        .transport(
                            TransportError(.invalidRequest, mayHaveArrived: false, error.code.rawValue))))
            }
        }
        return await api.updateMarker(item.before.id, body)
    }

    /// What goes back; with corners the calibrated data only where it was somebody's own, since the server makes its own anew
    /// and may refuse to be told.
    private var undoneFields: [MarkerField] {
        guard rule.mode == .raw else { return [.calibratedData] }
        let isOwn = (try? MarkerImage(item.before)).map { !rule.isServers($0) } ?? false
        return [.p1, .p2, .p3, .p4] + (isOwn ? [.calibratedData] : [])
    }

    /// Carries the push of a space's vector out.
    static func carryOut(
        _ push: VectorPush, of space: WireID, _ api: MarkersAPI, _ traffic: Traffic, _ limits: ItemLimits
    ) async -> PushOutcome<VectorImage> {
        await carryOut(PacedPush(push, limits), nil, api.clock, traffic) { request in
            let outcome =
                switch request {
                case .read: await api.readSpace(space)
                case .write(let image): await api.updateSpace(space, body(image))
                }
            let answer = PushAnswer<VectorImage>(outcome) { body in
                guard let value = try? JSONValue(body), let space = try? Space(value) else { return nil }
                return VectorImage(space.calibrationVector.flatMap { CalibrationVector($0) })
            }
            return (answer, outcome.failure)
        }
    }

    private static func body(_ image: VectorImage) -> [UInt8] {
        var json = JSONWriter()
        json.object { $0.member("calibration_vector", image.vector?.numbers) }
        return json.bytes
    }

    private static func carryOut<P: Push>(
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

    /// The fields of a marker that are not byte for byte what they were before, of those that undoing gives back.
    static func unrestored(_ before: Marker, _ after: Marker) -> [MarkerField] {
        let fields: [MarkerField] = [
            .label, .p1, .p2, .p3, .p4, .color, .meta, .customProperties, .calibratedData,
        ]
        return fields.filter { before[$0] != after[$0] }
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
