import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct RigidTransformTwistTests {
    static let samples = 60

    private func twist(_ strategy: RigidStrategy, using random: inout SeededGenerator) -> Twist {
        strategy.transform(using: &random).twist
    }

    /// The largest difference of two exponentials at a point.
    private func bound(_ point: SIMD3<Double>, _ lengths: SIMD3<Double>...) -> Double {
        4 * RigidTransform.twistError * lengths.reduce(point.length) { $0 + $1.length }
    }

    @Test("the exponential of the logarithm is the transform", arguments: RigidStrategy.allCases, Seeds.few)
    func expOfLog(strategy: RigidStrategy, seed: UInt64) throws {
        for sample in 0..<Self.samples {
            var random = SeededGenerator(seed: seed, sample: sample)
            let transform = strategy.transform(using: &random)
            let again = try #require(RigidTransform(twist: transform.twist))
            let point = SIMD3<Double>.random(in: -9...9, using: &random)
            #expect((again * point - transform * point).length <= bound(point, transform.translation))
        }
    }

    @Test(
        "the logarithm of the exponential is the twist, below half a turn",
        arguments: [1e-300, 1e-12, 1e-8, 1e-3, 1, 3])
    func logOfExp(angle: Double) throws {
        for sample in 0..<Self.samples {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            let twist = Twist(
                rotation: .randomDirection(using: &random) * angle,
                translation: .random(in: -9...9, using: &random))
            let again = try #require(RigidTransform(twist: twist)).twist
            #expect((again.rotation - twist.rotation).length <= 4 * Rotation.viewError)
            #expect((again.translation - twist.translation).length <= bound(twist.translation))
        }
    }

    @Test("half a turn twice is a whole turn that moves twice as far along its axis")
    func screw() throws {
        let twist = Twist(rotation: SIMD3(0, 0, .pi), translation: SIMD3(0, 0, 3))
        let half = try #require(RigidTransform(twist: twist)), point = SIMD3<Double>(1, 2, 0)
        #expect((half * point - SIMD3(-1, -2, 3)).length <= bound(point, twist.translation))
        #expect(
            (half * half * point - SIMD3(1, 2, 6)).length
                <= bound(point, twist.translation, twist.translation))
    }

    @Test("a quarter turn on a circle of radius one ends a radius over and a radius up")
    func circle() throws {
        let twist = Twist(rotation: SIMD3(0, 0, .pi / 2), translation: SIMD3(.pi / 2, 0, 0))
        let transform = try #require(RigidTransform(twist: twist))
        #expect((transform.translation - SIMD3(1, 1, 0)).length <= bound(twist.translation))
    }

    @Test(
        "the logarithm of the way back is the negative",
        arguments: [RigidStrategy.identity, .small, .random, .far])
    func inverse(strategy: RigidStrategy) {
        for sample in 0..<Self.samples {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            let transform = strategy.transform(using: &random)
            let there = transform.twist, back = transform.inverted().twist
            #expect((there.rotation + back.rotation).length <= 4 * Rotation.viewError)
            #expect(
                (there.translation + back.translation).length
                    <= bound(there.translation, transform.translation))
        }
    }

    @Test(
        "the adjoint carries a twist to the other side of a transform", arguments: RigidStrategy.allCases,
        [RigidStrategy.small, .random])
    func adjoint(transforms: RigidStrategy, twists: RigidStrategy) throws {
        for sample in 0..<Self.samples {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            let transform = transforms.transform(using: &random), twist = twist(twists, using: &random)
            let carried = transform.adjoint(twist)
            let left = transform * (try #require(RigidTransform(twist: twist)))
            let right = try #require(RigidTransform(twist: carried)) * transform
            let point = SIMD3<Double>.random(in: -9...9, using: &random)
            let difference = left * point - right * point
            #expect(
                difference.length
                    <= bound(point, transform.translation, twist.translation, carried.translation))
        }
    }

    @Test("the adjoint is linear, and that of a product is the product of the adjoints", arguments: Seeds.few)
    func adjointProduct(seed: UInt64) {
        for sample in 0..<Self.samples {
            var random = SeededGenerator(seed: seed, sample: sample)
            let a = RigidStrategy.random.transform(using: &random),
                b = RigidStrategy.random.transform(using: &random)
            let twist = twist(.random, using: &random)
            let once = (a * b).adjoint(twist), twice = a.adjoint(b.adjoint(twist))
            let size = bound(twist.translation, a.translation * .pi, b.translation * .pi)
            #expect((once.rotation - twice.rotation).length <= 8 * Rotation.viewError)
            #expect((once.translation - twice.translation).length <= size)
            let double = a.adjoint(Twist(rotation: twist.rotation * 2, translation: twist.translation * 2))
            #expect(double.rotation == a.adjoint(twist).rotation * 2)
            #expect(double.translation == a.adjoint(twist).translation * 2)
        }
    }

    @Test("no turn is a translation, in exact bits, and numbers that are not finite lead nowhere")
    func edges() {
        let step = SIMD3(1.1, 2.2, 3.3)
        let slide = RigidTransform(twist: Twist(rotation: .zero, translation: step))
        #expect(slide?.translation == step)
        #expect(slide?.rotation == .identity)
        #expect(slide?.twist == Twist(rotation: .zero, translation: step))
        for number in [Double.nan, .infinity, -.infinity] {
            #expect(RigidTransform(twist: Twist(rotation: SIMD3(0, number, 0), translation: step)) == nil)
            #expect(RigidTransform(twist: Twist(rotation: .zero, translation: SIMD3(number, 0, 0))) == nil)
        }
        let far = SIMD3(repeating: Double.greatestFiniteMagnitude)
        #expect(
            RigidTransform(twist: Twist(rotation: SIMD3(1, -1, 0), translation: far)).map {
                $0.translation.isFinite
            } != false)
    }

    @Test("more than half a turn is logged the shorter way around")
    func shorterWay() throws {
        let twist = Twist(rotation: SIMD3(0, 0, 2 * .pi - 1), translation: .zero)
        let again = try #require(RigidTransform(twist: twist)).twist
        #expect((again.rotation - SIMD3(0, 0, -1)).length <= 4 * Rotation.viewError)
    }
}
