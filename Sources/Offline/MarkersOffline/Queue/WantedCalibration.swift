internal import Markers
internal import MarkersJobs

/// The calibrated data that an edit asks for: by which fit, and in which space. The numbers are worked out when it is sent.
struct WantedCalibration: Hashable, Sendable {
    let space: SpaceCalibration
    let source, target: PointKind

    /// The part of it that is kept; the digest of the fit is beside it.
    var json: [UInt8] {
        JSONWriter.object { json in
            json.member("vector", space.vector?.numbers)
            json.member("vector_sign", Int(space.sign.rawValue))
            json.member("from", source.rawValue)
            json.member("to", target.rawValue)
        }
    }

    init(_ space: SpaceCalibration, from source: PointKind, to target: PointKind) {
        (self.space, self.source, self.target) = (space, source, target)
    }

    /// The request that was kept; `nil` where that is damaged.
    init?(json bytes: [UInt8]) {
        guard let value = try? JSONValue(bytes),
            let sign = value["vector_sign"]?.double.flatMap(VectorSign.init),
            let source = value["from"]?.string.flatMap(PointKind.init),
            let target = value["to"]?.string.flatMap(PointKind.init),
            let vector = try? Optional.some(CalibrationVector(value["vector"]))
        else { return nil }
        self.init(SpaceCalibration(vector, sign: sign), from: source, to: target)
    }

    /// The rule by which it is written with a fit, as that was saved; `nil` where the fit is damaged.
    func rule(by fit: [UInt8]) -> UpdateRule? {
        guard let saved = try? SavedFit(fit) else { return nil }
        return UpdateRule(
            PlannedMotion(saved, from: source, to: target), mode: .calibrated, in: space, policy: .skip)
    }
}
