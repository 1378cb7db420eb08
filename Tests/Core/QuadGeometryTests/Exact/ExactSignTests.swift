import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct ExactSignTests {
    /// The sign of a turn by whole numbers of no more than 30 bits, which `Int` holds.
    private func turn(_ a: SIMD2<Int>, _ b: SIMD2<Int>, _ c: SIMD2<Int>) -> Int {
        ((a.x - c.x) * (b.y - c.y) - (a.y - c.y) * (b.x - c.x)).signum()
    }

    private func doubles(_ point: SIMD2<Int>, _ unit: Double) -> SIMD2<Double> {
        SIMD2(Double(point.x) * unit, Double(point.y) * unit)
    }

    @Test(
        "turns beside a line are those of integer arithmetic, at any power of two",
        arguments: [1, 0x1p-500, 0x1p500, 0x1p-535, 0x1p-543, 0x1p-1040, 0x1p990])
    func turns(unit: Double) {
        var zeros = 0
        for sample in 0..<300 {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            let step = SIMD2(
                Int.random(in: -99...99, using: &random), Int.random(in: -99...99, using: &random))
            let start = SIMD2(
                Int.random(in: -9999...9999, using: &random), Int.random(in: -9999...9999, using: &random))
            let off = SIMD2(Int.random(in: -1...1, using: &random), Int.random(in: -1...1, using: &random))
            let a = start, b = start &+ step &* 1000, c = start &+ step &* 313 &+ off
            let expected = turn(a, b, c)
            if expected == 0 { zeros += 1 }
            let (p, q, r) = (doubles(a, unit), doubles(b, unit), doubles(c, unit))
            #expect(ExactSign.turn(p, q, r) == expected)
            #expect(ExactSign.turn(q, r, p) == expected)
            #expect(ExactSign.turn(q, p, r) == -expected)
            #expect(ExactSign.exactTurn(p, q, r) == expected)
        }
        #expect(zeros > 0)
    }

    @Test("beside lines whose coordinates round, the quick sign is the exact one", arguments: Seeds.few)
    func roundedTurns(seed: UInt64) {
        var signs: Set<Int> = []
        for sample in 0..<2000 {
            var random = SeededGenerator(seed: seed, sample: sample)
            func point(_ size: Double) -> SIMD2<Double> { .random(in: -size...size, using: &random) }
            let a = point(1), b = point(.randomSize(in: 1e-3...1e3, using: &random))
            // A point of the line, off it by rounding alone, and near an end of it or far along.
            let c = a + (b - a) * Double.randomSize(in: 1e-3...1e3, using: &random)
            let exact = ExactSign.exactTurn(a, b, c)
            signs.insert(exact)
            for (p, q, r) in [(a, b, c), (b, c, a), (c, a, b)] {
                #expect(ExactSign.turn(p, q, r) == exact)
                #expect(ExactSign.turn(q, p, r) == -exact)
            }
        }
        #expect(signs.isSuperset(of: [-1, 1]))
    }

    @Test("the least step off a line decides", arguments: [0.1, 3, 1e-300, 1e300])
    func leastStep(size: Double) {
        let a = SIMD2(0, size), b = SIMD2(size, size)
        #expect(ExactSign.turn(a, b, SIMD2(size / 3, size)) == 0)
        #expect(ExactSign.turn(a, b, SIMD2(size / 3, size.nextUp)) == 1)
        #expect(ExactSign.turn(a, b, SIMD2(size / 3, size.nextDown)) == -1)
    }

    @Test(
        "the side of an edge is that of integer arithmetic, and an edge from its ends is both",
        arguments: [1, 0x1p-340, 0x1p-357, 0x1p-362, 0x1p300])
    func sides(unit: Double) {
        for sample in 0..<300 {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            func point(_ range: ClosedRange<Int>) -> SIMD3<Int> {
                SIMD3(
                    .random(in: range, using: &random), .random(in: range, using: &random),
                    .random(in: range, using: &random))
            }
            // A ray aimed at a point of the edge, or a step beside it.
            let a = point(-99...99), b = point(-99...99), origin = point(-99...99)
            let direction = (a &+ b) &- origin &* 2 &+ point(-1...1)
            let v = a &- origin, w = b &- origin
            let expected =
                (direction.x * (v.y * w.z - v.z * w.y) + direction.y * (v.z * w.x - v.x * w.z)
                + direction.z * (v.x * w.y - v.y * w.x)).signum()
            func double(_ point: SIMD3<Int>) -> SIMD3<Double> { SIMD3<Double>(point) * unit }
            #expect(ExactSign.side(double(direction), from: double(origin), double(a), double(b)) == expected)
            #expect(
                ExactSign.side(double(direction), from: double(origin), double(b), double(a)) == -expected)
        }
    }

    @Test("a rounded volume is off by no more than it says", arguments: Seeds.few)
    func volumeBound(seed: UInt64) {
        for sample in 0..<300 {
            var random = SeededGenerator(seed: seed, sample: sample)
            func vector() -> SIMD3<Double> { .random(in: -1...1, using: &random) }
            let u = vector(), v = vector(), w = (u + v + vector() * 1e-12)
            let (value, bound) = ExactSign.volume(u, v, w)
            let exact = ExactVector(u).dot(ExactVector(v).cross(ExactVector(w)))
            let off = ExactNumber(value) - exact
            #expect((off * off - ExactNumber(bound) * ExactNumber(bound)).sign <= 0)
        }
    }

    @Test("which way a quad looks is decided exactly, also edge-on", arguments: Seeds.few)
    func along(seed: UInt64) throws {
        for quad in QuadStrategy.wild.quads(100, seed: seed) {
            let normal = try #require(quad.normal)
            #expect(ExactSign.along(normal, quad) == 1)
            #expect(ExactSign.along(-normal, quad) == -1)
            // The diagonals are exactly across the cross of the diagonals where their differences are exact.
            let grid = quad.map { ($0 * 0x1p20).rounded(.down) }
            #expect(ExactSign.along(grid.p3 - grid.p1, grid) == 0)
            #expect(ExactSign.along(grid.p4 - grid.p2, grid) == 0)
        }
    }

    @Test("the side of a point is exact down to the least step", arguments: Seeds.few)
    func sideOfPoint(seed: UInt64) {
        for quad in QuadStrategy.wild.quads(50, seed: seed) {
            let grid = quad.map { ($0 * 0x1p20).rounded(.down) * 4 }
            let center = grid.center, normal = (grid.p3 - grid.p1).cross(grid.p4 - grid.p2)
            #expect(ExactSign.side(of: center, grid) == 0)
            let step = normal.z > 0 ? 1 : normal.z < 0 ? -1 : 0
            #expect(ExactSign.side(of: SIMD3(center.x, center.y, center.z.nextUp), grid) == step)
            #expect(ExactSign.side(of: SIMD3(center.x, center.y, center.z.nextDown), grid) == -step)
        }
    }
}
