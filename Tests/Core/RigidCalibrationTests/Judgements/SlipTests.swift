import Foundation
import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Slips of units and axes")
struct SlipTests {
    @Test("a factor of each unit is known on each side", arguments: UnitSlip.Unit.allCases)
    func units(unit: UnitSlip.Unit) {
        for stretch in [0.975, 0.995, 1, 1.005, 1.025] {
            let sources = UnitSlip(factor: unit.metres * stretch)
            #expect(sources?.unit == unit && sources?.side == .source)
            let targets = UnitSlip(factor: stretch / unit.metres)
            #expect(targets?.unit == unit && targets?.side == .target)
        }
    }

    @Test("a factor of no unit is no slip", arguments: [0, 1, 1.1, 0.9, 2, 1e6, .infinity, .nan])
    func noUnit(factor: Double) { #expect(UnitSlip(factor: factor) == nil) }

    @Test("a factor that is not well known is of the unit within two deviations of it, up to a tenth")
    func roughUnits() {
        let ofUnits: [(Double, Double)] = [(989.7, 21.5), (1 / 989.7, 21.5 / 989.7 / 989.7), (1093, 300)]
        for (factor, deviation) in ofUnits {
            let slip = UnitSlip(factor: factor, deviation: deviation)
            #expect(slip?.unit == .millimetres && slip?.side == (factor > 1 ? .target : .source))
        }
        let others: [(Double, Double)] = [(950, 21.5), (1110, 300), (960, 0), (960, .nan), (1, 300)]
        for (factor, deviation) in others {
            #expect(UnitSlip(factor: factor, deviation: deviation) == nil, "\(factor) ± \(deviation)")
        }
    }

    @Test("P25: corners that begin elsewhere, or run the other way round, are no noise", arguments: Seeds.few)
    func cornerOrders(seed: UInt64) throws {
        /// Eight square markers on the walls around a ring, and their places in a new scan.
        func fit(side: Double, noise: Double, _ order: CornerOrder) throws -> Calibration {
            var random = SeededGenerator(seed: seed)
            let turn = try #require(Rotation(rotationVector: SIMD3(0, 1.5, 0)))
            let old = (0..<8).map { place in
                let angle = Double(place) * .pi / 4, out = SIMD3(cos(angle), 0, sin(angle))
                let (x, y) = (out * side / 2, SIMD3(0, side / 2, 0))
                let middle = out * 3 + [0, 1 + 0.2 * Double(place % 3), 0]
                return Quad(middle - x + y, middle + x + y, middle + x - y, middle - x - y)
            }
            let new = old.map { quad in
                quad.map { turn * $0 + [4, 0, -1] + SIMD3<Double>.normal(using: &random) * noise }.reordered(
                    order)
            }
            return try Calibration(old, new)
        }
        func isPoor(_ calibration: Calibration) -> Bool {
            calibration.judgements.contains { $0.code == "POOR_FIT" }
        }
        for start in 0..<4 {
            for isReversed in [false, true] {
                let order = CornerOrder(start: start, isReversed: isReversed)
                for noise in [0, 0.002, 0.01] {
                    let found = try fit(side: 0.1, noise: noise, order)
                    #expect(isPoor(found) == (order != .identity), "\(order), \(noise): \(found)")
                }
            }
        }
        for noise in [0.01, 0.03, 0.1] {
            #expect(try !isPoor(fit(side: 0.05, noise: noise, .identity)), "\(noise)")
        }
    }

    @Test("each mistake in the axes of levelled frames is known", arguments: Seeds.few)
    func axes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let points = (0..<12).map { _ in SIMD3<Double>.random(in: -3...3, using: &random) }
        let turn = try #require(Rotation(rotationVector: SIMD3(0, .random(in: -3...3, using: &random), 0)))
        let mistakes: [(MirrorSlip, (SIMD3<Double>) -> SIMD3<Double>)] = [
            (.horizontal, { SIMD3(-$0.x, $0.y, $0.z) }), (.horizontal, { SIMD3($0.x, $0.y, -$0.z) }),
            (.horizontal, { SIMD3($0.z, $0.y, $0.x) }), (.upsideDown, { SIMD3($0.x, -$0.y, $0.z) }),
            (.yAndZ, { SIMD3($0.x, $0.z, $0.y) }), (.xAndY, { SIMD3($0.y, $0.x, $0.z) }),
        ]
        for (slip, mistake) in mistakes {
            let pairs = try Correspondences(sources: points.map(mistake), targets: points.map { turn * $0 })
            #expect(MirrorSlip(pairs) == slip)
        }
    }

    @Test("frames that are not level show no single mistake")
    func tilted() throws {
        var random = SeededGenerator(seed: 1)
        let points = (0..<12).map { _ in SIMD3<Double>.random(in: -3...3, using: &random) }
        let turn = try #require(Rotation(rotationVector: SIMD3(0.6, 0.5, 0.4)))
        let pairs = try Correspondences(
            sources: points.map { SIMD3(-$0.x, $0.y, $0.z) }, targets: points.map { turn * $0 })
        #expect(MirrorSlip(pairs) == nil)
    }
}
