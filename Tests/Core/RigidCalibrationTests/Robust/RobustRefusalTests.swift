import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Robust fits of hostile input")
struct RobustRefusalTests {
    private func refusal(
        _ sources: [SIMD3<Double>], _ targets: [SIMD3<Double>], weights: [Double]? = nil,
        bound: Double? = 0.03,
        bounds: [Double]? = nil, groups: [Int]? = nil
    ) -> String? {
        do throws(RigidFitError) {
            _ = try RobustFit(
                Correspondences(sources: sources, targets: targets, weights: weights, groups: groups),
                bound: bound, bounds: bounds)
            return nil
        } catch { return error.code }
    }

    static let room = RigidFitTests.points(20, seed: 3)

    @Test("bounds that are no lengths")
    func bounds() {
        let p = RobustRefusalTests.room
        for bound in [0, -1, .nan, Double.infinity] {
            #expect(refusal(p, p, bound: bound) == "BAD_BOUND")
            var bounds = [Double](repeating: 0.03, count: p.count)
            bounds[7] = bound
            #expect(refusal(p, p, bounds: bounds) == "BAD_BOUND")
        }
        #expect(refusal(p, p, bounds: [0.03]) == "UNPAIRED_COLUMN")
        #expect(refusal(p, p, bounds: [Double](repeating: 0.03, count: p.count)) == nil)
    }

    @Test(
        "two markers are not believed where as many or more go their own ways, whatever is chosen",
        arguments: [(2, 4, nil), (2, 4, 1), (2, 5, nil), (3, 6, nil), (2, 3, 1), (3, 5, nil), (4, 8, nil)]
            as [(Int, Int, Int?)])
    func fewOfMany(right: Int, markers: Int, choice: Int?) throws {
        for seed in Seeds.few {
            var random = SeededGenerator(seed: seed)
            let places = (0..<markers).map { _ in SIMD3<Double>.random(in: -4...4, using: &random) }
            let quads = places.map { place in
                let (x, y) = (SIMD3(0.15, 0, 0), SIMD3(0, 0.1, 0))
                return [place - x + y, place + x + y, place + x - y, place - x - y]
            }
            let targets = quads.enumerated().map { marker, corners in
                let own = marker < right ? .zero : SIMD3<Double>.random(in: 0.5...3, using: &random)
                return corners.map { $0 + own + SIMD3<Double>.normal(using: &random) * 0.002 }
            }
            let pairs = try Correspondences(
                sources: quads.flatMap(\.self), targets: targets.flatMap(\.self),
                groups: (0..<markers).flatMap { [$0, $0, $0, $0] })
            let isBelieved = 2 * right > markers || right >= 4
            do throws(RigidFitError) {
                let fit = try RobustFit(pairs, choice: choice)
                #expect(isBelieved && fit.support == right, "seed \(seed)")
            } catch { #expect(!isBelieved && error.code == "NOT_DETERMINED", "seed \(seed): \(error)") }
        }
    }

    @Test("too few pairs, and none that count", arguments: 0..<3)
    func few(count: Int) {
        let p = Array(RobustRefusalTests.room.prefix(count))
        #expect(refusal(p, p) == "TOO_FEW_PAIRS")
        #expect(refusal(p, p, bound: nil) == "TOO_FEW_PAIRS")
        let room = RobustRefusalTests.room
        #expect(refusal(room, room, weights: room.map { _ in 0 }) == "TOO_FEW_PAIRS")
    }

    @Test("points in one place, or most of them")
    func coincident() {
        let p = RobustRefusalTests.room
        let place = [SIMD3<Double>](repeating: SIMD3(1, 2, 3), count: p.count)
        for bound in [0.03, nil] {
            #expect(refusal(place, p, bound: bound) == "COINCIDENT_POINTS")
            #expect(refusal(place, place, bound: bound) == "COINCIDENT_POINTS")
        }
        // A wrong pair that is repeated weighs no more than once.
        let sources = p + [SIMD3<Double>](repeating: SIMD3(4, 4, 4), count: 12)
        let targets = p + [SIMD3<Double>](repeating: SIMD3(-4, 0, 1), count: 12)
        let fit = try? RobustFit(Correspondences(sources: sources, targets: targets), bound: 0.03)
        #expect(fit?.support == p.count)
    }

    @Test("right pairs on a line name the line's fault")
    func collinear() {
        let p = RobustRefusalTests.room.map { SIMD3($0.x, 0, 0) }
        #expect(refusal(p, p) == "POINTS_ON_LINE")
        let wrong = RobustRefusalTests.room.map { $0 + SIMD3(0, 0, 4) }
        let code = refusal(p + wrong, p + RigidFitTests.points(20, seed: 8))
        #expect(code == "POINTS_ON_LINE")
    }

    @Test("a bound beyond the scene tells nothing")
    func widestBound() {
        let p = RobustRefusalTests.room
        #expect(refusal(p, p, bound: 100) == "NOT_DETERMINED")
        #expect(refusal(p, p, bound: 1e300) == "NOT_DETERMINED")
    }

    @Test("a mirrored set is called mirrored")
    func mirrored() {
        let p = RobustRefusalTests.room
        #expect(refusal(p, p.map { SIMD3(-$0.x, $0.y, $0.z) }) == "MIRRORED")
        let mixed = p.enumerated().map { $0 % 3 == 0 ? SIMD3(1, $1.x, $1.z) : SIMD3(-$1.x, $1.y, $1.z) }
        #expect(refusal(p, mixed) == "MIRRORED")
    }

    @Test(
        "lengths in another unit, or two per cent off", arguments: [1000, 0.001, 0.0254, 0.3048, 1.02, 0.98])
    func slip(factor: Double) throws {
        var random = SeededGenerator(seed: Seeds.first)
        for scene in [
            RobustScene.markers(12, moved: 3, using: &random), .pairs(100, right: 90, using: &random),
        ] {
            let pairs = try Correspondences(
                sources: scene.sources, targets: scene.targets.map { $0 * factor }, groups: scene.groups)
            #expect {
                try RobustFit(pairs, bound: RobustScene.bound * max(factor, 1))
            } throws: { error in
                guard case RigidFitError.scaleSlip(let found, let spread) = error else { return false }
                return (found - factor).magnitude <= 6 * spread && spread < 0.01 * factor
            }
        }
    }

    @Test("noise is no slip", arguments: Seeds.few)
    func noise(seed: UInt64) throws {
        for trial in 0..<20 {
            var random = SeededGenerator(seed: seed, sample: trial)
            let scene = RobustScene.markers(3 + trial, moved: trial / 4, using: &random)
            let fit = try RobustFit(scene.pairs(), bound: RobustScene.bound)
            #expect(fit.inliers == scene.isRight, "seed \(seed), trial \(trial)")
        }
    }

    @Test("no verdict depends on the unit", arguments: [1e-30, 1e-9, 1e9, 1e30])
    func units(scale: Double) throws {
        let seed = Seeds.first
        for right in [30, 12, 0] {
            var random = SeededGenerator(seed: seed)
            let scene = RobustScene.pairs(40, right: right, using: &random)
            let here = Result { try RobustFit(scene.pairs(), bound: RobustScene.bound).inliers }
            let there = Result {
                try RobustFit(scene.pairs(scale: scale), bound: RobustScene.bound * scale).inliers
            }
            #expect((try? here.get()) == (try? there.get()), "seed \(seed)")
            #expect(((try? here.get()) == nil) == (right == 0))
            let learned = try? RobustFit(scene.pairs(scale: scale)).inliers
            #expect(learned == (try? RobustFit(scene.pairs()).inliers))
        }
    }

    @Test("wild coordinates among the wrong pairs do no harm")
    func wild() throws {
        var random = SeededGenerator(seed: Seeds.first)
        var scene = RobustScene.pairs(60, right: 45, using: &random)
        for (place, pair) in scene.isRight.indices.filter({ !scene.isRight[$0] }).enumerated() {
            let size = [1e5, 1e9, 1e20, 1e59][place % 4]
            scene.sources[pair] = SIMD3(size, -size, 0.5 * size)
            if place % 3 == 0 { scene.targets[pair] = SIMD3(0, size, 0) }
        }
        for bound in [RobustScene.bound, nil] {
            let fit = try RobustFit(scene.pairs(), bound: bound)
            if bound != nil { #expect(fit.inliers == scene.isRight) }
            #expect(scene.error(fit.fit) < RobustScene.noise)
        }
    }

    @Test("the order of the pairs does not show", arguments: Seeds.few)
    func permutation(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = RobustScene.pairs(120, right: 40, using: &random)
        let pairs = try scene.pairs()
        let fit = try RobustFit(pairs, bound: RobustScene.bound)
        for _ in 0..<5 {
            let order = scene.sources.indices.shuffled(using: &random)
            let other = try RobustFit(pairs.selected(order), bound: RobustScene.bound)
            #expect(other.inliers == order.map { fit.inliers[$0] }, "seed \(seed)")
            #expect(other.targetFromSource.rotation == fit.targetFromSource.rotation, "seed \(seed)")
        }
    }

    @Test("long rows of equal pitch, one pitch apart, are not told apart")
    func rows() {
        // Every marker of a row may be every marker of the other scan; two rows, so that no line is free.
        let places = (0..<12).flatMap { [SIMD3(Double($0), 0, 0), SIMD3(Double($0), 0.7, 0.2)] }
        var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = []
        for p in places {
            for q in places where p.y == q.y {
                sources.append(p)
                targets.append(q)
            }
        }
        #expect(refusal(sources, targets) == "AMBIGUOUS_MOTION")
    }
}
