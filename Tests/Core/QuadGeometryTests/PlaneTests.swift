import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct PlaneTests {
    @Test(
        "the normal is brought to length one, at any size", arguments: [0x1p-1070, 1e-200, 1, 1e200, 1e308])
    func normal(size: Double) throws {
        let plane = try #require(Plane(through: SIMD3(1, 2, 3), across: SIMD3(0, -size, 0)))
        #expect((plane.normal - SIMD3(0, -1, 0)).length <= SIMD3<Double>.unitError)
        #expect((plane.signedDistance(to: SIMD3(9, 0, 9)) - 2).magnitude <= 2 * SIMD3<Double>.unitError)
    }

    @Test("there is no plane across nothing, nor through a point that is not finite")
    func refused() {
        #expect(Plane(through: .zero, across: .zero) == nil)
        #expect(Plane(through: .zero, across: SIMD3(.nan, 1, 0)) == nil)
        #expect(Plane(through: .zero, across: SIMD3(.infinity, 0, 0)) == nil)
        #expect(Plane(through: SIMD3(0, .nan, 0), across: SIMD3(1, 0, 0)) == nil)
        #expect(Plane(through: SIMD3(0, .infinity, 0), across: SIMD3(1, 0, 0)) == nil)
    }

    @Test("a projection lies in the plane, straight below its point", arguments: Seeds.few)
    func projection(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let through = SIMD3<Double>.random(in: -100...100, using: &random)
            let plane = try #require(Plane(through: through, across: .random(in: -1...1, using: &random)))
            let point = SIMD3<Double>.random(in: -100...100, using: &random)
            let foot = plane.projection(of: point)
            // Three products and two sums of numbers up to twice the coordinates.
            let rounding = 4 * RigidTransform.pointError * 100
            #expect(plane.signedDistance(to: foot).magnitude <= rounding)
            #expect((point - foot).cross(plane.normal).length <= rounding)
            #expect(((point - foot).length - plane.signedDistance(to: point).magnitude).magnitude <= rounding)
        }
    }

    @Test("distances near the plane's point keep their digits 10 km from the origin")
    func farAway() throws {
        let far = SIMD3<Double>(8192, 8192, -8192), small = 0x1p-36
        let plane = try #require(Plane(through: far, across: SIMD3(0, 1, 0)))
        #expect(plane.signedDistance(to: far + SIMD3(5, small, 7)) == small)
        #expect(plane.signedDistance(to: far - SIMD3(5, small, 7)) == -small)
    }
}
