import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("A first guess in closed form")
struct ClosedFormStartTests {
    /// Shares of a flat, noisy cloud of pairs that decide how sure a closed form can be.
    struct Cloud: CustomTestStringConvertible, Sendable {
        /// The thickness of the cloud across its first axis, as shares of its extent, and the noise alike.
        var second = 1.0, third = 1.0, noise = 1e-3
        /// The distance of the cloud from the origin, and its extent, in metres.
        var offset = 0.0, extent = 5.0
        var isMirrored = false

        var testDescription: String {
            "\(second) \(third) \(noise) at \(offset), \(extent) m\(isMirrored ? ", mirrored" : "")"
        }
    }

    static let clouds = [
        Cloud(), Cloud(third: 0), Cloud(noise: 0), Cloud(noise: 0.3), Cloud(noise: 3),
        Cloud(offset: 1e6), Cloud(offset: 1e12), Cloud(offset: 1e15), Cloud(offset: 1e9, extent: 1e-3),
        Cloud(second: 1e-2, third: 1e-2), Cloud(second: 1e-3, third: 1e-3), Cloud(second: 1e-5, third: 1e-5),
        Cloud(second: 1e-7, third: 0, noise: 0), Cloud(second: 0, third: 0, noise: 0),
        Cloud(extent: 1e-40), Cloud(extent: 1e40), Cloud(isMirrored: true), Cloud(third: 0, isMirrored: true),
        Cloud(third: 1e-2, noise: 1e-2, isMirrored: true),
    ]

    /// The bits of a fit, or the code of its refusal.
    private static func outcome(_ pairs: Correspondences, _ solver: RigidSolver) -> String {
        do throws(RigidFitError) {
            let fit = try RigidFit(pairs, solver: solver)
            return "\(fit.targetFromSource) \(fit.rms) \(fit.digits) \(fit.singularValues)"
        } catch {
            return error.code
        }
    }

    @Test("the default's bits are those of our own decomposition", arguments: clouds, Seeds.few)
    func sameBits(cloud: Cloud, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var fitted = 0
        for problem in 0..<100 {
            let strategy = RigidStrategy.allCases[problem % RigidStrategy.allCases.count]
            let motion = strategy.transform(using: &random)
            let center = SIMD3<Double>.random(in: -1...1, using: &random) * cloud.offset
            let axes = strategy.transform(using: &random).rotation
            let shares = SIMD3(1, cloud.second, cloud.third) * cloud.extent
            let sources = (0..<Int.random(in: 3...12, using: &random)).map { _ in
                center + axes * (SIMD3<Double>.random(in: -1...1, using: &random) * shares)
            }
            let targets = sources.map { source -> SIMD3<Double> in
                let arm = source - center
                let noise = SIMD3<Double>.random(in: -1...1, using: &random) * (cloud.noise * cloud.extent)
                return center + motion.rotation * (cloud.isMirrored ? -arm : arm) + noise
            }
            let pairs = try Correspondences(sources: sources, targets: targets)
            let outcome = ClosedFormStartTests.outcome(pairs, .default)
            #expect(outcome == ClosedFormStartTests.outcome(pairs, .exact))
            if outcome.contains(" ") { fitted += 1 }
        }
        let isFlat = cloud.second == 0 || cloud.offset >= 1e15
        #expect(isFlat || fitted > 0, "no problem of this kind has a motion")
    }
}
