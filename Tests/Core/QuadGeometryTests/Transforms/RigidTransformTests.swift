import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct RigidTransformTests {
    static let samples = 60

    #if arch(x86_64)
    @Test(
        "lengths, rotations and motions stay within their stated error of 80-bit arithmetic",
        arguments: BoundTrial.motions)
    func error(trial: BoundTrial) {
        let worst = trial.spend(samples: BoundTrial.fewSamples, seed: Seeds.first)
        print(worst)
        #expect(worst.isWithinBound, "\(worst)")
    }
    #endif

    /// The largest number involved in moving a point, to which rounding is relative.
    private func reach(_ point: SIMD3<Double>, _ transforms: RigidTransform...) -> Double {
        transforms.reduce(point.length) { $0 + $1.translation.length }
    }

    /// Two motions of a point against one, with matrices that are rotations to within rounding.
    static let twoMotions = 6 * (RigidTransform.pointError + Rotation.viewError)

    @Test("the identity changes no bit", arguments: RigidStrategy.allCases)
    func identity(strategy: RigidStrategy) {
        var random = SeededGenerator(seed: Seeds.first)
        let transform = strategy.transform(using: &random)
        #expect(.identity * transform == transform)
        #expect(transform * .identity == transform)
        #expect(RigidTransform.identity * SIMD3(1.1, 2.2, 3.3) == SIMD3(1.1, 2.2, 3.3))
    }

    @Test("the way back undoes the way", arguments: RigidStrategy.allCases, Seeds.few)
    func inverse(strategy: RigidStrategy, seed: UInt64) {
        for sample in 0..<Self.samples {
            var random = SeededGenerator(seed: seed, sample: sample)
            let there = strategy.transform(using: &random), back = there.inverted()
            let point = SIMD3<Double>.random(in: -9...9, using: &random)
            let bound = Self.twoMotions * reach(point, there)
            #expect((back * (there * point) - point).length <= bound)
            #expect((there * (back * point) - point).length <= bound)
            #expect((back * there * point - point).length <= bound)
            #expect(back.inverted().rotation == there.rotation)
            #expect((back.inverted().translation - there.translation).length <= bound)
        }
    }

    @Test(
        "a product moves by the right-hand transform first", arguments: RigidStrategy.allCases,
        RigidStrategy.allCases)
    func composition(first: RigidStrategy, second: RigidStrategy) {
        for sample in 0..<Self.samples / 4 {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            let before = first.transform(using: &random), after = second.transform(using: &random)
            let third = RigidStrategy.random.transform(using: &random)
            let point = SIMD3<Double>.random(in: -9...9, using: &random)
            let bound = Self.twoMotions * reach(point, before, after, third)
            #expect(((after * before) * point - after * (before * point)).length <= bound)
            #expect(((third * after) * before * point - third * (after * before) * point).length <= bound)
            #expect(
                ((after * before).inverted() * point - before.inverted() * (after.inverted() * point)).length
                    <= bound)
        }
    }

    @Test("a quad moves corner by corner")
    func quads() {
        var random = SeededGenerator(seed: Seeds.first)
        let transform = RigidStrategy.random.transform(using: &random),
            quad = QuadStrategy.wild.quad(using: &random)
        #expect((transform * quad).corners == quad.corners.map { transform * $0 })
    }

    @Test(
        "a translation that is not finite makes no transform", arguments: 0..<3,
        [Double.nan, .infinity, -.infinity])
    func nonFinite(place: Int, number: Double) {
        var translation = SIMD3<Double>(1, 2, 3)
        #expect(RigidTransform(rotation: .identity, translation: translation) != nil)
        translation[place] = number
        #expect(RigidTransform(rotation: .identity, translation: translation) == nil)
    }
}
