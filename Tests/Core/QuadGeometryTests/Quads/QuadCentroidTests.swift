import QuadGeometry
import TestSupport
import Testing

/// The center of a quad, and its facing direction.
@Suite(.seeded) struct QuadCentroidTests {
    /// Off by no more than this, in metres, for quads with an area of more than a hundredth of the diagonal squared.
    private func bound(_ quad: Quad) -> Double {
        2 * Quad.areaCentroidError * max(quad.diagonalLengths.max(), quad.largestMagnitude)
    }

    @Test("a parallelogram balances at its center", arguments: [QuadStrategy.rectangle, .sheared])
    func parallelogram(strategy: QuadStrategy) throws {
        for quad in strategy.quads(200, seed: Seeds.first) {
            let centroid = try #require(quad.areaCentroid)
            #expect((centroid - quad.center).length <= bound(quad))
        }
    }

    @Test("a flat quad balances where its two triangles do", arguments: Seeds.few)
    func twoTriangles(seed: UInt64) throws {
        for sample in 0..<200 {
            var random = SeededGenerator(seed: seed, sample: sample)
            let quad = Quad.rectangle(2, 1).map {
                $0
                    + SIMD3(
                        .random(in: -0.3...0.3, using: &random), .random(in: -0.3...0.3, using: &random), 0)
            }
            let first = (quad.p2 - quad.p1).cross(quad.p4 - quad.p1).length
            let second = (quad.p4 - quad.p3).cross(quad.p2 - quad.p3).length
            let split = quad.p2 + quad.p4
            let balance = ((quad.p1 + split) * first + (quad.p3 + split) * second) / (3 * (first + second))
            let centroid = try #require(quad.areaCentroid)
            #expect((centroid - balance).length <= bound(quad))
        }
    }

    @Test("a half-open kite balances where it should")
    func kite() throws {
        let quad = Quad(SIMD3(0, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 4, 0), SIMD3(-1, 1, 0))
        #expect(quad.areaCentroid == SIMD3(0, 5.0 / 3, 0))
        #expect(quad.center == SIMD3(0, 1.5, 0))
    }

    @Test(
        "a motion takes the centroid with it, and corner orders agree on it",
        arguments: RigidStrategy.allCases)
    func motion(motions: RigidStrategy) throws {
        for (index, quad) in QuadStrategy.ordinary.quads(40, seed: Seeds.first).enumerated() {
            var random = SeededGenerator(seed: Seeds.first, sample: index)
            let motion = MovedQuad(quad, by: motions.transform(using: &random))
            let centroid = try #require(quad.areaCentroid), moved = try #require(motion.moved.areaCentroid)
            #expect((motion.transform * centroid - moved).length <= motion.narrowTolerance)
            for order in CornerOrder.all {
                let other = try #require(quad.reordered(order).areaCentroid)
                #expect((other - centroid).length <= bound(quad))
            }
        }
    }

    @Test("the normal faces any point on its side, and no point in the plane")
    func facing() {
        let quad = Quad.rectangle(1, 1)
        #expect(quad.normal(facing: SIMD3(50, -3, 1e-300)) == SIMD3(0, 0, 1))
        #expect(quad.normal(facing: SIMD3(50, -3, -1e-300)) == SIMD3(0, 0, -1))
        #expect(quad.normal(facing: SIMD3(50, -3, 0)) == nil)
        #expect(quad.normal(facing: SIMD3(0, 0, .nan)) == nil)
    }

    /// Quads that are less than a surface.
    static let lines: [Quad] = [
        Quad(.zero, .zero, .zero, .zero),
        Quad(SIMD3(1, 1, 1), SIMD3(2, 2, 2), SIMD3(3, 3, 3), SIMD3(5, 5, 5)),
        Quad(SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 0, 0)),
    ]

    @Test("a line has no normal, no centroid, no plane and no rectangle", arguments: lines)
    func line(quad: Quad) {
        #expect(quad.area == 0)
        #expect(quad.vectorArea == .zero)
        #expect(quad.normal == nil)
        #expect(quad.normal(facing: SIMD3(0, 0, 1)) == nil)
        #expect(quad.areaCentroid == nil)
        #expect(quad.plane == nil)
        #expect(quad.flattened == nil)
        #expect(quad.flatness == nil)
        #expect(quad.leastSquaresPlane == nil)
        #expect(quad.leastSquaresDistance == nil)
        #expect(quad.leaveOneOutDistance == nil)
        #expect(quad.foldAngle == nil)
        #expect(quad.fittedRectangle == nil)
    }

    @Test("an edge without length has no angles")
    func noEdge() {
        #expect(Quad(.zero, .zero, SIMD3(1, 0, 0), SIMD3(0, 1, 0)).cornerAngles == nil)
    }

    @Test("corners at the ends of the range have finite measures wherever the true value is a double")
    func endsOfTheRange() throws {
        let size = Double.greatestFiniteMagnitude
        let quad = Quad(
            SIMD3(-size, -size, 0), SIMD3(size, -size, 0), SIMD3(size, size, 0), SIMD3(-size, size, 0))
        #expect(quad.center == .zero)
        #expect(quad.normal == SIMD3(0, 0, 1))
        #expect(quad.area == .infinity)
        #expect(quad.edgeLengths == SIMD4(repeating: .infinity))
        #expect(quad.cornerAngles == SIMD4(repeating: .pi / 2))
        #expect(quad.flatness == 0)
        #expect(quad.areaCentroid == .zero)
        // All four sums overflow on the way to a mean that does not.
        let corner = quad.map { _ in SIMD3(size, -size, size) }
        #expect(corner.center == SIMD3(size, -size, size))
        #expect(quad.map { $0 * 0x1p-1000 * 0x1p-600 }.area == 0)
        let least = Double.leastNonzeroMagnitude
        let tiny = Quad.rectangle(least, least)
        #expect(tiny.normal == SIMD3(0, 0, 1))
        #expect(tiny.edgeLengths == SIMD4(repeating: least))
        #expect(tiny.cornerAngles == SIMD4(repeating: .pi / 2))
    }
}
