import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct QuadShapeTests {
    @Test(
        "every quad of a grid has the shape its edges make, on any plane",
        arguments: 0..<GridQuad.planes.count)
    func grid(plane: Int) {
        let laid = GridQuad.planes[plane]
        for grid in GridQuad.all {
            let shape = grid.shape, found = laid(grid).shape
            if found != shape { Issue.record("\(grid): \(found) instead of \(shape)") }
        }
    }

    @Test("a straight corner is convex, and one step inwards concave", arguments: [1e-300, 1, 1e300])
    func straight(size: Double) {
        func quad(_ y: Double) -> Quad {
            Quad(SIMD3(0, 0, 0), SIMD3(size, y, 0), SIMD3(2 * size, 0, 0), SIMD3(size, size, 0))
        }
        #expect(quad(0).shape == .convex)
        #expect(quad(.leastNonzeroMagnitude).shape == .concave(reflexCorner: 1))
        #expect(quad(-.leastNonzeroMagnitude).shape == .convex)
    }

    @Test(
        "the shape moves with the quad, for any start and direction", arguments: QuadStrategy.allCases,
        RigidStrategy.allCases)
    func motion(quads: QuadStrategy, motions: RigidStrategy) {
        for (index, quad) in quads.quads(20, seed: Seeds.first).enumerated()
        where quads != .wild && quads != .folded {
            var random = SeededGenerator(seed: Seeds.first, sample: index)
            let moved = motions.transform(using: &random) * quad
            #expect(quad.shape == moved.shape)
            for order in CornerOrder.all {
                let other = quad.reordered(order).shape
                guard case .concave(let corner) = quad.shape else {
                    #expect(other == quad.shape)
                    continue
                }
                let place = (0..<4).first { order.indices[$0] == corner } ?? 0
                #expect(other == .concave(reflexCorner: place))
            }
        }
    }

    @Test("strategies make the shapes they are named after")
    func strategies() {
        for strategy in QuadStrategy.convex {
            #expect(strategy.quads(100, seed: Seeds.first).allSatisfy { $0.shape == .convex })
        }
        #expect(
            QuadStrategy.crossed.quads(100, seed: Seeds.first).allSatisfy { $0.shape == .selfIntersecting })
        for quad in QuadStrategy.concave.quads(100, seed: Seeds.first) {
            guard case .concave = quad.shape else {
                Issue.record("\(quad) is \(quad.shape)")
                continue
            }
        }
    }

    @Test("an exchange of two neighbors crosses, whatever the axis", arguments: Seeds.few)
    func exchange(seed: UInt64) {
        for quad in QuadStrategy.rectangle.quads(50, seed: seed) {
            #expect(quad.reordered(SIMD4(1, 0, 2, 3)).shape == .selfIntersecting)
            #expect(quad.reordered(SIMD4(0, 2, 1, 3)).shape == .selfIntersecting)
            #expect(quad.reordered(SIMD4(0, 1, 3, 2)).shape == .selfIntersecting)
            #expect(quad.reordered(SIMD4(3, 1, 2, 0)).shape == .selfIntersecting)
        }
    }

    @Test(
        "slivers and sizes at the ends of the range take the exact axis and agree",
        arguments: [0x1p-1040, 0x1p-500, 1, 0x1p500, 0x1p1020])
    func ends(scale: Double) {
        let sliver = Quad(SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(2, 2, 2 + 0x1p-30), SIMD3(1, 1, 1 + 0x1p-30))
            .map { $0 * scale }
        #expect(sliver.shape == QuadShape.convex)
        #expect(sliver.reordered(SIMD4(0, 2, 1, 3)).shape == .selfIntersecting)
    }

    @Test("a number that is not finite collapses the quad", arguments: [Double.nan, .infinity])
    func notFinite(number: Double) {
        var quad = Quad.rectangle(1, 1)
        quad.p3.y = number
        #expect(quad.shape == .collapsed)
        #expect(quad.simpleCycle == .collapsed)
    }
}
