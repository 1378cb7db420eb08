import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct FittedRectangleTests {
    @Test("a rectangle fits itself", arguments: [1e-6, 0.1, 1, 1e6])
    func itself(size: Double) throws {
        let quad = Quad.rectangle(3 * size, 2 * size)
        let fit = try #require(quad.fittedRectangle)
        let bound = FittedRectangle.cornerError * quad.diagonalLengths.max()
        #expect((fit.width - 3 * size).magnitude <= bound)
        #expect((fit.height - 2 * size).magnitude <= bound)
        #expect(fit.residual <= bound)
        #expect(fit.center == quad.center)
        #expect((fit.widthAxis - SIMD3(1, 0, 0)).length <= FittedRectangle.cornerError)
        #expect((fit.heightAxis - SIMD3(0, 1, 0)).length <= FittedRectangle.cornerError)
        for (mine, theirs) in zip(fit.quad.corners, quad.corners) { #expect((mine - theirs).length <= bound) }
    }

    @Test(
        "the axes are of length one, across each other and right-handed with the normal",
        arguments: QuadStrategy.allCases)
    func axes(strategy: QuadStrategy) throws {
        for quad in strategy.quads(40, seed: Seeds.first) {
            guard let fit = quad.fittedRectangle else { continue }
            let frame = 4 * SIMD3<Double>.unitError
            #expect((fit.widthAxis.length - 1).magnitude <= frame)
            #expect((fit.heightAxis.length - 1).magnitude <= frame)
            #expect(fit.widthAxis.dot(fit.heightAxis).magnitude <= frame)
            #expect(fit.width >= 0 && fit.height >= 0)
        }
    }

    @Test(
        "the residual is the distance between the corners, and no other rectangle has less",
        arguments: QuadStrategy.convex)
    func residual(strategy: QuadStrategy) throws {
        for (index, quad) in strategy.quads(20, seed: Seeds.first).enumerated() {
            let fit = try #require(quad.fittedRectangle)
            func meanSquare(_ rectangle: Quad) -> Double {
                zip(rectangle.corners, quad.corners).reduce(0) { $0 + ($1.0 - $1.1).dot($1.0 - $1.1) } / 4
            }
            let bound = FittedRectangle.cornerError * max(quad.diagonalLengths.max(), quad.largestMagnitude)
            #expect((meanSquare(fit.quad).squareRoot() - fit.residual).magnitude <= 2 * bound)
            var random = SeededGenerator(seed: Seeds.first, sample: index)
            for tilt in [1e-6, 1e-3, 0.1, 1] {
                let turn = try #require(Rotation(angle: tilt, axis: .randomDirection(using: &random)))
                let stretch = 1 + tilt * .random(in: -1...1, using: &random)
                let other = fit.quad.map { fit.center + turn * (($0 - fit.center) * stretch) }
                #expect(meanSquare(other).squareRoot() >= fit.residual - 2 * bound)
            }
        }
    }

    @Test("the rectangle follows a rigid motion", arguments: RigidStrategy.allCases)
    func motion(motions: RigidStrategy) throws {
        for (index, quad) in QuadStrategy.ordinary.quads(40, seed: Seeds.first).enumerated() {
            var random = SeededGenerator(seed: Seeds.first, sample: index)
            let motion = MovedQuad(quad, by: motions.transform(using: &random))
            let fit = try #require(quad.fittedRectangle), moved = try #require(motion.moved.fittedRectangle)
            for (mine, theirs) in zip(fit.quad.corners, moved.quad.corners) {
                #expect((motion.transform * mine - theirs).length <= 4 * motion.narrowTolerance)
            }
            #expect((fit.width - moved.width).magnitude <= 4 * motion.narrowTolerance)
            #expect((fit.residual - moved.residual).magnitude <= 4 * motion.narrowTolerance)
        }
    }

    @Test("starting at another corner exchanges the axes and keeps the rectangle", arguments: Seeds.few)
    func cornerOrder(seed: UInt64) throws {
        for quad in QuadStrategy.ordinary.quads(40, seed: seed) {
            let fit = try #require(quad.fittedRectangle)
            let bound =
                2 * FittedRectangle.cornerError * max(quad.diagonalLengths.max(), quad.largestMagnitude)
            for order in CornerOrder.all {
                let other = try #require(quad.reordered(order).fittedRectangle)
                for (mine, theirs) in zip(fit.quad.reordered(order).corners, other.quad.corners) {
                    #expect((mine - theirs).length <= bound)
                }
            }
        }
    }

    @Test("a power of two scales the rectangle without changing a bit", arguments: [-300, -60, 60, 300])
    func powersOfTwo(exponent: Int) throws {
        let scale = Double(sign: .plus, exponent: exponent, significand: 1)
        for quad in QuadStrategy.ordinary.quads(40, seed: Seeds.first) {
            let fit = try #require(quad.fittedRectangle),
                scaled = try #require(quad.map { $0 * scale }.fittedRectangle)
            #expect(scaled.width == fit.width * scale)
            #expect(scaled.residual == fit.residual * scale)
            #expect(scaled.widthAxis == fit.widthAxis)
        }
    }
}
