import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct QuadPiecesTests {
    @Test("two triangles cover the area of a flat quad, whatever its shape", arguments: CornerOrder.all)
    func area(order: CornerOrder) {
        let dart = Quad(SIMD3(0, 0, 0), SIMD3(2, 0, 0), SIMD3(0.5, 0.5, 0), SIMD3(0, 2, 0))
        let square = Quad.rectangle(2, 2)
        for (quad, area) in [(square, 4.0), (dart, 1), (square.reordered(SIMD4(0, 2, 1, 3)), 4)] {
            let triangles = QuadPieces(quad.reordered(order)).triangles
            let areas = triangles.map { ($0.b - $0.a).cross($0.c - $0.a).length / 2 }
            #expect(areas.reduce(0, +) == area)
        }
    }

    @Test("the distance between surfaces is that of their nearest points")
    func distance() {
        let square = QuadPieces(.rectangle(1, 1))
        func distance(_ quad: Quad) -> Double { square.distance(to: QuadPieces(quad)) }
        let other = Quad.rectangle(1, 1)
        #expect(distance(other.moved(by: SIMD3(0.5, 0.5, 3))) == 3)
        #expect(distance(other.moved(by: SIMD3(4, 0, 0))) == 3)
        #expect(distance(other.moved(by: SIMD3(4, 5, 0))) == 5)
        #expect(distance(other.moved(by: SIMD3(1, 1, 0))) == 0)
        // Corner over face, and edge across edge.
        let tip = Quad(SIMD3(0.5, 0.5, 2), SIMD3(1, 0.5, 3), SIMD3(0.5, 0.5, 4), SIMD3(0, 0.5, 3))
        #expect(distance(tip) == 2)
        let bar = Quad(SIMD3(2, 0.5, -1), SIMD3(2, 0.5, 1), SIMD3(3, 0.5, 1), SIMD3(3, 0.5, -1))
        #expect(distance(bar) == 1)
    }

    @Test("the distance is symmetric and no larger than between any two points", arguments: Seeds.few)
    func distanceBounds(seed: UInt64) {
        let quads = QuadStrategy.ordinary.quads(40, seed: seed)
        for (one, other) in zip(quads, quads.dropFirst()) {
            let mine = QuadPieces(one), theirs = QuadPieces(other)
            let distance = mine.distance(to: theirs),
                rounding = 64 * .ulpOfOne * (one.largestMagnitude + other.largestMagnitude)
            #expect((distance - theirs.distance(to: mine)).magnitude <= rounding)
            for i in 0...4 {
                for j in 0...4 {
                    let a = one.p2 + (one.p4 - one.p2) * (Double(i) / 4),
                        b = other.p2 + (other.p4 - other.p2) * (Double(j) / 4)
                    #expect(distance <= (a - b).length + rounding)
                }
            }
        }
    }

    @Test("on a plane's line the pieces have intervals that do not overlap")
    func intervals() throws {
        // Along the diagonal that splits the square both triangles have the same interval.
        let square = Quad.rectangle(1, 1), diagonal = try #require(SIMD3<Double>(1, -1, 0).unit)
        let across = try #require(SIMD3<Double>(1, 1, 0).unit)
        func intervals(_ quad: Quad, _ offset: Double) -> [ClosedRange<Double>] {
            QuadPieces(quad).intervals(along: diagonal) { $0.dot(across) - offset }
        }
        let whole = intervals(square, across.dot(square.p2))
        #expect(whole.count == 1)
        #expect(
            whole.first.map { $0.upperBound - $0.lowerBound - 2.0.squareRoot() }?.magnitude ?? 1 <= 4
                * .ulpOfOne)
        #expect(intervals(square, 2).isEmpty)
        // A dart's two tips are two intervals.
        let dart = Quad(SIMD3(0, 0, 0), SIMD3(2, 0, 0), SIMD3(0.5, 0.5, 0), SIMD3(0, 2, 0))
        #expect(intervals(dart, across.dot(SIMD3(0.8, 0.8, 0))).count == 2)
    }
}
