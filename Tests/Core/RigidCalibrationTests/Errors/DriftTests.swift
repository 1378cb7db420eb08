import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Scans that drift")
struct DriftTests {
    /// A blade of 60 m with points all along it; the second scan's heading drifts evenly by `degrees` from end to end.
    static func blade(
        degrees: Double, moved: Int = 0, noise: Double = 0.01, count: Int = 400, seed: UInt64
    ) throws -> (pairs: Correspondences, moved: Set<Int>) {
        var random = SeededGenerator(seed: seed)
        let length = 60.0, curvature = degrees * .pi / 180 / length
        let yaw = Rotation(rotationVector: SIMD3(0.003, 1.1, -0.002)) ?? .identity
        var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = []
        for _ in 0..<count {
            let along = Double.random(in: 0...length, using: &random)
            let place = SIMD3(along, .random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
            // To first order in the small angle: across by half the curvature times the square, along by the turn.
            let bent = place + SIMD3(curvature * along * place.z, 0, -curvature * along * along / 2)
            sources.append(place)
            targets.append(yaw * bent + SIMD3(4, 1, -7) + SIMD3<Double>.normal(using: &random) * noise)
        }
        let wrong = Set((0..<moved).map { $0 * count / max(moved, 1) })
        for pair in wrong { targets[pair] += SIMD3<Double>.randomDirection(using: &random) * 0.5 }
        return (try Correspondences(sources: sources, targets: targets), wrong)
    }

    /// The share of points with 1 cm of noise in each of three coordinates that are beyond 3 cm: chi-square of 9, three
    /// degrees of freedom.
    static let beyondThreeDeviations = 0.0293

    /// The most of this many sound points that may be beyond it: the expected number plus five deviations.
    static func mostRejected(of sound: Int) -> Int {
        let expected = Double(sound) * beyondThreeDeviations
        return Int(expected + 5 * (expected * (1 - beyondThreeDeviations)).squareRoot())
    }

    @Test(
        "half a degree over 60 m is a drift, and no sound marker is called moved",
        arguments: 1...8 as ClosedRange<UInt64>)
    func drift(seed: UInt64) throws {
        let (pairs, moved) = try DriftTests.blade(degrees: 0.5, moved: 12, seed: seed)
        let calibration = try Calibration(robust: pairs, bound: 0.03)
        let selection = try #require(calibration.selection)
        let rejected = Set((0..<pairs.count).filter { !selection.inliers[$0] })
        #expect(moved.isSubset(of: rejected))
        let chance = rejected.count - moved.count
        #expect(chance <= DriftTests.mostRejected(of: pairs.count - moved.count), "seed \(seed): \(chance)")
        #expect(calibration.judgements.contains { $0.code == "SCAN_DRIFT" }, "\(calibration.judgements)")
        #expect(calibration.verdict == .warn)
    }

    @Test("a straight scan has none", arguments: 1...8 as ClosedRange<UInt64>)
    func straight(seed: UInt64) throws {
        let (pairs, _) = try DriftTests.blade(degrees: 0, moved: 12, seed: seed)
        let calibration = try Calibration(robust: pairs, bound: 0.03)
        #expect(calibration.verdict == .pass, "\(calibration.judgements)")
    }
}
