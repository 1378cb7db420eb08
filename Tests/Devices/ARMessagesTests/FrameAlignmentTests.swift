import ARMessages
import FrameGraph
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Frames joined by what both devices have seen")
struct FrameAlignmentTests {
    private static let first = SampleMessage.yaw(40, SIMD3(2, 0.1, 1))

    private func seen(_ points: [SIMD3<Double>]) throws -> Correspondences {
        try Correspondences(sources: points, targets: points.map { Self.first * $0 })
    }

    /// Of exact points, in metres.
    static let tolerance = 1e-12

    @Test("two points that are not above each other join them, with an edge")
    func two() throws {
        let points = [SIMD3(0.0, 0, 0), SIMD3(1, 0.5, 0)]
        let alignment = try FrameAlignment(from: "phone", to: "tablet", seen: seen(points), noise: 0.007)
        #expect(alignment.edge.from == "phone" && alignment.edge.to == "tablet")
        for point in points {
            let off = (alignment.edge.motion * point - Self.first * point).largestMagnitude
            #expect(off <= Self.tolerance)
        }
        #expect(alignment.yaw != nil && alignment.rigid == nil)
        // Surer at the points than behind them.
        #expect(alignment.edge.covariance.shiftDeviation < 0.05)
        let graph = try PoseGraph([alignment.edge])
        #expect(try graph.transform(to: "phone", from: "tablet").motion == alignment.edge.motion)
    }

    @Test("points above each other leave the turn about the vertical free")
    func vertical() throws {
        let pairs = try seen([SIMD3(0.3, 0, 1.0), SIMD3(0.3, 1, 1)])
        for model in [MotionModel.yaw, .gravity(tilt: 0.5)] {
            do throws(FrameAlignmentError) {
                _ = try FrameAlignment(from: "a", to: "b", seen: pairs, model: model, noise: 0.007)
                Issue.record("taken: \(model)")
            } catch {
                guard case .turnFree(let axis, _) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(axis == SIMD3(0, 1, 0) && error.code == "TURN_FREE")
            }
        }
    }

    @Test("yaw alone has an edge, too, whose tilt is as uncertain as gravity has it")
    func yaw() throws {
        let points = [SIMD3(0.0, 0, 0), SIMD3(1, 0.5, 0), SIMD3(0, 1, 2)]
        let alignment = try FrameAlignment(
            from: "phone", to: "tablet", seen: seen(points), model: .yaw, noise: 0.007)
        #expect(alignment.edge.motion == alignment.yaw)
        let variance = alignment.edge.covariance.rows[0]
        #expect(variance > 0 && variance < (0.5 * .pi / 180) * (0.5 * .pi / 180))
    }

    @Test("the covariance is that of the errors", arguments: Seeds.few)
    func consistency(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let noise = 0.005, count = Effort.count(2000, quick: 400)
        let points = [SIMD3(0.0, 0, 0), SIMD3(1, 0.5, 0), SIMD3(0, 1, 2), SIMD3(-1, 0.7, 1)]
        func normal() -> Double {
            (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) } * noise
        }
        var sum = 0.0
        for _ in 0..<count {
            let targets = points.map { Self.first * $0 + SIMD3(normal(), normal(), normal()) }
            let alignment = try FrameAlignment(
                from: "a", to: "b", seen: Correspondences(sources: points, targets: targets), model: .rigid,
                noise: noise)
            let error = (alignment.edge.motion.inverted() * Self.first).twist
            sum += alignment.edge.covariance.squaredDistance(error) ?? .infinity
        }
        // The mean of its squares in deviations is that of six directions, whose variance is 12.
        let scatter = Self.deviations * (12 / Double(count)).squareRoot()
        #expect(abs(sum / Double(count) - 6) <= scatter, "seed \(seed)")
    }

    /// Deviations that a mean over many samples may be off.
    static let deviations = 4.0
}
