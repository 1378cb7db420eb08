import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct TriangleCrossingTests {
    private let a = SIMD3<Double>(0, 0, 0), b = SIMD3<Double>(4, 0, 0), c = SIMD3<Double>(0, 4, 0)
    private var triangle: Triangle { Triangle(a, b, c) }

    private func down(_ x: Double, _ y: Double) throws -> Ray {
        try Ray(from: SIMD3(x, y, 8), along: SIMD3(0, 0, -2))
    }

    @Test("inside, on each edge and at each corner it is met; the least step off it is not")
    func closed() throws {
        let least = Double.leastNonzeroMagnitude
        for (x, y) in [(1.0, 1.0), (0, 0), (4, 0), (0, 4), (2, 0), (0, 2), (2, 2)] {
            let ray = try down(x, y), crossing = try #require(TriangleCrossing(triangle, ray))
            #expect(crossing.distance == 4)
            #expect(crossing.side == -1)
            #expect(TriangleCrossing.coordinates(triangle, ray) == (x / 4, y / 4))
        }
        for (x, y) in [
            (-least, 1.0), (1, -least), (2.0.nextUp, 2), (2, 2.0.nextUp), (-least, -least), (4.0.nextUp, 0),
        ] {
            #expect(try TriangleCrossing(triangle, down(x, y)) == nil)
        }
    }

    @Test("the corners' order turns the side and nothing else")
    func sides() throws {
        let ray = try down(1, 1)
        for (p, q, r) in [(a, b, c), (b, c, a), (c, a, b)] {
            let here = Triangle(p, q, r), there = Triangle(p, r, q)
            let one = try #require(TriangleCrossing(here, ray)),
                other = try #require(TriangleCrossing(there, ray))
            #expect(one.side == -1)
            #expect(other.side == 1)
            #expect(one.order(in: here, against: other, in: there, ray) == 0)
        }
    }

    @Test("a line in the plane and a triangle without area are missed")
    func degenerate() throws {
        #expect(TriangleCrossing(triangle, try Ray(from: SIMD3(-1, 1, 0), along: SIMD3(1, 0, 0))) == nil)
        #expect(TriangleCrossing(Triangle(a, b, b), try down(2, 0)) == nil)
        #expect(TriangleCrossing(Triangle(a, a, a), try down(0, 0)) == nil)
        #expect(TriangleCrossing(Triangle(a, b, SIMD3(8, 0, 0)), try down(2, 0)) == nil)
    }

    @Test("two triangles that share an edge leave no gap along it", arguments: Seeds.few)
    func noGap(seed: UInt64) throws {
        for sample in 0..<300 {
            var random = SeededGenerator(seed: seed, sample: sample)
            func point() -> SIMD3<Double> { .random(in: -1...1, using: &random) }
            let a = point(), b = point(), left = point(), origin = point() * 5
            // To the far side of the shared edge, so that both triangles lie around it.
            let right = a + b - left
            let share = Double.random(in: 0.01...0.99, using: &random)
            let ray = try Ray(from: origin, along: a + (b - a) * share - origin)
            let mine = TriangleCrossing(Triangle(a, b, left), ray),
                theirs = TriangleCrossing(Triangle(b, a, right), ray)
            #expect(mine != nil || theirs != nil)
        }
    }

    @Test("where doubles lose the distance, exact numbers find it", arguments: [0x1p-20, 0x1p-40, 0x1p-50])
    func cancellation(slope: Double) throws {
        // Nearly in the triangle's plane, from 2²⁰ away.
        let far = 0x1p20
        let ray = try Ray(from: SIMD3(1 - far, 1, slope * far), along: SIMD3(1, 0, -slope))
        #expect(try #require(TriangleCrossing(triangle, ray)).distance == far)
        #expect(TriangleCrossing.coordinates(triangle, ray) == (0.25, 0.25))
    }

    @Test("rays that graze the plane keep the digits of distance, u and v", arguments: Seeds.few)
    func grazing(seed: UInt64) throws {
        for sample in 0..<200 {
            var random = SeededGenerator(seed: seed, sample: sample)
            func point() -> SIMD3<Double> { .random(in: -1...1, using: &random) }
            let triangle = Triangle(point(), point(), point())
            let target = (triangle.a + triangle.b + triangle.c) / 3
            // In the plane but for rounding and a little more.
            let along =
                (triangle.b - triangle.a) + point() * Double.randomSize(in: 1e-17...1e-6, using: &random)
            guard let ray = try? Ray(from: target - along * 5, along: along),
                let crossing = TriangleCrossing(triangle, ray)
            else { continue }
            let a = ExactVector(triangle.a), alongB = ExactVector(triangle.b) - a,
                alongC = ExactVector(triangle.c) - a
            let direction = ExactVector(ray.direction), from = ExactVector(ray.origin) - a
            let normal = alongB.cross(alongC), speed = normal.dot(direction)
            func exact(_ dividend: ExactNumber) -> Double { ExactNumber.quotient(dividend, by: speed) }
            let distance = exact(-normal.dot(from))
            #expect((crossing.distance - distance).magnitude <= QuadHit.distanceError * distance.magnitude)
            let (towardsB, towardsC) = TriangleCrossing.coordinates(triangle, ray)
            let b = exact(-from.dot(direction.cross(alongC))), c = exact(-direction.dot(from.cross(alongB)))
            #expect((towardsB - b).magnitude <= QuadHit.coordinateError)
            #expect((towardsC - c).magnitude <= QuadHit.coordinateError)
        }
    }

    @Test("the range is decided exactly where the distance is rounded", arguments: Seeds.few)
    func range(seed: UInt64) throws {
        for sample in 0..<100 {
            var random = SeededGenerator(seed: seed, sample: sample)
            // t is m / 3 for a whole number m, which is no double unless m is a multiple of three.
            let count = Double(Int.random(in: 1...1_000_000, using: &random))
            let t = count / 3, above = (ExactNumber(3) * ExactNumber(t) - ExactNumber(count)).sign
            let origin = SIMD3(1, 1, count)
            func isMet(_ start: Double, _ end: Double) throws -> Bool {
                TriangleCrossing(
                    triangle, try Ray(from: origin, along: SIMD3(0, 0, -3), start: start, end: end)) != nil
            }
            #expect(try isMet(t.nextDown, t.nextUp))
            #expect(try !isMet(t.nextUp, .infinity))
            #expect(try !isMet(0, t.nextDown))
            // A quotient that was rounded lies on one side of the true one.
            #expect(try isMet(t, .infinity) == (above <= 0))
            #expect(try isMet(0, t) == (above >= 0))
            #expect(try isMet(t, t) == (above == 0))
        }
    }

    @Test("hits beyond the range of doubles are ordered exactly")
    func beyondTheRange() throws {
        let least = Double.leastNonzeroMagnitude
        let ray = try Ray(from: SIMD3(0.5, 0.5, 0), along: SIMD3(0, 0, least))
        func triangle(_ height: Double) -> Triangle {
            Triangle(SIMD3(0, 0, height), SIMD3(4, 0, height), SIMD3(0, 4, height))
        }
        let low = triangle(1e300), high = triangle(1e301)
        let near = try #require(TriangleCrossing(low, ray)), far = try #require(TriangleCrossing(high, ray))
        #expect(near.distance == .infinity)
        #expect(near.order(in: low, against: far, in: high, ray) == -1)
        #expect(far.order(in: high, against: near, in: low, ray) == 1)
        #expect(near.order(in: low, against: near, in: low, ray) == 0)
    }
}
