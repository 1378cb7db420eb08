import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct QuadCornersTests {
    @Test("labels name the corners, in both precisions")
    func labels() {
        let wide = Quad(p1: [1, 2, 3], p2: [4, 5, 6], p3: [7, 8, 9], p4: [10, 11, 12])
        #expect(wide == QuadTests.numbered)
        let p1: SIMD3<Float> = [1, 2, 3], p2: SIMD3<Float> = [4, 5, 6]
        let single = Quad(p1: p1, p2: p2, p3: SIMD3<Float>(7, 8, 9), p4: SIMD3<Float>(10, 11, 12))
        #expect(single == wide)
    }

    @Test("four raycast points are a quad, and keep every number")
    func fourPoints() throws {
        let taps: [SIMD3<Float>] = [[0.1, 1.5, -2], [0.85, 1.5, -2], [0.85, 1, -2], [0.1, 1, -2]]
        #expect(try Quad(taps).corners == taps.map { SIMD3<Double>($0) })
        let wide: [SIMD3<Double>] = [[0.1, 1.5, -2], [0.85, 1.5, -2], [0.85, 1, -2], [0.1, 1, -2]]
        #expect(try Quad(wide).corners == wide)
        #expect(try Quad([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]) == QuadTests.numbered)
    }

    @Test("any other number of points is refused with it", arguments: [0, 1, 3, 5, 8])
    func wrongCount(count: Int) {
        let points = [SIMD3<Float>](repeating: [1, 2, 3], count: count)
        #expect(throws: QuadCornersError.wrongCount(count)) { try Quad(points) }
    }

    @Test("a number that is not finite is refused with its corner", arguments: 0..<12)
    func nonFinite(place: Int) {
        for number in [Float.infinity, -.infinity, .nan] {
            var points = [SIMD3<Float>](repeating: [1, 2, 3], count: 4)
            points[place / 3][place % 3] = number
            do {
                _ = try Quad(points)
                Issue.record("\(number) was taken")
            } catch {
                guard case .nonFinite(place / 3, let point) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(point[place % 3].isNaN == number.isNaN && !point[place % 3].isFinite)
            }
        }
    }

    @Test("narrowing tells the largest of the twelve roundings", arguments: Seeds.few)
    func narrowed(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let quad = QuadTests.numbered.map { $0 * Double.random(in: 0.1...1000, using: &random) }
            let narrowed = quad.narrowed
            let roundings = quad.corners.flatMap { corner in
                (0..<3).map { (Double(Float(corner[$0])) - corner[$0]).magnitude }
            }
            #expect(narrowed.largestRounding == roundings.max())
            #expect(narrowed.corners == [narrowed.p1, narrowed.p2, narrowed.p3, narrowed.p4])
            #expect(narrowed.p3.y == Float(quad.p3.y))
            // What is single precision already is rounded no more.
            let again = Quad(p1: narrowed.p1, p2: narrowed.p2, p3: narrowed.p3, p4: narrowed.p4)
            #expect(again.narrowed.largestRounding == 0)
            #expect(again.narrowed.corners == narrowed.corners)
        }
    }

    @Test("a number beyond single precision is rounded without bound, an infinite one not at all")
    func beyondSingle() {
        var quad = QuadTests.numbered
        quad.p2.x = 1e39
        #expect(quad.narrowed.largestRounding == .infinity)
        quad.p2.x = .infinity
        #expect(quad.narrowed.largestRounding == 0)
        quad.p2.x = .nan
        #expect(quad.narrowed.largestRounding == 0 && quad.narrowed.p2.x.isNaN)
    }
}
