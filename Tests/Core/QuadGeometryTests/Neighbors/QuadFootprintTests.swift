import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct QuadFootprintTests {
    /// Areas of clipped polygons of about a metre.
    static let rounding = 16 * Quad.areaError

    private func footprint(_ one: Quad, _ other: Quad) throws -> QuadFootprint {
        QuadFootprint(QuadPieces(one), QuadPieces(other), on: try #require(QuadPieces(one).outline.plane))
    }

    @Test("two squares half over each other share a half", arguments: CornerOrder.all)
    func half(order: CornerOrder) throws {
        let square = Quad.rectangle(1, 1)
        let found = try footprint(square.reordered(order), square.moved(by: SIMD3(0.5, 0, 7)))
        #expect((found.common - 0.5).magnitude <= Self.rounding)
        #expect((found.joint - 1.5).magnitude <= Self.rounding)
        #expect((found.overlap - 1.0 / 3).magnitude <= Self.rounding)
        #expect((found.middle - SIMD3(0.75, 0.5, 0)).length <= Self.rounding)
        // Half a metre by one: its size over half its outline.
        #expect((found.thickness - 0.5 / 1.5).magnitude <= Self.rounding)
        #expect(found.corners.count == 4)
    }

    @Test("apart, or only touching, they share nothing")
    func nothing() throws {
        let square = Quad.rectangle(1, 1)
        for step in [SIMD3<Double>(1, 0, 0), SIMD3(1, 1, 0), SIMD3(3, 0, 0)] {
            let found = try footprint(square, square.moved(by: step))
            #expect(found.common == 0)
            #expect(found.overlap == 0)
            #expect(found.thickness == 0)
            #expect((found.joint - 2).magnitude <= Self.rounding)
        }
    }

    @Test("an octagon is what two squares at 45 degrees share")
    func octagon() throws {
        let square = Quad.rectangle(2, 2).moved(by: SIMD3(-1, -1, 0))
        let turn = try #require(Rotation(angle: .pi / 4, axis: SIMD3(0, 0, 1)))
        let found = try footprint(square, square.map { turn * $0 })
        #expect((found.common - 8 * (2.0.squareRoot() - 1)).magnitude <= 4 * Self.rounding)
        #expect(found.middle.length <= Self.rounding)
    }

    @Test("the notch of a dart and the fold of a crossing are not counted")
    func concave() throws {
        let dart = Quad(SIMD3(0, 0, 0), SIMD3(2, 0, 0), SIMD3(0.5, 0.5, 0), SIMD3(0, 2, 0)),
            square = Quad.rectangle(2, 2)
        for order in CornerOrder.all {
            let found = try footprint(dart.reordered(order), square)
            #expect((found.common - 1).magnitude <= Self.rounding)
            #expect((found.joint - 4).magnitude <= Self.rounding)
        }
        let crossed = try footprint(square.reordered(SIMD4(0, 2, 1, 3)), square)
        #expect((crossed.overlap - 1).magnitude <= Self.rounding)
    }

    @Test("a share is between 0 and 1, symmetric, and the whole of itself", arguments: QuadStrategy.convex)
    func share(strategy: QuadStrategy) throws {
        let quads = strategy.quads(30, seed: Seeds.first)
        for (one, other) in zip(quads, quads.dropFirst()) {
            let plane = try #require(one.plane), moved = other.moved(by: one.center - other.center)
            let here = QuadFootprint(QuadPieces(one), QuadPieces(moved), on: plane)
            let there = QuadFootprint(QuadPieces(moved), QuadPieces(one), on: plane)
            #expect((0...1).contains(here.overlap))
            #expect(
                (here.overlap - there.overlap).magnitude <= Self.rounding * one.largestMagnitude
                    / one.edgeLengths.min())
            #expect(here.common <= min(one.area, moved.area) * (1 + 0x1p-30))
            let whole = QuadFootprint(QuadPieces(one), QuadPieces(one), on: plane)
            #expect(
                (whole.overlap - 1).magnitude <= Self.rounding * one.largestMagnitude / one.edgeLengths.min())
        }
    }
}
