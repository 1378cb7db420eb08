internal import Markers
internal import QuadGeometry

/// Sends the requests of one marker's push and reads the answers.
struct MarkerSender: Sendable {
    private let api: MarkersAPI
    private let item: JobItem
    private let rule: UpdateRule

    init(_ api: MarkersAPI, _ item: JobItem, _ rule: UpdateRule) {
        (self.api, self.item, self.rule) = (api, item, rule)
    }

    /// Sends until the push ends or the run is stopped; returns its outcome and the marker as it was last seen.
    func send(
        _ push: MarkerPush, from fresh: MarkerImage, _ traffic: Traffic, _ limits: ItemLimits
    ) async -> (PushOutcome<MarkerImage>, Marker?) {
        var latest: Marker?
        let outcome = await traffic.outcome(of: PacedPush(push, limits), from: fresh) { request in
            let outcome =
                switch request {
                case .read: await api.readMarker(item.before.id)
                case .write(let write): await self.write(write)
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

    private func write(_ write: MarkerWrite) async -> RequestOutcome {
        guard rule.direction == .apply else { return await writeBack(write) }
        let body: [UInt8]
        do throws(JSONError) { body = try MarkerBody.applying(write, rule.mode) } catch {
            return .notApplied(
                RequestFailure(
                    .transport(TransportError(.invalidRequest, mayHaveArrived: false, error.code.rawValue))))
        }
        return await api.updateMarker(item.before.id, body)
    }

    /// Restores what was there before: corners with the calibrated data that belonged to them, since a server that computes its
    /// own may write it differently; the corners alone where the server refuses that.
    private func writeBack(_ planned: MarkerWrite) async -> RequestOutcome {
        let corners: [MarkerField] = rule.mode == .raw ? [.p1, .p2, .p3, .p4] : []
        func write(_ fields: [MarkerField]) async -> RequestOutcome {
            let instead = rule.mode == .calibrated ? planned.value : nil
            let body = MarkerBody.undoing(planned, fields, of: item.before, instead: instead)
            return await api.updateMarker(item.before.id, body)
        }
        let outcome = await write(corners + [.calibratedData])
        guard rule.mode == .raw, case .notApplied(let failure) = outcome,
            [400, 422].contains(failure.status)
        else { return outcome }
        return await write(corners)
    }

    /// The fields, of those that an undo restores, that differ from what they were, byte for byte.
    static func unrestored(_ before: Marker, _ after: Marker) -> [MarkerField] {
        let fields: [MarkerField] = [
            .label, .p1, .p2, .p3, .p4, .color, .meta, .customProperties, .calibratedData,
        ]
        return fields.filter { before[$0] != after[$0] }
    }
}

extension RequestOutcome {
    /// The failure, if it did not succeed.
    var failure: RequestFailure? {
        switch self {
        case .applied: nil
        case .notApplied(let failure), .unknown(let failure): failure
        }
    }
}
