internal import Markers
internal import MarkersEndpoint
internal import QuadGeometry

/// Sends the requests of the push of a space's vector and reads the answers.
struct VectorSender: Sendable {
    let api: MarkersAPI
    let space: WireID
    /// The space as received when it was planned; `nil` if that cannot be read.
    let before: JSONValue?
    /// The job, which keeps a vector of somebody else before it is replaced.
    let job: Job

    /// Sends until the push ends or the run is stopped; returns its outcome and the vector as the server last wrote it.
    ///
    /// Throws if somebody else's vector cannot be kept in the job; nothing was sent then.
    func send(
        _ push: VectorPush, _ traffic: Traffic, _ limits: ItemLimits
    ) async throws(JobError) -> (PushOutcome<VectorImage>, JSONValue?) {
        var latest: JSONValue?, seen: (value: JSONValue, image: VectorImage)?, problem: JobError?
        let outcome = await traffic.outcome(of: PacedPush(push, limits)) { request in
            let outcome: RequestOutcome
            switch request {
            case .read: outcome = await api.readSpace(space)
            case .write(let image):
                if let seen, push.isSomebodys(seen.image) {
                    do throws(JobError) { try await job.keep(space, Array(seen.value.text)) } catch {
                        problem = error
                        await traffic.stop()
                        return (.notSent, nil)
                    }
                }
                outcome = await api.updateSpace(space, body(image))
            }
            let answer = PushAnswer<VectorImage>(outcome) { body in
                guard let value = try? JSONValue(body), (try? Space(value)) != nil,
                    let image = VectorSender.image(value)
                else { return nil }
                seen = (value, image)
                latest = VectorSender.vector(of: value)
                return image
            }
            return (answer, outcome.failure)
        }
        if let problem { throw problem }
        return (outcome, latest)
    }

    /// Whether a vector is written as it was before the plan, byte for byte.
    func isRestored(_ vector: JSONValue?) -> Bool { vector == before.flatMap(VectorSender.vector) }

    /// Restores the previous vector as it was written.
    private func body(_ image: VectorImage) -> [UInt8] {
        JSONWriter.object { json in
            if let before, VectorSender.image(before) == image, let text = VectorSender.vector(of: before) {
                json.member("calibration_vector", text)
            } else {
                json.member("calibration_vector", image.vector?.numbers)
            }
        }
    }

    /// A space's vector as it is written; `nil` if it has none.
    private static func vector(of space: JSONValue) -> JSONValue? {
        space["calibration_vector"].flatMap { $0.isNull ? nil : $0 }
    }

    private static func image(_ space: JSONValue) -> VectorImage? {
        do throws(JSONError) { return VectorImage(try CalibrationVector(space["calibration_vector"])) } catch
        {
            return nil
        }
    }
}
