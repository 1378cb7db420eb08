import Markers
import QuadGeometry
import TestSupport

/// Motions on which formats tend to lose digits, by seed.
struct ExchangeMotions: Sequence {
    let seed: UInt64
    var count = 2000

    func makeIterator() -> IndexingIterator<[RigidTransform]> {
        (0..<count).map { trial -> RigidTransform in
            var random = SeededGenerator(seed: seed, sample: trial)
            let strategies = RigidStrategy.allCases
            let motion = strategies[trial % strategies.count].transform(using: &random)
            switch trial / strategies.count % 4 {
            // A thousand million metres away.
            case 0:
                return RigidTransform(
                    rotation: motion.rotation,
                    translation: SIMD3<Double>.randomDirection(using: &random) * 1e9) ?? motion
            // A quarter turn about y, where angles about x and z cannot be told apart, or nearly.
            case 1: return Self.quarter(motion, less: [0, 1e-15, 1e-9, 1e-4][trial % 4])
            default: return motion
            }
        }
        .makeIterator()
    }

    private static func quarter(_ motion: RigidTransform, less: Double) -> RigidTransform {
        let axes = [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0)]
        let turn = Rotation(angle: motion.rotation.angle, axis: axes[0]) ?? .identity
        let quarter = Rotation(angle: .pi / 2 - less, axis: axes[1]) ?? .identity
        return RigidTransform(rotation: turn * quarter * turn, translation: motion.translation) ?? motion
    }
}

extension Rotation {
    /// The angle to another rotation, in radians.
    func difference(from other: Rotation) -> Double { (inverted() * other).angle }
}
