import QuadGeometry
import Testing

@Suite struct RayTests {
    @Test("a point of the ray is its origin and t lengths of its direction")
    func point() throws {
        let ray = try Ray(from: SIMD3(1, 2, 3), along: SIMD3(0, 0, 2))
        #expect(ray.point(at: 0) == SIMD3(1, 2, 3))
        #expect(ray.point(at: 1.5) == SIMD3(1, 2, 6))
        #expect(ray.point(at: -1) == SIMD3(1, 2, 1))
        #expect(ray.start == 0)
        #expect(ray.end == .infinity)
    }

    @Test("the stored names make the same ray, also from a camera's single precision")
    func names() throws {
        let ray = try Ray(from: SIMD3(1, 2, 3), along: SIMD3(0, 0, 2), start: 0.5, end: 9)
        #expect(try Ray(origin: [1, 2, 3], direction: [0, 0, 2], start: 0.5, end: 9) == ray)
        let origin: SIMD3<Float> = [0.1, 2, 3], direction: SIMD3<Float> = [0, 0, 2]
        let single = try Ray(origin: origin, direction: direction)
        #expect(single.origin == SIMD3(Double(Float(0.1)), 2, 3) && single.end == .infinity)
        #expect(throws: RayError.zeroDirection) { try Ray(origin: origin, direction: .zero) }
    }

    @Test(
        "origins and directions that are not finite are refused as they are", arguments: 0..<3,
        [Double.infinity, -.infinity])
    func notFinite(axis: Int, number: Double) {
        var bad = SIMD3<Double>(1, 1, 1)
        bad[axis] = number
        #expect(throws: RayError.nonFiniteOrigin(bad)) { try Ray(from: bad, along: SIMD3(1, 0, 0)) }
        #expect(throws: RayError.nonFiniteDirection(bad)) { try Ray(from: .zero, along: bad) }
    }

    @Test("NaN is refused where it stands")
    func notANumber() {
        let bad = SIMD3(0, Double.nan, 0), along = SIMD3<Double>(1, 0, 0)
        func reason(_ make: () throws(RayError) -> Ray) -> RayError? {
            do {
                _ = try make()
                return nil
            } catch { return error }
        }
        if case .nonFiniteOrigin = reason({ () throws(RayError) in try Ray(from: bad, along: along) }) {
        } else {
            Issue.record("origin")
        }
        if case .nonFiniteDirection = reason({ () throws(RayError) in try Ray(from: .zero, along: bad) }) {
        } else {
            Issue.record("direction")
        }
        for (start, end) in [(Double.nan, 1), (0, Double.nan), (.nan, .nan)] {
            guard
                case .rangeNotANumber(let first, let last) = reason({ () throws(RayError) in
                    try Ray(from: .zero, along: along, start: start, end: end)
                })
            else {
                Issue.record("range \(start) to \(end)")
                continue
            }
            #expect(first.isNaN == start.isNaN)
            #expect(last.isNaN == end.isNaN)
        }
    }

    @Test("no direction is refused, and the least direction is one")
    func zeroDirection() throws {
        #expect(throws: RayError.zeroDirection) { try Ray(from: .zero, along: .zero) }
        #expect(throws: RayError.zeroDirection) { try Ray(from: .zero, along: SIMD3(-0.0, 0, -0.0)) }
        _ = try Ray(from: .zero, along: SIMD3(.leastNonzeroMagnitude, 0, 0))
    }

    @Test(
        "a range may be infinite, or empty",
        arguments: [(-Double.infinity, Double.infinity), (5, 1), (.infinity, -.infinity)])
    func ranges(start: Double, end: Double) throws {
        let ray = try Ray(from: .zero, along: SIMD3(1, 0, 0), start: start, end: end)
        #expect(ray.start == start)
        #expect(ray.end == end)
    }

    @Test("the first reason in the order of the parameters is given")
    func precedence() {
        #expect(throws: RayError.nonFiniteOrigin(SIMD3(.infinity, 0, 0))) {
            try Ray(from: SIMD3(.infinity, 0, 0), along: .zero, start: .nan)
        }
        #expect(throws: RayError.zeroDirection) { try Ray(from: .zero, along: .zero, start: .nan) }
    }
}
