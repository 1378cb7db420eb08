import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct QuadMeasuresTests {
    static let samples = 40

    #if arch(x86_64)
    @Test(
        "each measure stays within its stated error of 80-bit arithmetic",
        arguments: BoundTrial.quadMeasures + BoundTrial.anySize)
    func error(trial: BoundTrial) {
        let worst = trial.spend(samples: BoundTrial.fewSamples, seed: Seeds.first)
        print(worst)
        #expect(worst.isWithinBound, "\(worst)")
    }
    #endif

    @Test(
        "another start or direction changes no bit of sizes, and turns the normal",
        arguments: QuadStrategy.allCases, Seeds.few)
    func cornerOrder(strategy: QuadStrategy, seed: UInt64) {
        for quad in strategy.quads(Self.samples, seed: seed) {
            for order in CornerOrder.all {
                let other = quad.reordered(order), sign = order.isReversed ? -1.0 : 1.0
                #expect(other.center == quad.center)
                #expect(other.vectorArea == quad.vectorArea * sign)
                #expect(other.area == quad.area)
                #expect(other.normal == quad.normal.map { $0 * sign })
                #expect(other.perimeter == quad.perimeter)
                let corners = order.indices
                // An edge belongs to its first corner; walked backwards, that is its last one.
                let edges = order.isReversed ? (corners &+ 3) & 3 : corners
                #expect((0..<4).allSatisfy { other.edgeLengths[$0] == quad.edgeLengths[edges[$0]] })
                #expect(
                    (0..<4).allSatisfy {
                        other.cornerAngles?[$0] == quad.cornerAngles?[corners[$0]]
                    })
                let diagonals = quad.diagonalLengths
                #expect(
                    other.diagonalLengths
                        == (corners.x & 1 == 0 ? diagonals : SIMD2(diagonals.y, diagonals.x)))
            }
        }
    }

    @Test(
        "a rigid motion changes no size, and turns directions with it", arguments: QuadStrategy.allCases,
        RigidStrategy.allCases)
    func motion(quads: QuadStrategy, motions: RigidStrategy) throws {
        for (index, quad) in quads.quads(Self.samples / 4, seed: Seeds.first).enumerated() {
            var random = SeededGenerator(seed: Seeds.first, sample: index)
            let motion = MovedQuad(quad, by: motions.transform(using: &random)), moved = motion.moved
            #expect((motion.transform * quad.center - moved.center).length <= motion.shift)
            let lengths = (quad.edgeLengths - moved.edgeLengths)
            #expect((0..<4).allSatisfy { lengths[$0].magnitude <= motion.lengthTolerance })
            #expect((quad.perimeter - moved.perimeter).magnitude <= 4 * motion.lengthTolerance)
            #expect((quad.area - moved.area).magnitude <= motion.areaTolerance)
            let turned = motion.transform.rotation * quad.vectorArea
            #expect((turned - moved.vectorArea).length <= 2 * motion.areaTolerance)
            let normal = try #require(quad.normal), movedNormal = try #require(moved.normal)
            #expect((motion.transform.rotation * normal - movedNormal).length <= motion.normalTolerance)
            let angles = try #require(quad.cornerAngles), movedAngles = try #require(moved.cornerAngles)
            #expect((0..<4).allSatisfy { (angles[$0] - movedAngles[$0]).magnitude <= motion.angleTolerance })
        }
    }

    @Test(
        "a power of two scales every measure without changing a bit",
        arguments: [-400, -200, -60, 60, 200, 400])
    func powersOfTwo(exponent: Int) {
        let scale = Double(sign: .plus, exponent: exponent, significand: 1)
        for strategy in QuadStrategy.allCases {
            for quad in strategy.quads(Self.samples / 4, seed: Seeds.first) {
                let scaled = quad.map { $0 * scale }
                #expect(scaled.center == quad.center * scale)
                #expect(scaled.area == quad.area * scale * scale)
                #expect(scaled.vectorArea == quad.vectorArea * scale * scale)
                #expect(scaled.normal == quad.normal)
                #expect(scaled.edgeLengths == quad.edgeLengths * scale)
                #expect(scaled.diagonalLengths == quad.diagonalLengths * scale)
                #expect(scaled.perimeter == quad.perimeter * scale)
                #expect(scaled.cornerAngles == quad.cornerAngles)
                #expect(scaled.areaCentroid == quad.areaCentroid.map { $0 * scale })
            }
        }
    }

    @Test("any scale scales lengths once and areas twice, and leaves angles", arguments: [0.1, 3, 1e-6, 1e6])
    func anyScale(scale: Double) throws {
        for quad in QuadStrategy.ordinary.quads(Self.samples, seed: Seeds.first) {
            let scaled = quad.map { $0 * scale }
            // Each corner is rounded once, which is a shift of the corners.
            let shift = quad.largestMagnitude * .ulpOfOne
            let lengths = scaled.edgeLengths / scale - quad.edgeLengths
            #expect(
                (0..<4).allSatisfy {
                    lengths[$0].magnitude <= 2 * shift + 2 * Quad.lengthError * quad.perimeter
                })
            let diagonal = quad.diagonalLengths.max()
            let area = scaled.area / scale / scale - quad.area
            #expect(area.magnitude <= 2 * diagonal * (shift + 2 * Quad.areaError * diagonal))
            let angles = try #require(quad.cornerAngles), scaledAngles = try #require(scaled.cornerAngles)
            let tolerance = 4 * shift / quad.edgeLengths.min() + 2 * Quad.angleError
            #expect((0..<4).allSatisfy { (angles[$0] - scaledAngles[$0]).magnitude <= tolerance })
        }
    }

    @Test("four corner angles of a flat convex quad add up to a full turn", arguments: Seeds.few)
    func angleSum(seed: UInt64) throws {
        for quad in QuadStrategy.rectangle.quads(Self.samples, seed: seed) {
            let angles = try #require(quad.cornerAngles)
            let shift = quad.largestMagnitude * .ulpOfOne / quad.edgeLengths.min()
            #expect((angles.sum() - 2 * .pi).magnitude <= 8 * shift + 4 * Quad.angleError)
        }
    }
}
