import QuadGeometry
import TestSupport

@testable import RigidCalibration

/// A room with markers in two scans, of which some are moved or turned between them.
struct MovedScene {
    let old: [Quad]
    private let noises: [SIMD3<Double>], markerNoises: [SIMD3<Double>]
    private let motion: AnchoredMotion

    init(_ count: Int, noise: Double = 0.002, marker: Double = 0.002, seed: UInt64 = 1) {
        var random = SeededGenerator(seed: seed)
        old = (0..<count).map { _ in
            let center = SIMD3(
                Double.random(in: 0...12, using: &random), .random(in: 0...3, using: &random),
                .random(in: 0...6, using: &random))
            let turn =
                Rotation(
                    rotationVector: .randomDirection(using: &random)
                        * Double.random(in: 0...3, using: &random))
                ?? .identity
            let corners = [
                SIMD3(-0.1, -0.1, 0), SIMD3(0.1, -0.1, 0), SIMD3(0.1, 0.1, 0), SIMD3(-0.1, 0.1, 0),
            ]
            .map { center + turn * $0 }
            return Quad(corners[0], corners[1], corners[2], corners[3])
        }
        noises = (0..<(4 * count)).map { _ in .normal(using: &random) * noise }
        markerNoises = (0..<count).map { _ in .normal(using: &random) * marker }
        let yaw = Rotation(rotationVector: SIMD3(0, 0.7, 0)) ?? .identity
        motion = AnchoredMotion(RigidTransform(rotation: yaw, translation: SIMD3(3, 0.2, -4)) ?? .identity)
    }

    /// Where the markers are in the new scan: shifted in the new frame, and turned about their middles.
    func new(
        moved: [Int: SIMD3<Double>] = [:], turned: [Int: SIMD3<Double>] = [:],
        bent: (SIMD3<Double>) -> SIMD3<Double> = { _ in .zero }
    ) -> [Quad] {
        old.indices.map { marker in
            let quad = old[marker], center = quad.center
            let turn = turned[marker].flatMap { Rotation(rotationVector: $0) } ?? .identity
            let corners = quad.corners.enumerated().map { corner, point in
                motion * (center + turn * (point - center)) + (moved[marker] ?? .zero) + bent(center)
                    + markerNoises[marker] + noises[4 * marker + corner]
            }
            return Quad(corners[0], corners[1], corners[2], corners[3])
        }
    }

    func pairs(
        moved: [Int: SIMD3<Double>] = [:], turned: [Int: SIMD3<Double>] = [:],
        bent: (SIMD3<Double>) -> SIMD3<Double> = { _ in .zero }
    ) throws -> Correspondences {
        try Correspondences(quads: old, targets: new(moved: moved, turned: turned, bent: bent))
    }
}
