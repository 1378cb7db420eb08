import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct CornerOrderTests {
    @Test("the eight orders are eight, and each keeps the outline")
    func all() {
        #expect(Set(CornerOrder.all).count == 8)
        #expect(Set(CornerOrder.all.map(\.indices)).count == 8)
        #expect(CornerOrder.identity.indices == SIMD4(0, 1, 2, 3))
        #expect(CornerOrder(start: 2, isReversed: true).indices == SIMD4(2, 1, 0, 3))
        for order in CornerOrder.all {
            let steps = (0..<4).map { (order.indices[($0 + 1) % 4] - order.indices[$0] + 4) % 4 }
            #expect(steps == [Int](repeating: order.isReversed ? 3 : 1, count: 4))
        }
    }

    @Test("a corner beyond the fourth is a mistake of the program")
    func startRange() async {
        await #expect(processExitsWith: .failure) { _ = CornerOrder(start: 4, isReversed: false) }
        await #expect(processExitsWith: .failure) { _ = CornerOrder(start: -1, isReversed: false) }
    }

    @Test(
        "each of the eight orders is recovered, with its margin", arguments: CornerOrder.all.indices,
        [QuadStrategy.ordinary, .far, .tiny, .sliver])
    func recovered(index: Int, strategy: QuadStrategy) {
        let order = CornerOrder.all[index]
        for quad in strategy.quads(25, seed: Seeds.first) {
            // What `other.reordered(order)` must undo.
            var other = quad
            for place in 0..<4 { other[corner: order.indices[place]] = quad[corner: place] }
            let found = quad.correspondence(to: other)
            #expect(found.order == order)
            #expect(found.distance == 0)
            #expect(found.margin > 0)
            #expect(other.reordered(found.order) == quad)
        }
    }

    @Test(
        "noise of a tenth of the margin leaves the order, and the margin says by how much",
        arguments: Seeds.few)
    func noise(seed: UInt64) {
        for (index, quad) in QuadStrategy.ordinary.quads(100, seed: seed).enumerated() {
            var random = SeededGenerator(seed: seed, sample: index)
            let clean = quad.correspondence(to: quad).margin
            let noisy = quad.map { $0 + SIMD3<Double>.random(in: -clean...clean, using: &random) * 0.1 }
            let found = quad.correspondence(to: noisy)
            #expect(found.order == .identity)
            // The second best by brute force.
            let distances = CornerOrder.all.map { order in
                let squares = zip(quad.corners, noisy.reordered(order).corners).map { ($0 - $1).dot($0 - $1) }
                return (squares.reduce(0, +) / 4).squareRoot()
            }.sorted()
            let bound = 8 * Quad.lengthError * quad.perimeter
            #expect((found.distance - distances[0]).magnitude <= bound)
            #expect((found.margin - (distances[1] - distances[0])).magnitude <= bound)
        }
    }

    @Test("a square turned by an eighth has no order to trust")
    func ambiguous() throws {
        let square = Quad.rectangle(2, 2).moved(by: SIMD3(-1, -1, 0))
        // Corners halfway between two of the square's.
        let diamond = Quad(SIMD3(0, -1, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(-1, 0, 0))
        let found = square.correspondence(to: diamond)
        #expect(found.margin == 0)
        #expect(found.distance == 1)
        #expect(square.correspondence(to: square).margin == 2)
    }

    @Test("corners too far apart for doubles, or not finite, correspond to nothing")
    func notFinite() {
        let square = Quad.rectangle(1, 1)
        var broken = square
        broken.p1.x = .nan
        for other in [broken, square.map { _ in SIMD3(repeating: .infinity) }] {
            let found = square.correspondence(to: other)
            #expect(found.order == .identity)
            #expect(found.distance == .infinity)
            #expect(found.margin == 0)
        }
    }

    @Test(
        "the simple cycle of every quad of a grid is the one convex order of its corners",
        arguments: 0..<GridQuad.planes.count)
    func simpleCycle(plane: Int) {
        let laid = GridQuad.planes[plane]
        let cycles = [SIMD4(0, 1, 2, 3), SIMD4(0, 2, 1, 3), SIMD4(0, 1, 3, 2)]
        for grid in GridQuad.all {
            let found = laid(grid).simpleCycle
            let convex = cycles.filter { grid.reordered($0).shape == .convex }
            let expected: SimpleCycle
            if let only = convex.first, convex.count == 1 {
                expected = .convex(only)
            } else if grid.shape == .collapsed {
                expected = .collapsed
            } else if let inner = (0..<4).first(where: { isInside(grid, $0) }) {
                expected = .concave(innerCorner: inner)
            } else {
                Issue.record("\(grid) has \(convex.count) convex orders")
                continue
            }
            if found != expected { Issue.record("\(grid): \(found) instead of \(expected)") }
        }
    }

    private func isInside(_ grid: GridQuad, _ corner: Int) -> Bool {
        let signs = Set((1..<4).map { i in grid.turn(corner + i, corner + i % 3 + 1, corner) })
        return signs == [1] || signs == [-1]
    }

    @Test("the three cycles are written so that as few corners move as can")
    func fewestMoves() {
        for cycle in [SIMD4(0, 1, 2, 3), SIMD4(0, 2, 1, 3), SIMD4(0, 1, 3, 2)] {
            let backwards = SIMD4(cycle.x, cycle.w, cycle.z, cycle.y)
            func moves(_ order: SIMD4<Int>) -> Int { (0..<4).filter { order[$0] != $0 }.count }
            #expect(moves(cycle) <= moves(backwards))
        }
    }

    @Test(
        "the app's order runs clockwise for the viewer, and away from them", arguments: RigidStrategy.allCases
    )
    func winding(strategy: RigidStrategy) throws {
        // Top left, top right, bottom right, bottom left, for somebody at positive z.
        let quad = Quad(SIMD3(0, 1, 0), SIMD3(1, 1, 0), SIMD3(1, 0, 0), SIMD3(0, 0, 0)),
            viewer = SIMD3(0.3, 0.4, 2)
        var random = SeededGenerator(seed: Seeds.first)
        let transform = strategy.transform(using: &random)
        let moved = transform * quad, eye = transform * viewer
        #expect(moved.winding(from: eye) == .clockwise)
        #expect(
            moved.reordered(CornerOrder(start: 0, isReversed: true)).winding(from: eye) == .counterclockwise)
        #expect(try #require(moved.normal).dot(eye - moved.center) < 0)
        #expect(try #require(moved.normal(facing: eye)).dot(eye - moved.center) > 0)
    }

    @Test("seen from its own plane a quad is edge-on, and a step up or down decides")
    func edgeOn() {
        let quad = Quad.rectangle(1, 1)
        #expect(quad.winding(from: SIMD3(5, 5, 0)) == .edgeOn)
        #expect(quad.winding(from: SIMD3(5, 5, .leastNonzeroMagnitude)) == .counterclockwise)
        #expect(quad.winding(from: SIMD3(5, 5, -.leastNonzeroMagnitude)) == .clockwise)
        #expect(quad.winding(from: SIMD3(.nan, 0, 1)) == .edgeOn)
        #expect(Quad(.zero, .zero, .zero, .zero).winding(from: SIMD3(0, 0, 1)) == .edgeOn)
    }
}
