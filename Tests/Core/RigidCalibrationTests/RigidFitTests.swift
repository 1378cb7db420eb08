import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Rigid fits")
struct RigidFitTests {
    static func points(_ count: Int, seed: UInt64) -> [SIMD3<Double>] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in .random(in: -5...5, using: &random) }
    }

    static func noisy(_ points: [SIMD3<Double>], _ motion: RigidTransform, seed: UInt64) -> [SIMD3<Double>] {
        var random = SeededGenerator(seed: seed &+ 99)
        return points.map { motion * $0 + SIMD3<Double>.random(in: -0.01...0.01, using: &random) }
    }

    @Test(
        "a known motion is recovered to the rounding of its points", arguments: RigidStrategy.allCases,
        Seeds.few)
    func recovers(strategy: RigidStrategy, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let motion = strategy.transform(using: &random)
        for count in [3, 4, 20, 1000] {
            let sources = RigidFitTests.points(count, seed: seed)
            let fit = try RigidFit(Correspondences(sources: sources, targets: sources.map { motion * $0 }))
            let largest = 5 + motion.translation.largestMagnitude
            for point in sources {
                let error = (fit.targetFromSource * point - motion * point).length
                #expect(error <= 8 * RigidTransform.pointError * largest, "\(count) points, seed \(seed)")
            }
            #expect(fit.rms <= 8 * RigidTransform.pointError * largest)
            #expect(fit.mirroredRMS == nil)
        }
    }

    @Test("swapping sources and targets gives the motion back", arguments: Seeds.few)
    func inverse(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sources = RigidFitTests.points(12, seed: seed)
        let targets = RigidFitTests.noisy(sources, RigidStrategy.random.transform(using: &random), seed: seed)
        let pairs = try Correspondences(sources: sources, targets: targets)
        let there = try RigidFit(pairs).targetFromSource, back = try RigidFit(pairs.swapped).targetFromSource
        for point in targets {
            let error = (there * (back * point) - point).length
            #expect(error <= 4 * RigidTransform.pointError * point.largestMagnitude)
        }
        #expect(there.inverted().rotation == there.rotation.inverted())
    }

    @Test("the order of the pairs does not show", arguments: Seeds.few)
    func permutation(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sources = RigidFitTests.points(12, seed: seed)
        let targets = RigidFitTests.noisy(sources, RigidStrategy.far.transform(using: &random), seed: seed)
        let fit = try RigidFit(Correspondences(sources: sources, targets: targets))
        for _ in 0..<20 {
            let order = sources.indices.shuffled(using: &random)
            let other = try RigidFit(
                Correspondences(sources: order.map { sources[$0] }, targets: order.map { targets[$0] }))
            #expect(other.targetFromSource.rotation == fit.targetFromSource.rotation)
        }
    }

    @Test("a whole weight counts as so many pairs, and a weight of zero as none", arguments: Seeds.few)
    func weights(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sources = RigidFitTests.points(8, seed: seed)
        let targets = RigidFitTests.noisy(sources, RigidStrategy.random.transform(using: &random), seed: seed)
        let weights = (0..<8).map { Double($0 % 4) }
        let repeated = sources.indices.flatMap { [Int](repeating: $0, count: $0 % 4) }
        let weighted = try RigidFit(Correspondences(sources: sources, targets: targets, weights: weights))
        let plain = try RigidFit(
            Correspondences(sources: repeated.map { sources[$0] }, targets: repeated.map { targets[$0] }))
        #expect(weighted.targetFromSource.rotation == plain.targetFromSource.rotation)
        let error = (weighted.rms - plain.rms).magnitude
        let largest = targets.map(\.largestMagnitude).max() ?? 0
        #expect(error <= RigidTransform.pointError * largest)
    }

    @Test("a mirrored cloud gets its best rotation and a word about the mirror", arguments: Seeds.few)
    func mirror(seed: UInt64) throws {
        let sources = RigidFitTests.points(12, seed: seed)
        let fit = try RigidFit(
            Correspondences(sources: sources, targets: sources.map { SIMD3(-$0.x, $0.y, $0.z) }))
        let mirrored = try #require(fit.mirroredRMS)
        #expect(mirrored < 1e-6 * fit.rms)
        let r = fit.targetFromSource.rotation
        #expect(r.x.dot(r.y.cross(r.z)) > 0)
    }

    @Test("no decomposition's last digits show", arguments: Seeds.few)
    func decompositions(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for strategy in QuadStrategy.convex {
            let quads = strategy.quads(20, seed: seed)
            let motion = RigidStrategy.random.transform(using: &random)
            for quad in quads {
                let pairs = try Correspondences(quads: [quad], targets: [(motion * quad)])
                let motions = try [Decomposition.best, .jacobi].map {
                    try RigidFit(pairs, solver: .default, decomposition: $0).targetFromSource
                }
                #expect(motions.allSatisfy { $0 == motions[0] }, "\(strategy) seed \(seed): \(quad)")
            }
        }
    }

    @Test("the views from the origin say what they are worth")
    func views() throws {
        let rotation = try #require(Rotation(rotationVector: SIMD3(0.1, 0.2, 0.3)))
        let motion = try #require(RigidTransform(rotation: rotation, translation: SIMD3(1, 2, 3)))
        let sources = RigidFitTests.points(6, seed: 1).map { $0 + SIMD3(1000, -500, 200) }
        let fit = try RigidFit(Correspondences(sources: sources, targets: sources.map { motion * $0 }))
        let view = try #require(fit.targetFromSource.transform)
        for point in sources {
            #expect((view * point - motion * point).length <= 8 * RigidTransform.pointError * 1000)
        }
    }
}
