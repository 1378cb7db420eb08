import TestSupport
import Testing

@testable import QuadGeometry

/// Hits on the three surfaces that a quad can represent, and under motions.
@Suite(.seeded) struct QuadSurfaceTests {
    /// A ray at a point of the quad given by shares of its edges, from a few metres off.
    private func ray(at quad: Quad, _ random: inout SeededGenerator) throws -> Ray {
        let share = SIMD2<Double>.random(in: 0.05...0.45, using: &random)
        let target = quad.p1 + (quad.p2 - quad.p1) * share.x + (quad.p4 - quad.p1) * share.y
        let normal = quad.normal ?? SIMD3(0, 0, 1)
        let origin = target + (normal * 2 + .randomDirection(using: &random)) * quad.diagonalLengths.max()
        return try Ray(from: origin, along: target - origin)
    }

    @Test("the point of u and v is the point of the distance", arguments: QuadStrategy.convex, Seeds.few)
    func coordinates(strategy: QuadStrategy, seed: UInt64) throws {
        for (index, quad) in strategy.quads(40, seed: seed).enumerated() {
            var random = SeededGenerator(seed: seed, sample: index)
            let ray = try ray(at: quad, &random), hit = try #require(quad.hit(by: ray))
            let inFirst = quad.p1 + (quad.p2 - quad.p1) * hit.u + (quad.p4 - quad.p1) * hit.v
            let inSecond = quad.p3 + (quad.p4 - quad.p3) * (1 - hit.u) + (quad.p2 - quad.p3) * (1 - hit.v)
            let reach = quad.largestMagnitude + ray.origin.largestMagnitude
            let tolerance =
                4 * QuadHit.distanceError * (ray.direction.length + quad.perimeter) + 4 * .ulpOfOne * reach
            let point = ray.point(at: hit.distance)
            #expect((point - (hit.u + hit.v <= 1 ? inFirst : inSecond)).length <= tolerance)
        }
    }

    @Test(
        "a rigid motion of ray and quad keeps distance, u, v and face",
        arguments: [QuadStrategy.ordinary, .folded, .rectangle], RigidStrategy.allCases)
    func motion(quads: QuadStrategy, motions: RigidStrategy) throws {
        for (index, quad) in quads.quads(20, seed: Seeds.first).enumerated() {
            var random = SeededGenerator(seed: Seeds.first, sample: index)
            let ray = try ray(at: quad, &random),
                motion = MovedQuad(quad, by: motions.transform(using: &random))
            let moved = try Ray(
                from: motion.transform * ray.origin, along: motion.transform.rotation * ray.direction)
            let one = try #require(quad.hit(by: ray)), other = try #require(motion.moved.hit(by: moved))
            #expect(one.face == other.face)
            // The ray meets the surface at more than 45 degrees or nearly: a shift moves the hit by not much more.
            let slack = 16 * motion.shift / min(quad.edgeLengths.min(), ray.direction.length)
            #expect((one.distance - other.distance).magnitude <= slack + 2 * QuadHit.distanceError)
            #expect((one.u - other.u).magnitude <= slack + 2 * QuadHit.distanceError)
            #expect((one.v - other.v).magnitude <= slack + 2 * QuadHit.distanceError)
        }
    }

    @Test("the starts that keep the split keep the hit, to the last bit of its verdict", arguments: Seeds.few)
    func cornerOrder(seed: UInt64) throws {
        for (index, quad) in QuadStrategy.folded.quads(40, seed: seed).enumerated() {
            var random = SeededGenerator(seed: seed, sample: index)
            let ray = try ray(at: quad, &random), hit = try #require(quad.hit(by: ray))
            let opposite = try #require(quad.reordered(CornerOrder(start: 2, isReversed: false)).hit(by: ray))
            #expect(opposite.face == hit.face)
            #expect((opposite.distance - hit.distance).magnitude <= 2 * QuadHit.distanceError * hit.distance)
            #expect((opposite.u + hit.u - 1).magnitude <= 2 * QuadHit.distanceError)
            let reversed = try #require(quad.reordered(CornerOrder(start: 0, isReversed: true)).hit(by: ray))
            #expect(reversed.face != hit.face)
            #expect((reversed.u - hit.v).magnitude <= 2 * QuadHit.distanceError)
        }
    }

    @Test("on a flat quad all three surfaces agree", arguments: Seeds.few)
    func flat(seed: UInt64) throws {
        for (index, quad) in QuadStrategy.rectangle.quads(40, seed: seed).enumerated() {
            var random = SeededGenerator(seed: seed, sample: index)
            let ray = try ray(at: quad, &random)
            let hits = try [QuadSurface.triangles, .bestPlane, .infinitePlane].map {
                try #require(quad.hit(by: ray, on: $0))
            }
            let slack =
                64 * .ulpOfOne * (quad.largestMagnitude + ray.origin.largestMagnitude)
                / quad.edgeLengths.min()
            for hit in hits.dropFirst() {
                #expect(hit.face == hits[0].face)
                #expect((hit.distance - hits[0].distance).magnitude <= slack + 2 * QuadHit.distanceError)
                #expect((hit.u - hits[0].u).magnitude <= slack + 2 * QuadHit.distanceError)
                #expect((hit.v - hits[0].v).magnitude <= slack + 2 * QuadHit.distanceError)
            }
        }
    }

    @Test("the best plane lies between the corners of a bent quad, and the infinite plane goes on")
    func bent() throws {
        let quad = LimitCase.bent(0.125, side: 2)
        let middle = try Ray(from: SIMD3(1, 1, 5), along: SIMD3(0, 0, -1))
        // The split p2p4 is the low diagonal.
        #expect(quad.hit(by: middle)?.distance == 5.125)
        #expect(quad.hit(by: middle, on: .bestPlane)?.distance == 5)
        #expect(quad.hit(by: middle, on: .infinitePlane)?.distance == 5)
        let outside = try Ray(from: SIMD3(21, -9, 5), along: SIMD3(0, 0, -1))
        #expect(quad.hit(by: outside) == nil)
        #expect(quad.hit(by: outside, on: .bestPlane) == nil)
        let far = try #require(quad.hit(by: outside, on: .infinitePlane))
        #expect(far == QuadHit(distance: 5, u: 10.5, v: -4.5, face: .front))
    }

    @Test(
        "the infinite plane keeps the ray's range, ends included",
        arguments: [
            (5, 5, true), (5.0.nextUp, 9, false), (0, 5.0.nextDown, false), (-.infinity, .infinity, true),
        ])
    func infinitePlaneRange(start: Double, end: Double, isHit: Bool) throws {
        let ray = try Ray(from: SIMD3(30, 0, 5), along: SIMD3(0, 0, -1), start: start, end: end)
        #expect((Quad.rectangle(1, 1).hit(by: ray, on: .infinitePlane) != nil) == isHit)
    }
}
