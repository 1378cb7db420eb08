import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("What fixes no motion is refused, with the reason")
struct RefusalTests {
    static let square = [
        SIMD3<Double>(0, 0, 0), SIMD3(0.2, 0, 0), SIMD3(0.2, 0, 0.2), SIMD3(0, 0, 0.2),
    ]
    static let turn = Rotation(rotationVector: SIMD3(0.3, -1.2, 0.5)) ?? .identity

    private func refusal(
        _ sources: [SIMD3<Double>], _ targets: [SIMD3<Double>], weights: [Double]? = nil
    ) -> RigidFitError? {
        do throws(RigidFitError) {
            _ = try RigidFit(Correspondences(sources: sources, targets: targets, weights: weights))
            return nil
        } catch { return error }
    }

    @Test("counts that do not match, and too few")
    func counts() {
        let p = RefusalTests.square
        #expect(refusal(p, Array(p.dropLast())) == .unpairedPoints(sources: 4, targets: 3))
        #expect(refusal(p, p, weights: [1, 1]) == .unpairedColumn(.weights, count: 2, pairs: 4))
        #expect(refusal([], []) == .tooFewPairs(found: 0, needed: 3))
        #expect(refusal(Array(p.prefix(2)), Array(p.prefix(2))) == .tooFewPairs(found: 2, needed: 3))
        #expect(refusal(p, p, weights: [1, 1, 0, 0]) == .tooFewPairs(found: 2, needed: 3))
    }

    @Test(
        "NaN, infinity and what is beyond range, by the pair", arguments: [Double.nan, .infinity, -.infinity])
    func nonFinite(value: Double) {
        let p = RefusalTests.square
        for pair in 0..<4 {
            for axis in 0..<3 {
                var broken = p
                broken[pair][axis] = value
                #expect(refusal(broken, p) == .nonFinitePoint(pair: pair, side: .source))
                #expect(refusal(p, broken) == .nonFinitePoint(pair: pair, side: .target))
            }
        }
        #expect(refusal(p, p.dropLast() + [SIMD3(0, 1e61, 0)]) == .outOfRange(pair: 3, side: .target))
        for weight in [-1, .nan, Double.infinity] {
            let found = refusal(p, p, weights: [1, 1, weight, 1])
            guard case .badWeight(pair: 2, _) = found else {
                Issue.record("\(String(describing: found)) for a weight of \(weight)")
                continue
            }
        }
    }

    /// Sizes and places at which an absolute threshold would fail.
    static let sizes = [1e-9, 1e-3, 1, 10, 100, 1e3, 1e4, 1e9]

    @Test("points in one place", arguments: sizes)
    func coincident(size: Double) {
        let place = SIMD3(0.1, 0.7, -0.3) * size
        let p = [SIMD3<Double>](repeating: place, count: 5)
        guard case .coincidentPoints(.source, _, _)? = refusal(p, RefusalTests.square + [.zero]) else {
            Issue.record("coincident sources")
            return
        }
        guard case .coincidentPoints(.target, _, _)? = refusal(RefusalTests.square + [.zero], p) else {
            Issue.record("coincident targets")
            return
        }
    }

    @Test("points on a line, with its direction", arguments: sizes, Seeds.few)
    func collinear(size: Double, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let direction = SIMD3<Double>.randomDirection(using: &random)
            let start = SIMD3<Double>.random(in: -1...1, using: &random) * size
            let p = (0..<8).map { _ in start + direction * (size * .random(in: -1...1, using: &random)) }
            let q = p.map { RefusalTests.turn * $0 }
            guard case .pointsOnLine(.source, let axis, _, _)? = refusal(p, q) else {
                Issue.record("seed \(seed): \(p)")
                continue
            }
            #expect(axis.cross(direction).length < 1e-6)
        }
    }

    @Test("a turn that gains nothing")
    func notDetermined() {
        // Sources and targets spread along different axes only: no turn about the first fits better than another.
        let p = [SIMD3<Double>(1, 0, 0), SIMD3(-1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, -1, 0)]
        let q = [SIMD3<Double>(1, 0, 0), SIMD3(-1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 1, 0)]
        guard case .turnNotDetermined? = refusal(p, q) else {
            Issue.record("\(String(describing: refusal(p, q)))")
            return
        }
    }

    @Test(
        "good sets are answered at any size: a floor marker at y = 0, and a cloud of 1e-8 m", arguments: sizes
    )
    func good(size: Double) throws {
        for scale in [size, 1e-8 * size] {
            let p = RefusalTests.square.map { $0 * scale }
            #expect(refusal(p, p.map { RefusalTests.turn * $0 }) == nil)
        }
    }
}
