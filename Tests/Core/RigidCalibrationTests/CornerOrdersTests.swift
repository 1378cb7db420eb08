import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Corner orders of many quads")
struct CornerOrdersTests {
    /// Quads of a room with 3 mm of noise in every coordinate of the targets, and the motion.
    private func room(
        _ count: Int, _ width: Double, _ height: Double, _ random: inout SeededGenerator
    ) -> (sources: [Quad], targets: [Quad]) {
        let motion = RigidStrategy.random.transform(using: &random)
        var sources: [Quad] = [], targets: [Quad] = []
        for _ in 0..<count {
            let stand = RigidStrategy.random.transform(using: &random)
            let quad = stand * Quad.rectangle(width, height)
            sources.append(quad)
            targets.append(
                (motion * quad).map { $0 + SIMD3<Double>.random(in: -0.005...0.005, using: &random) })
        }
        return (sources, targets)
    }

    /// The order that undoes another.
    private func inverse(_ order: CornerOrder) -> CornerOrder {
        order.isReversed ? order : CornerOrder(start: (4 - order.start) % 4, isReversed: false)
    }

    @Test("every quad in another order", arguments: [2, 3, 12], Seeds.few)
    func mixed(count: Int, seed: UInt64) throws {
        for trial in 0..<5 {
            var random = SeededGenerator(seed: seed, sample: trial)
            let (sources, targets) = room(count, 0.2, 0.2, &random)
            let orders = targets.map { _ in CornerOrder.all.randomElement(using: &random) ?? .identity }
            // Two quads alone may be turned together; of three and more each order shows.
            let turned = zip(targets, orders).map { $0.reordered($1) }
            let found = try CornerOrders(sources: sources, targets: turned, bound: 0.03)
            #expect(found.orders == orders.map(inverse), "seed \(seed), trial \(trial)")
            #expect(found.targets == targets)
            #expect(found.margins.allSatisfy { $0 > 0.02 })
            #expect(try RigidFit(found.correspondences).rms < 0.01)
        }
    }

    @Test("a quad out of its place is turned by its bearings, and misleads no other", arguments: Seeds.few)
    func moved(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (sources, targets) = room(9, 0.3, 0.2, &random)
        for quad in 0..<3 { targets[quad] = targets[quad].moved(by: SIMD3(1, 2, -1)) }
        let orders = targets.map { _ in CornerOrder.all.randomElement(using: &random) ?? .identity }
        sources[8] = sources[8].reordered(orders[0])
        let turned = zip(targets, orders).map { $0.reordered($1) }
        let found = try CornerOrders(sources: sources, targets: turned, bound: 0.03)
        #expect(found.orders[..<8] == orders.map(inverse)[..<8], "seed \(seed)")
        let fit = try RobustFit(found.correspondences, bound: 0.03)
        #expect(fit.inliers == (0..<36).map { $0 >= 12 }, "seed \(seed)")
    }

    @Test("a quad that was turned over elsewhere keeps its order", arguments: Seeds.few)
    func turnedOver(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (sources, sound) = room(9, 0.3, 0.2, &random)
        var targets = sound
        let tilt = Rotation(angle: 1, axis: SIMD3<Double>.randomDirection(using: &random)) ?? .identity
        targets[0] = targets[0].map { SIMD3(1, 2, -1) + tilt * $0 }.reordered(CornerOrder.all[3])
        let found = try CornerOrders(sources: sources, targets: targets, bound: 0.03)
        #expect(found.orders.allSatisfy { $0 == .identity }, "seed \(seed)")
        #expect(found.targets == targets)
    }

    @Test("a single square keeps its order, and says that it might be any", arguments: Seeds.few)
    func square(seed: UInt64) throws {
        for trial in 0..<20 {
            var random = SeededGenerator(seed: seed, sample: trial)
            let (sources, targets) = room(1, 0.2, 0.2, &random)
            for order in CornerOrder.all {
                let found = try CornerOrders(
                    sources: sources, targets: targets.map { $0.reordered(order) }, bound: 0.03)
                #expect(found.orders == [.identity], "seed \(seed), trial \(trial), \(order)")
            }
        }
    }

    @Test("a single oblong quad is turned where that alone fits", arguments: Seeds.few)
    func oblong(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (sources, targets) = room(1, 0.4, 0.2, &random)
        for order in CornerOrder.all {
            let turned = targets.map { $0.reordered(order) }
            let found = try CornerOrders(sources: sources, targets: turned, bound: 0.03)
            let keepsLong = (order.start + (order.isReversed ? 1 : 0)) % 2 == 0
            #expect((found.orders == [.identity]) == keepsLong, "seed \(seed), \(order)")
            #expect(try RigidFit(found.correspondences).rms < 0.01)
        }
    }

    @Test("exact quads, and those of any size", arguments: [1e-9, 1, 1e9])
    func exact(scale: Double) throws {
        let quads = (0..<4).map { Quad.rectangle(0.2, 0.2).moved(by: SIMD3(Double($0), Double($0 % 2), 0)) }
        let sources = quads.map { $0.map { $0 * scale } }
        let found = try CornerOrders(sources: sources, targets: sources, bound: 0.03 * scale)
        #expect(found.orders.allSatisfy { $0 == .identity })
        #expect(throws: RigidFitError.badBound(pair: nil, bound: 0)) {
            try CornerOrders(sources: sources, targets: sources, bound: 0)
        }
        #expect(try CornerOrders(sources: [], targets: [], bound: 1).orders.isEmpty)
    }
}
