import QuadGeometry
import TestSupport
import Testing

@Suite("Points at an index", .seeded)
struct MarkerIndexPointsTests {
    /// Points on quads, beside them, among them and far away.
    static func points(at quads: [Quad], seed: UInt64) -> [SIMD3<Double>] {
        var random = SeededGenerator(seed: seed)
        return (0..<60).map { i in
            let quad = quads.randomElement(using: &random) ?? .rectangle(1, 1)
            let size = quad.diagonalLengths.max()
            let away = SIMD3<Double>.randomDirection(using: &random) * (size * [0, 0.1, 1, 30, 1e6][i % 5])
            return [quad.p1, quad.center, (quad.p2 + quad.p3) * 0.5][i / 5 % 3] + away
        }
    }

    private func sorted(_ quads: [Quad], by point: SIMD3<Double>) -> [NearQuad] {
        quads.enumerated().map { index, quad in
            let nearest = quad.nearestPoint(to: point)
            return NearQuad(index: index, point: nearest, distance: (nearest - point).length)
        }
        .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    }

    @Test(
        "the nearest is that of a look at every quad", arguments: IndexScene.allCases, KernelLevel.available)
    func equalsBruteForce(scene: IndexScene, level: KernelLevel) throws {
        let quads = scene.quads(seed: Seeds.first)
        let index = try MarkerIndex(quads)
        for point in Self.points(at: quads, seed: Seeds.first) where point.isFinite {
            let expected = sorted(quads, by: point)
            #expect(index.nearest(to: point, on: level) == expected.first, "\(point)")
            let limit = expected[min(20, expected.count - 1)].distance
            #expect(
                index.quads(within: limit, of: point, on: level) == expected.filter { $0.distance <= limit },
                "\(point)")
            let least = try #require(expected.first).distance
            #expect(index.nearest(to: point, within: least, on: level) == expected.first)
            if least > 0 { #expect(index.nearest(to: point, within: least.nextDown, on: level) == nil) }
        }
    }

    @Test("no point of a quad is nearer than the one that is found", arguments: QuadStrategy.allCases)
    func nearestPoint(strategy: QuadStrategy) {
        var random = SeededGenerator(seed: Seeds.first)
        for quad in strategy.quads(50, seed: Seeds.first) {
            let size = quad.diagonalLengths.max()
            let point = quad.center + SIMD3<Double>.random(in: -1...1, using: &random) * size
            let distance = (quad.nearestPoint(to: point) - point).length
            for _ in 0..<40 {
                var weights = [Double.random(in: 0...1, using: &random), .random(in: 0...1, using: &random)]
                if weights[0] + weights[1] > 1 { weights = weights.map { 1 - $0 } }
                for (a, b, c) in [(quad.p1, quad.p2, quad.p4), (quad.p3, quad.p4, quad.p2)] {
                    let other = a + (b - a) * weights[0] + (c - a) * weights[1]
                    #expect(distance <= (other - point).length + 1e-12 * (size + quad.largestMagnitude))
                }
            }
        }
    }

    @Test("a point on the surface is its own nearest, within rounding", arguments: QuadStrategy.convex)
    func onSurface(strategy: QuadStrategy) {
        for quad in strategy.quads(50, seed: Seeds.first) {
            let inside = quad.p1 * 0.5 + quad.p2 * 0.25 + quad.p4 * 0.25
            let missed = (quad.nearestPoint(to: inside) - inside).length
            #expect(missed <= 1e-12 * (quad.largestMagnitude + quad.diagonalLengths.max()))
        }
    }

    @Test("no quads, or a point that is not finite, have nothing near")
    func nothing() throws {
        #expect(try MarkerIndex([]).nearest(to: .zero) == nil)
        let index = try MarkerIndex(IndexScene.room.quads(seed: Seeds.first))
        #expect(index.nearest(to: SIMD3(.nan, 0, 0)) == nil)
        #expect(index.quads(within: .nan, of: .zero).isEmpty)
        #expect(index.quads(within: -1, of: .zero).isEmpty)
    }
}
