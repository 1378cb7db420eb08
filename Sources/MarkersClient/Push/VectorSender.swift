internal import Markers
internal import QuadGeometry

/// Sends what the push of a space's vector asks for, and reads the answers.
struct VectorSender: Sendable {
    let api: MarkersAPI
    let space: WireID
    /// The space as it was received when it was planned; nil where that cannot be read.
    let before: JSONValue?

    /// Carries a push out to its end, or until the run is stopped; with the vector as the server wrote it last.
    func carryOut(
        _ push: VectorPush, _ traffic: Traffic, _ limits: ItemLimits
    ) async -> (PushOutcome<VectorImage>, JSONValue?) {
        var latest: JSONValue?
        let outcome = await MarkerSender.carryOut(PacedPush(push, limits), nil, api.clock, traffic) {
            request in
            let outcome =
                switch request {
                case .read: await api.readSpace(space)
                case .write(let image): await api.updateSpace(space, body(image))
                }
            let answer = PushAnswer<VectorImage>(outcome) { body in
                guard let value = try? JSONValue(body), (try? Space(value)) != nil,
                    let image = VectorSender.image(value)
                else { return nil }
                latest = VectorSender.vector(of: value)
                return image
            }
            return (answer, outcome.failure)
        }
        return (outcome, latest)
    }

    /// Whether a vector is written as it was before the plan, to the byte.
    func isRestored(_ vector: JSONValue?) -> Bool { vector == before.flatMap(VectorSender.vector) }

    /// What was there before goes back as it was written.
    private func body(_ image: VectorImage) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            if let before, VectorSender.image(before) == image, let text = VectorSender.vector(of: before) {
                json.key("calibration_vector")
                json.value(text)
            } else {
                json.member("calibration_vector", image.vector?.numbers)
            }
        }
        return json.bytes
    }

    /// A space's vector as it is written; nil where there is none.
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
