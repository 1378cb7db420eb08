internal import Foundation
internal import Markers
internal import QuadGeometry

/// Two scans of a place: the markers of each, and the motion between them where there is one.
struct SilentScene {
    /// A marker that stands somewhere, in the frame of the first scan.
    struct Stand {
        var quad: Quad
        var label: String?
        /// Moved by this from the frame of the first scan, without any noise, instead of seen.
        var copiedBy: SIMD3<Double>?
    }

    /// The markers of the first scan, in its frame; and those of the second, in the frame of the first.
    var old: [Stand] = [], new: [Stand] = []
    /// Whether the scans have a motion in common; without, every answer is wrong.
    var hasMotion = true
    /// Whether an answer is one for a part of the markers, or may be wrong by what nothing shows, and must say so.
    var hasToWarn = false
    /// The deviation of one coordinate of a corner, both scans together, in metres.
    var noise = 0.004
    /// The deviation of each marker of the first scan as a whole, which is exact otherwise, in metres.
    var oldNoise = 0.0
    /// The deviation of one coordinate of an error that the corners of a marker share, in metres.
    var markerNoise = 0.0
    /// The second scan bends along the first axis: the turn about the vertical of each metre, in radians.
    var curvature = 0.0
    /// The motion from the first frame to the second.
    private let turn: Rotation
    private let shift: SIMD3<Double>

    init(_ random: inout SeededGenerator) {
        turn = Rotation(rotationVector: SIMD3(0, .random(in: -3...3, using: &random), 0)) ?? .identity
        shift = SIMD3<Double>.random(in: -5...5, using: &random)
    }

    func moved(_ point: SIMD3<Double>) -> SIMD3<Double> { turn * bent(point) + shift }

    private func bent(_ point: SIMD3<Double>) -> SIMD3<Double> {
        guard curvature != 0 else { return point }
        let angle = curvature * point.x
        return SIMD3(
            sin(angle) / curvature - sin(angle) * point.z, point.y,
            (1 - cos(angle)) / curvature + cos(angle) * point.z)
    }

    /// The markers of both scans as they are seen, those of the second in an order of its own.
    func observed(_ random: inout SeededGenerator) -> (old: [MarkerObservation], new: [MarkerObservation]) {
        func observation(_ stand: Stand, _ quad: Quad, _ random: inout SeededGenerator) -> MarkerObservation {
            MarkerObservation(id: UUID.seeded(&random), label: stand.label, quad: quad)
        }
        let olds = old.map { stand in
            let own = oldNoise > 0 ? SIMD3.normal(using: &random) * oldNoise : .zero
            return observation(stand, stand.quad.map { $0 + own }, &random)
        }
        var news: [MarkerObservation] = []
        for stand in new {
            let own = markerNoise > 0 ? SIMD3.normal(using: &random) * markerNoise : .zero
            let seen = stand.quad.corners.map { corner in
                stand.copiedBy.map { corner + $0 } ?? moved(corner) + own + SIMD3.normal(using: &random)
                    * noise
            }
            news.append(observation(stand, Quad(seen[0], seen[1], seen[2], seen[3]), &random))
        }
        return (olds, news.shuffled(using: &random))
    }
}

extension UUID {
    fileprivate static func seeded(_ random: inout SeededGenerator) -> UUID {
        var bytes = uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) { raw in
            for place in raw.indices { raw[place] = .random(in: 0...255, using: &random) }
        }
        return UUID(uuid: bytes)
    }
}
