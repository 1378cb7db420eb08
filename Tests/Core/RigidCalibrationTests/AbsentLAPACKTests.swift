import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Fits on machines without LAPACKE")
struct AbsentLAPACKTests {
    /// The decomposition on a machine that has none of the files.
    private static let absent = Decomposition(LAPACKDecomposition(from: ["liblapacke.so.none"]))

    @Test("a file that is missing, or that has no driver, is passed over")
    func loading() {
        #expect(LAPACKDecomposition(from: []) == nil)
        #expect(LAPACKDecomposition(from: ["liblapacke.so.none", "libm.so.6"]) == nil)
        #if os(Linux)
        let found = LAPACKDecomposition(from: ["liblapacke.so.none", "liblapacke.so.3"])
        #expect(found?.library == "liblapacke.so.3" && RigidSolver.lapackLibrary == "liblapacke.so.3")
        #endif
    }

    /// The bits of a fit: its motion and where it moves the sources.
    private static func bits(
        _ pairs: Correspondences, _ decomposition: Decomposition
    ) -> Result<[UInt64], RigidFitError> {
        Result { () throws(RigidFitError) in
            let fit = try RigidFit(pairs, solver: .default, decomposition: decomposition)
            let motion = fit.targetFromSource, rotation = motion.rotation
            let vectors =
                [rotation.x, rotation.y, rotation.z, motion.sourceCenter, motion.targetCenter, motion.rest]
                + pairs.sources.map { motion * $0 } + [fit.singularValues, SIMD3(repeating: fit.rms)]
            return vectors.flatMap { [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern] }
        }
    }

    @Test("have the same bits on every certified set", arguments: CertifiedTests.sets)
    func certified(set: CertifiedTests.ProblemSet) throws {
        for problem in set.problems {
            let pairs = try problem.pairs
            #expect(Self.bits(pairs, .best) == Self.bits(pairs, Self.absent))
        }
    }

    @Test(
        "have the same bits, or the same refusal, on hard quads", arguments: QuadStrategy.allCases, Seeds.few)
    func quads(strategy: QuadStrategy, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for motions in [RigidStrategy.random, .far] {
            for quad in strategy.quads(50, seed: seed) {
                let motion = motions.transform(using: &random)
                guard let pairs = try? Correspondences(quads: [quad], targets: [motion * quad]) else {
                    continue
                }
                #expect(Self.bits(pairs, .best) == Self.bits(pairs, Self.absent), "seed \(seed): \(quad)")
            }
        }
    }

    @Test("have the same bits on noisy pairs from thin lines to general position", arguments: Seeds.few)
    func noisy(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for exponent in 0...20 {
            let thickness = Double(sign: .plus, exponent: -exponent, significand: 1)
            for offset in [0, 1e3, 1e6] {
                let sources = (0..<8).map { _ in
                    SIMD3<Double>.random(in: -1...1, using: &random) * SIMD3(1, thickness, thickness) + offset
                }
                let motion = RigidStrategy.random.transform(using: &random)
                let targets = sources.map {
                    motion * $0 + .random(in: -0.01...0.01, using: &random) * thickness
                }
                let pairs = try Correspondences(sources: sources, targets: targets)
                #expect(
                    Self.bits(pairs, .best) == Self.bits(pairs, Self.absent),
                    "seed \(seed), thickness \(thickness), offset \(offset)")
            }
        }
    }
}
