import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct QuadTests {
    static let numbered = Quad(SIMD3(1, 2, 3), SIMD3(4, 5, 6), SIMD3(7, 8, 9), SIMD3(10, 11, 12))

    @Test("corner i is the i-th, read and written")
    func subscripts() {
        var quad = Self.numbered
        #expect((0..<4).map { quad[corner: $0] } == [quad.p1, quad.p2, quad.p3, quad.p4])
        #expect(quad.corners == [quad.p1, quad.p2, quad.p3, quad.p4])
        for index in 0..<4 { quad[corner: index] = SIMD3(repeating: Double(index)) }
        #expect(quad == Quad(SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(2, 2, 2), SIMD3(3, 3, 3)))
    }

    @Test("a fifth corner is a mistake of the program")
    func fifthCorner() async {
        await #expect(processExitsWith: .failure) { _ = QuadTests.numbered[corner: 4] }
    }

    @Test("widening keeps every single-precision number", arguments: Seeds.few)
    func widening(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let corners = (0..<4).map { _ in
                SIMD3<Float>(
                    (0..<3).map { _ in
                        Float(bitPattern: UInt32(truncatingIfNeeded: random.next()) & 0xff7f_ffff)
                    })
            }
            let quad = Quad(widening: corners[0], corners[1], corners[2], corners[3])
            for index in 0..<4 {
                #expect(SIMD3<Float>(quad[corner: index]) == corners[index])
                #expect(SIMD3<Double>(corners[index]) == quad[corner: index])
            }
        }
    }

    @Test(
        "a quad is finite when all twelve numbers are", arguments: 0..<12,
        [Double.nan, .infinity, -.infinity])
    func finite(place: Int, number: Double) {
        var quad = Self.numbered
        #expect(quad.isFinite)
        quad[corner: place / 3][place % 3] = number
        #expect(!quad.isFinite)
    }

    @Test("the largest magnitude is over all twelve numbers", arguments: 0..<12)
    func largestMagnitude(place: Int) {
        var quad = Self.numbered
        quad[corner: place / 3][place % 3] = -100
        #expect(quad.largestMagnitude == 100)
    }

    @Test("map changes every corner and nothing else")
    func map() {
        #expect(Self.numbered.map { $0 * 2 }.corners == Self.numbered.corners.map { $0 * 2 })
        #expect(Self.numbered.map { $0 } == Self.numbered)
    }
}
