import TestSupport
import Testing

@testable import QuadGeometry

@Suite struct QuadSpansTests {
    @Test("sizes between 1e-60 and 1e60 m are taken as they are", arguments: [1e-59, 1e-6, 1, 1e6, 1e59])
    func unscaled(size: Double) {
        let quad = Quad.rectangle(size, size / 2)
        let spans = QuadSpans(quad)
        #expect(spans.exponent == 0)
        #expect(spans.e1 == quad.p2 - quad.p1)
        #expect(spans.d24 == quad.p4 - quad.p2)
        #expect(spans.metres(spans.e1.length) == size)
    }

    @Test("other sizes are brought near one by a power of two", arguments: [1e-300, 1e-61, 1e61, 1e300])
    func scaled(size: Double) {
        let spans = QuadSpans(Quad.rectangle(size, size / 2))
        #expect(spans.exponent != 0)
        #expect((0.5...4).contains(spans.largestMagnitude))
        #expect(spans.metres(spans.e1.length) == size)
        #expect(spans.metres(spans.e1) == SIMD3(size, 0, 0))
    }

    @Test("spans of the largest and the smallest doubles are finite and not lost")
    func ends() {
        let largest = Double.greatestFiniteMagnitude
        let wide = QuadSpans(
            Quad(
                SIMD3(-largest, 0, 0), SIMD3(largest, 0, 0), SIMD3(largest, largest, 0),
                SIMD3(-largest, largest, 0)))
        #expect(wide.largestMagnitude.isFinite)
        #expect(wide.doubleArea.z > 0)
        let least = Double.leastNonzeroMagnitude
        let tiny = QuadSpans(Quad.rectangle(least, least))
        #expect(tiny.e1 == SIMD3(1, 0, 0))
        #expect(tiny.metres(1) == least)
    }

    @Test("a far sliver of a span stays exact beside large ones")
    func mixedSizes() {
        let spans = QuadSpans(Quad(SIMD3(0, 0, 0), SIMD3(1e-200, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0)))
        #expect(spans.e1 == SIMD3(1e-200, 0, 0))
    }

    @Test("numbers that are not finite pass through unscaled")
    func notFinite() {
        let spans = QuadSpans(Quad(SIMD3(.nan, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0)))
        #expect(spans.exponent == 0)
        #expect(spans.e1.x.isNaN)
    }
}
