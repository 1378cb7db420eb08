internal import Markers
package import MarkersEndpoint
internal import QuadGeometry

/// Sends the requests of one marker's push and reads the answers.
struct MarkerSender: Sendable {
    private let api: MarkersAPI
    private let work: JobWork
    private let rule: UpdateRule
    private let job: Job

    init(_ api: MarkersAPI, _ work: JobWork, _ rule: UpdateRule, _ job: Job) {
        (self.api, self.work, self.rule, self.job) = (api, work, rule, job)
    }

    private var item: JobItem { work.item }

    /// Sends until the push ends or the run is stopped; returns its outcome and the marker as it was last seen, or `nil` if the
    /// run was stopped before anything was sent.
    ///
    /// Somebody else's values are kept in the job before they are replaced; throws if that fails, and nothing was sent then.
    func send(
        _ push: MarkerPush, _ traffic: Traffic, _ limits: ItemLimits
    ) async throws(JobError) -> (PushOutcome<MarkerImage>, Marker)? {
        var latest = work.marker, image = work.fresh, problem: JobError?, isSent = false
        let outcome = await traffic.outcome(of: PacedPush(push, limits), from: work.fresh) { request in
            let outcome: RequestOutcome
            isSent = true
            switch request {
            case .read: outcome = await api.readMarker(item.before.id)
            case .write(let write):
                do throws(JobError) {
                    if rule.policy == .overwrite || rule.policy == .recompute,
                        rule.isSomebodys(image, work.intent)
                    {
                        try await job.keep(latest, version: image.version)
                    }
                } catch {
                    problem = error
                    await traffic.stop()
                    return (.notSent, nil)
                }
                outcome = await self.write(write)
            }
            let answer = PushAnswer<MarkerImage>(outcome) { body in
                guard let marker = try? Marker(body), marker.id == item.before.id,
                    let shown = try? MarkerImage(marker)
                else { return nil }
                (latest, image) = (marker, shown)
                return shown
            }
            return (answer, outcome.failure)
        }
        if let problem { throw problem }
        if !isSent, case .unfinished(.givenUp, _) = outcome { return nil }
        return (outcome, latest)
    }

    private func write(_ write: MarkerWrite) async -> RequestOutcome {
        guard rule.direction == .apply else { return await writeBack(write) }
        let body: [UInt8]
        do throws(JSONError) { body = try MarkerBody.applying(write, rule.mode) } catch {
            return .unwritable(error.code.rawValue)
        }
        return await api.updateMarker(item.before.id, body)
    }

    /// Restores what was there before: corners with the calibrated data that belonged to them, since a server that computes its
    /// own may write it differently; the corners alone where the server refuses that.
    private func writeBack(_ planned: MarkerWrite) async -> RequestOutcome {
        let corners: [MarkerField] = rule.mode == .raw ? [.p1, .p2, .p3, .p4] : []
        func write(_ fields: [MarkerField]) async -> RequestOutcome {
            let data = rule.mode == .calibrated && planned.value != work.intent.planned.calibrated
            let body = MarkerBody.undoing(
                planned, fields, of: item.before, instead: data ? planned.value : nil)
            return await api.updateMarker(item.before.id, body)
        }
        guard rule.mode == .raw else { return await write([.calibratedData]) }
        guard !api.memory.refusesData else { return await write(corners) }
        let outcome = await write(corners + [.calibratedData])
        guard case .notApplied(let failure) = outcome, [400, 422].contains(failure.status) else {
            return outcome
        }
        // Every further marker would need two requests, of which a rate counts one.
        let second = await write(corners)
        if case .applied = second { api.memory.noteRefusedData() }
        return second
    }
}

extension UpdateRule {
    /// The fields that an undo restores and that differ from what they were, byte for byte.
    func unrestored(_ before: Marker, _ after: Marker) -> [MarkerField] {
        [.p1, .p2, .p3, .p4, .calibratedData].filter { before[$0] != after[$0] }
    }
}

extension RequestOutcome {
    /// The outcome of a request whose body cannot be written, for this reason.
    package static func unwritable(_ reason: String) -> RequestOutcome {
        .notApplied(
            RequestFailure(.transport(TransportError(.invalidRequest, mayHaveArrived: false, reason))))
    }

    package var failure: RequestFailure? {
        switch self {
        case .applied: nil
        case .notApplied(let failure), .unknown(let failure): failure
        }
    }
}

/// The bodies of a job's requests: the version and what changes, and nothing else.
enum MarkerBody {
    /// The body with corners or calibrated data as planned; refuses numbers that are not finite.
    static func applying(_ write: MarkerWrite, _ mode: PushMode) throws(JSONError) -> [UInt8] {
        var update = RequestBody.MarkerUpdate(version: write.version)
        if mode == .raw {
            update.quad = write.value
        } else {
            update.calibratedData = write.value.map { CalibratedData($0) }
        }
        return try update.json()
    }

    /// The body with fields as they were received, byte for byte; null for a missing field; `instead` in place of the calibrated
    /// data.
    static func undoing(
        _ write: MarkerWrite, _ fields: [MarkerField], of before: Marker, instead: Quad? = nil
    ) -> [UInt8] {
        JSONWriter.object { json in
            json.member("version", write.version)
            for field in fields {
                json.key(field.name)
                if field == .calibratedData, let instead {
                    CalibratedData(instead).write(to: &json)
                } else if let value = before[field] {
                    json.value(value)
                } else {
                    json.null()
                }
            }
        }
    }
}
