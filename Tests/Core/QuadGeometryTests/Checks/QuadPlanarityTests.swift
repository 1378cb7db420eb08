import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct QuadPlanarityTests {
    #if arch(x86_64)
    @Test(
        "planes and distances stay within their stated error of 80-bit arithmetic",
        arguments: BoundTrial.quadPlanarity)
    func error(trial: BoundTrial) {
        let worst = trial.spend(samples: BoundTrial.fewSamples, seed: Seeds.first)
        print(worst)
        #expect(worst.isWithinBound, "\(worst)")
    }
    #endif

    private func rounding(_ quad: Quad) -> Double { Quad.flatnessError * quad.edgeLengths.max() }

    @Test(
        "a quad with one corner lifted by h is flat to h/4, and leaves one out by h",
        arguments: [0, 0x1p-10, 0.25, 1])
    func lifted(height: Double) throws {
        var quad = Quad.rectangle(1, 1)
        quad.p3.z = height
        let twist = (quad.p1 - quad.p2 + quad.p3 - quad.p4) * 0.25
        #expect(twist == SIMD3(0, 0, height / 4))
        let normal = try #require(quad.normal), flatness = try #require(quad.flatness)
        #expect((flatness - twist.dot(normal).magnitude).magnitude <= rounding(quad))
        #expect(quad.leaveOneOutDistance == height)
    }

    @Test(
        "all four corners are at the flatness from the plane, on alternating sides",
        arguments: QuadStrategy.convex, Seeds.few)
    func alternating(strategy: QuadStrategy, seed: UInt64) throws {
        for quad in strategy.quads(40, seed: seed) {
            let plane = try #require(quad.plane), flatness = try #require(quad.flatness)
            let distances = quad.corners.map { plane.signedDistance(to: $0) }
            // Distances are from a center that was rounded at the size of the coordinates.
            let tolerance =
                2 * Quad.centerError * quad.largestMagnitude
                + rounding(quad) * max(1, quad.diagonalLengths.max() * quad.diagonalLengths.max() / quad.area)
            for (index, distance) in distances.enumerated() {
                let sign = (index & 1 == 0) == (distances[0] >= 0) ? 1.0 : -1.0
                #expect((distance * sign - flatness).magnitude <= tolerance)
            }
        }
    }

    @Test("a convex quad's flatness is the least of the seven slabs of its tetrahedron", arguments: Seeds.few)
    func leastSlab(seed: UInt64) throws {
        var convexQuads = 0
        for quad in QuadStrategy.ordinary.quads(100, seed: seed) where quad.shape == .convex {
            convexQuads += 1
            let flatness = try #require(quad.flatness)
            let corners = quad.corners
            var slabs: [Double] = []
            for index in 0..<4 {
                let a = corners[(index + 1) % 4], b = corners[(index + 2) % 4], c = corners[(index + 3) % 4]
                guard let n = (b - a).cross(c - a).unit else { continue }
                slabs.append((corners[index] - a).dot(n).magnitude / 2)
            }
            for (a, b, c, d) in [(0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2)] {
                guard let n = (corners[b] - corners[a]).cross(corners[d] - corners[c]).unit else { continue }
                slabs.append((corners[c] - corners[a]).dot(n).magnitude / 2)
            }
            let least = try #require(slabs.min())
            #expect((least - flatness).magnitude <= 2 * rounding(quad))
        }
        #expect(convexQuads > 90)
    }

    /// The range that geometry.md measured over many convex quads.
    static let leastSquaresRange = 1.0...1.35

    @Test("the least-squares distance is 1 to 1.35 times the flatness of convex quads", arguments: Seeds.few)
    func leastSquaresRatio(seed: UInt64) throws {
        for quad in QuadStrategy.ordinary.quads(200, seed: seed) where quad.shape == .convex {
            let flatness = try #require(quad.flatness), distance = try #require(quad.leastSquaresDistance)
            #expect(distance >= flatness * Self.leastSquaresRange.lowerBound - 2 * rounding(quad))
            #expect(distance <= flatness * Self.leastSquaresRange.upperBound + 2 * rounding(quad))
        }
    }

    @Test(
        "leaving one out gives at least four times the flatness, less what the fold takes",
        arguments: QuadStrategy.allCases)
    func leaveOneOut(strategy: QuadStrategy) throws {
        for quad in strategy.quads(100, seed: Seeds.first) {
            let flatness = try #require(quad.flatness), distance = try #require(quad.leaveOneOutDistance)
            let fold = try #require(quad.foldAngle),
                half = try #require(Rotation(angle: fold / 2, axis: SIMD3(0, 0, 1)))
            #expect(distance >= 4 * flatness * half.x.x - 8 * rounding(quad))
        }
    }

    @Test("no plane near the least-squares plane has smaller squares", arguments: QuadStrategy.convex)
    func leastSquares(strategy: QuadStrategy) throws {
        func squares(_ quad: Quad, _ normal: SIMD3<Double>) -> Double {
            let center = quad.center
            return quad.corners.reduce(0) { $0 + ($1 - center).dot(normal) * ($1 - center).dot(normal) }
        }
        for (index, quad) in strategy.quads(40, seed: Seeds.first).enumerated() {
            let plane = try #require(quad.leastSquaresPlane)
            var random = SeededGenerator(seed: Seeds.first, sample: index)
            let best = squares(quad, plane.normal), size = quad.diagonalLengths.max()
            for tilt in [1e-3, 1e-1, 1] {
                let other = try #require((plane.normal + .randomDirection(using: &random) * tilt).unit)
                #expect(squares(quad, other) >= best - Quad.leastSquaresError * size * size)
            }
            #expect(try #require(quad.normal).dot(plane.normal) >= 0)
        }
    }

    @Test(
        "flattening leaves the plane, the center and the first outline, and nothing out of plane",
        arguments: QuadStrategy.convex)
    func flattened(strategy: QuadStrategy) throws {
        for quad in strategy.quads(40, seed: Seeds.first) {
            let flat = try #require(quad.flattened), flatness = try #require(flat.flatness)
            let narrowness = max(1, quad.diagonalLengths.max() * quad.diagonalLengths.max() / quad.area)
            let tolerance =
                narrowness * rounding(quad) + 4 * Quad.centerError * quad.largestMagnitude * narrowness
            #expect(flatness <= tolerance)
            #expect((flat.center - quad.center).length <= tolerance)
            let before = try #require(quad.flatness)
            for index in 0..<4 {
                #expect(((flat[corner: index] - quad[corner: index]).length - before).magnitude <= tolerance)
            }
        }
    }

    @Test("a fold of known angle is measured at any angle", arguments: [1e-7, 0.1, 1, 2, 3])
    func fold(angle: Double) throws {
        // Hinged along p2p4, which is the y axis; p3 is lifted about it.
        let turn = try #require(Rotation(angle: -angle, axis: SIMD3(0, 1, 0)))
        let quad = Quad(SIMD3(-1, 0, 0), SIMD3(0, -1, 0), turn * SIMD3(1, 0, 0), SIMD3(0, 1, 0))
        let fold = try #require(quad.foldAngle)
        #expect((fold - angle).magnitude <= Quad.angleError + Rotation.viewError)
    }

    @Test(
        "planarity moves with the quad and scales with it",
        arguments: [QuadStrategy.ordinary, .folded, .wild], RigidStrategy.allCases)
    func motion(quads: QuadStrategy, motions: RigidStrategy) throws {
        for (index, quad) in quads.quads(20, seed: Seeds.first).enumerated() {
            var random = SeededGenerator(seed: Seeds.first, sample: index)
            let motion = MovedQuad(quad, by: motions.transform(using: &random)), moved = motion.moved
            let before = try #require(quad.flatness), after = try #require(moved.flatness)
            #expect((before - after).magnitude <= motion.narrowTolerance)
            let twice = moved.map { $0 * 2 }
            #expect(twice.flatness == 2 * after)
            #expect(twice.foldAngle == moved.foldAngle)
            #expect(twice.leastSquaresDistance == moved.leastSquaresDistance.map { $0 * 2 })
            #expect(twice.leaveOneOutDistance == moved.leaveOneOutDistance.map { $0 * 2 })
        }
    }

    @Test(
        "the exact flatness and the quick one agree, and slivers get the exact one",
        arguments: QuadStrategy.allCases)
    func exact(strategy: QuadStrategy) throws {
        for quad in strategy.quads(20, seed: Seeds.first) {
            let quick = try #require(quad.flatness), exact = try #require(quad.exactFlatness)
            let narrowness = max(1, quad.diagonalLengths.max() * quad.diagonalLengths.max() / quad.area)
            #expect((quick - exact).magnitude <= narrowness * rounding(quad))
        }
        var sliver = Quad.rectangle(1, 0x1p-30)
        sliver.p3 = SIMD3(0.7, 0x1p-30, 0x1p-40)
        var random = SeededGenerator(seed: Seeds.first)
        let turned = RigidStrategy.random.transform(using: &random) * sliver
        #expect(turned.flatness == turned.exactFlatness)
    }
}
