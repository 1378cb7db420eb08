import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct SoundnessScreenTests {
    @Test(
        "the quick look never disagrees with the full check, whatever limit is set beside a quad's own measure",
        arguments: LimitProbe.all.indices, Seeds.few)
    func agreement(index: Int, seed: UInt64) throws {
        for sample in 0..<300 {
            var random = SeededGenerator(seed: seed, sample: sample)
            let quad = LimitProbe.nearlySound(using: &random)
            for limits in LimitProbe.all[index].limits(beside: quad, using: &random) {
                let check = try QuadCheck(limits)
                #expect(
                    check.issues(quad) == check.issues(quad, .unclear, facing: nil),
                    "sample \(sample): \(quad)")
            }
        }
    }

    @Test(
        "it never disagrees on any strategy, shape or size", arguments: QuadStrategy.allCases,
        [1e-30, 1e-3, 1, 1e3, 1e40])
    func strategies(strategy: QuadStrategy, size: Double) throws {
        for limits in LimitProbe.bases {
            let check = try QuadCheck(limits)
            for quad in strategy.quads(30, seed: Seeds.first).map({ $0.map { $0 * size } }) {
                #expect(check.issues(quad) == check.issues(quad, .unclear, facing: nil))
            }
        }
    }

    @Test(
        "limits of zero and infinity do not lead it astray", arguments: QuadLimit.allCases,
        [0, 1e-300, 1e300, Double.infinity])
    func extremeLimits(limit: QuadLimit, value: Double) throws {
        for base in LimitProbe.bases {
            var limits = base
            limits[limit] = value
            let check = try QuadCheck(limits)
            for sample in 0..<40 {
                var random = SeededGenerator(seed: Seeds.first, sample: sample)
                let quad = LimitProbe.nearlySound(using: &random)
                #expect(
                    check.issues(quad) == check.issues(quad, .unclear, facing: nil),
                    "sample \(sample): \(quad)")
            }
        }
    }

    @Test("it knows sound markers as sound, and skewed ones as skewed")
    func effective() throws {
        let screen = QuadCheck(.app).screen
        var sound = 0, skewed = 0
        for sample in 0..<200 {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            let motion = RigidStrategy.random.transform(using: &random)
            func marker(_ noise: Double) -> Quad {
                motion
                    * Quad.rectangle(0.3, 0.2).map {
                        $0 + SIMD3<Double>.random(in: -noise...noise, using: &random)
                    }
            }
            if screen.look(marker(0.001)) == .sound { sound += 1 }
            let sheared = marker(0.001).map {
                $0 + motion.rotation * SIMD3(0.3 * (motion.rotation.inverted() * $0).y, 0, 0)
            }
            if screen.look(sheared) == .skewed { skewed += 1 }
        }
        #expect(sound == 200)
        #expect(skewed == 200)
    }

    @Test("numbers that are not finite are unclear to it", arguments: 0..<12, [Double.nan, .infinity])
    func notFinite(place: Int, number: Double) throws {
        var quad = Quad.rectangle(1, 1)
        quad[corner: place / 3][place % 3] = number
        #expect(QuadCheck(.app).screen.look(quad) == .unclear)
        #expect(try QuadCheck(QuadLimits.only(\.snap, 0)).screen.look(quad) == .unclear)
    }
}
