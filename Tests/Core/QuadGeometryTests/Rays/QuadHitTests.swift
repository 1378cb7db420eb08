import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct QuadHitTests {
    #if arch(x86_64)
    @Test(
        "distance, u and v stay within their stated error of 80-bit arithmetic", arguments: BoundTrial.rayHits
    )
    func error(trial: BoundTrial) {
        let worst = trial.spend(samples: 2 * BoundTrial.fewSamples, seed: Seeds.first)
        print(worst)
        #expect(worst.isWithinBound, "\(worst)")
    }
    #endif

    /// A square of two metres in the plane z = 5.
    static let square = Quad.rectangle(2, 2).moved(by: SIMD3(0, 0, 5))

    private func up(_ x: Double, _ y: Double, start: Double = 0, end: Double = .infinity) throws -> Ray {
        try Ray(from: SIMD3(x, y, 0), along: SIMD3(0, 0, 1), start: start, end: end)
    }

    @Test("a hit says where, and on which face")
    func hit() throws {
        let back = try #require(try Self.square.hit(by: up(0.5, 1.5)))
        #expect(back == QuadHit(distance: 5, u: 0.25, v: 0.75, face: .back))
        let down = try Ray(from: SIMD3(1.5, 0.5, 7), along: SIMD3(0, 0, -4))
        #expect(Self.square.hit(by: down) == QuadHit(distance: 0.5, u: 0.75, v: 0.25, face: .front))
        #expect(try Self.square.hit(by: up(2.5, 1)) == nil)
    }

    @Test("the corners have the u and v of their names")
    func corners() throws {
        let places: [(Double, Double)] = [(0, 0), (1, 0), (1, 1), (0, 1)]
        for (index, corner) in Self.square.corners.enumerated() {
            let hit = try #require(try Self.square.hit(by: up(corner.x, corner.y)))
            #expect((hit.u, hit.v) == places[index])
            #expect(hit.distance == 5)
        }
    }

    @Test(
        "borders and the split belong to the quad, and the least step beyond does not",
        arguments: [0, 0.125, 1, 2])
    func borders(along: Double) throws {
        for (x, y, dx, dy) in [
            (along, 0.0, 0.0, -1.0), (along, 2, 0, 1), (0, along, -1, 0), (2, along, 1, 0),
        ] {
            #expect(try Self.square.hit(by: up(x, y)) != nil)
            let ulp = Double.leastNonzeroMagnitude
            let beyondX = dx < 0 ? -ulp : dx > 0 ? x.nextUp : x,
                beyondY = dy < 0 ? -ulp : dy > 0 ? y.nextUp : y
            #expect(try Self.square.hit(by: up(beyondX, beyondY)) == nil)
        }
        // On the diagonal p2p4.
        #expect(try Self.square.hit(by: up(along, 2 - along))?.distance == 5)
    }

    @Test(
        "at borders whose points round, the quad is met where one of its triangles is", arguments: Seeds.few)
    func roundedBorders(seed: UInt64) throws {
        var hits = 0
        for sample in 0..<1500 {
            var random = SeededGenerator(seed: seed, sample: sample)
            let quad = QuadStrategy.wild.quad(using: &random)
            let (a, b) = (quad[corner: sample % 4], quad[corner: (sample + 1) % 4])
            let target = a + (b - a) * Double.random(in: 0...1, using: &random)
            let origin =
                SIMD3<Double>.random(in: -1...1, using: &random) * .randomSize(in: 1...1e3, using: &random)
            let ray = try Ray(from: origin, along: target - origin)
            let isMet = [quad.firstTriangle, quad.secondTriangle].contains {
                TriangleCrossing($0, ray) != nil
            }
            hits += isMet ? 1 : 0
            #expect((quad.hit(by: ray) != nil) == isMet, "sample \(sample)")
        }
        // Rounding puts the target to either side of the border.
        #expect((100...1400).contains(hits))
    }

    @Test("both ends of the ray's range belong to it")
    func range() throws {
        #expect(try Self.square.hit(by: up(1, 1, start: 5)) != nil)
        #expect(try Self.square.hit(by: up(1, 1, end: 5)) != nil)
        #expect(try Self.square.hit(by: up(1, 1, start: 5, end: 5)) != nil)
        #expect(try Self.square.hit(by: up(1, 1, start: 5.0.nextUp)) == nil)
        #expect(try Self.square.hit(by: up(1, 1, end: 5.0.nextDown)) == nil)
        #expect(try Self.square.hit(by: up(1, 1, start: 6, end: 4)) == nil)
        #expect(try Self.square.hit(by: up(1, 1, start: .infinity)) == nil)
        #expect(try Self.square.hit(by: up(1, 1, start: -.infinity, end: -.infinity)) == nil)
        let behind = try Ray(from: SIMD3(1, 1, 7), along: SIMD3(0, 0, 1), start: -2, end: 0)
        #expect(Self.square.hit(by: behind)?.distance == -2)
        let inPlane = try Ray(from: SIMD3(1, 1, 5), along: SIMD3(0, 0, 1), end: 0)
        #expect(Self.square.hit(by: inPlane)?.distance == 0)
    }

    @Test("a face can be left out")
    func culling() throws {
        let ray = try up(1, 1)
        #expect(Self.square.hit(by: ray, only: .back)?.face == .back)
        #expect(Self.square.hit(by: ray, only: .front) == nil)
        for surface in [QuadSurface.bestPlane, .infinitePlane] {
            #expect(Self.square.hit(by: ray, on: surface, only: .back)?.face == .back)
            #expect(Self.square.hit(by: ray, on: surface, only: .front) == nil)
        }
        let turned = Self.square.reordered(CornerOrder(start: 0, isReversed: true))
        #expect(turned.hit(by: ray)?.face == .front)
    }

    @Test("a folded quad is met first where it is nearer, and its second half behind a face left out")
    func folded() throws {
        // A roof along p2p4 with its ridge at z = 1; seen from the side one half is behind the other.
        let roof = Quad(SIMD3(-1, 0, 0), SIMD3(0, -1, 1), SIMD3(1, 0, 0), SIMD3(0, 1, 1))
        let ray = try Ray(from: SIMD3(-5, 0, 0.5), along: SIMD3(1, 0, 0))
        let hit = try #require(roof.hit(by: ray))
        #expect(hit.distance == 4.5)
        let other: QuadFace = hit.face == .front ? .back : .front
        #expect(roof.hit(by: ray, only: other)?.distance == 5.5)
        let second = try Ray(from: SIMD3(-5, 0, 0.5), along: SIMD3(1, 0, 0), start: 5)
        #expect(roof.hit(by: second)?.distance == 5.5)
    }

    @Test("a ray in the surface's plane, a point and a line are missed")
    func misses() throws {
        let along = try Ray(from: SIMD3(-1, 1, 5), along: SIMD3(1, 0, 0))
        for surface in [QuadSurface.triangles, .bestPlane, .infinitePlane] {
            #expect(Self.square.hit(by: along, on: surface) == nil)
            #expect(try Quad(.zero, .zero, .zero, .zero).hit(by: up(0, 0), on: surface) == nil)
            let line = Quad(SIMD3(-1, 0, 0), SIMD3(1, 0, 0), SIMD3(2, 0, 0), SIMD3(0, 0, 0))
            #expect(try line.hit(by: up(0, 0, start: -1), on: surface) == nil)
        }
    }

    @Test("a quad with a number that is not finite is missed", arguments: 0..<12, [Double.nan, .infinity])
    func notFinite(place: Int, number: Double) throws {
        var quad = Self.square
        quad[corner: place / 3][place % 3] = number
        for surface in [QuadSurface.triangles, .bestPlane, .infinitePlane] {
            #expect(try quad.hit(by: up(1, 1), on: surface) == nil)
        }
    }

    @Test(
        "t counts in lengths of the direction, exactly for powers of two",
        arguments: [-1000, -300, -1, 1, 300, 1000])
    func directionScale(exponent: Int) throws {
        let scale = Double(sign: .plus, exponent: exponent, significand: 1)
        for (index, quad) in QuadStrategy.rectangle.quads(30, seed: Seeds.first).enumerated() {
            var random = SeededGenerator(seed: Seeds.first, sample: index)
            let origin = SIMD3<Double>.random(in: -20...20, using: &random), direction = quad.center - origin
            let one = try #require(quad.hit(by: try Ray(from: origin, along: direction)))
            let hit = try #require(quad.hit(by: try Ray(from: origin, along: direction * scale)))
            #expect(
                (hit.distance * scale - one.distance).magnitude <= 2 * QuadHit.distanceError * one.distance)
            #expect(hit.face == one.face)
        }
    }
}
