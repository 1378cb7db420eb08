import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct RotationViewsTests {
    static let samples = 100

    private func isClose(_ a: Rotation, _ b: Rotation, _ tolerance: Double) -> Bool {
        (a.x - b.x).length <= tolerance && (a.y - b.y).length <= tolerance && (a.z - b.z).length <= tolerance
    }

    @Test("every view leads back to the rotation", arguments: RigidStrategy.allCases, Seeds.few)
    func roundTrips(strategy: RigidStrategy, seed: UInt64) throws {
        for sample in 0..<Self.samples {
            var random = SeededGenerator(seed: seed, sample: sample)
            let rotation = strategy.transform(using: &random).rotation
            let bound = 4 * Rotation.viewError
            #expect(try isClose(Rotation(quaternionXYZW: rotation.quaternionXYZW), rotation, bound))
            #expect(try isClose(Rotation(quaternionWXYZ: rotation.quaternionWXYZ), rotation, bound))
            #expect(isClose(try #require(Rotation(rotationVector: rotation.rotationVector)), rotation, bound))
            guard let axis = rotation.axis else {
                #expect(rotation == .identity)
                continue
            }
            #expect(isClose(try #require(Rotation(angle: rotation.angle, axis: axis)), rotation, bound))
            #expect((rotation.rotationVector - axis * rotation.angle).length <= 2 * Rotation.viewError)
        }
    }

    @Test("the two orders of a quaternion are the same four numbers")
    func orders() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let rotation = RigidStrategy.random.transform(using: &random).rotation
        let q = rotation.quaternionXYZW, p = rotation.quaternionWXYZ
        #expect(p == SIMD4(q.w, q.x, q.y, q.z))
        #expect(try Rotation(quaternionWXYZ: p) == Rotation(quaternionXYZW: q))
        // A quarter turn about z, as everybody writes it.
        let half = 0.5.squareRoot()
        let quarter = try Rotation(quaternionXYZW: SIMD4(0, 0, half, half))
        #expect((quarter * SIMD3(1, 0, 0) - SIMD3(0, 1, 0)).length <= Rotation.viewError)
    }

    @Test("a quaternion is of length one with w not negative", arguments: RigidStrategy.allCases)
    func unitQuaternion(strategy: RigidStrategy) {
        for sample in 0..<Self.samples {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            let q = strategy.transform(using: &random).rotation.quaternionXYZW
            #expect(q.w >= 0)
            #expect(((q * q).sum() - 1).magnitude <= 2 * Rotation.viewError)
        }
    }

    @Test(
        "a quaternion of any length and sign gives the same rotation",
        arguments: [0x1p-1064, 1e-200, -1, 3, 1e200, 0x1p1022])
    func anyLength(scale: Double) throws {
        let q = SIMD4(0.5, -0.5, 0.5, 0.5)
        let rotation = try Rotation(quaternionXYZW: q)
        let scaled = try Rotation(quaternionXYZW: q * scale)
        #expect(isClose(scaled, rotation, Rotation.viewError))
    }

    @Test("a quaternion without length or with a number that is not finite is refused")
    func refused() {
        #expect(throws: RotationError.zeroQuaternion) { try Rotation(quaternionXYZW: .zero) }
        #expect(throws: RotationError.zeroQuaternion) { try Rotation(quaternionWXYZ: .zero) }
        for place in 0..<4 {
            for number in [Double.nan, .infinity, -.infinity] {
                var q = SIMD4<Double>(0, 0, 0, 1)
                q[place] = number
                #expect(throws: RotationError.nonFinite) { try Rotation(quaternionXYZW: q) }
                #expect(throws: RotationError.nonFinite) { try Rotation(quaternionWXYZ: q) }
            }
        }
    }

    @Test(
        "half a turn has both its views",
        arguments: [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 1, 0), SIMD3(-1, 2, -3)])
    func halfTurn(axis: SIMD3<Double>) throws {
        let unit = try #require(axis.unit)
        // Exactly half a turn: 2 a aᵀ - 1.
        let rotation = try Rotation(quaternionXYZW: SIMD4(unit, 0))
        #expect((rotation.angle - .pi).magnitude <= Rotation.viewError)
        let found = try #require(rotation.axis)
        #expect(min((found - unit).length, (found + unit).length) <= Rotation.viewError)
        #expect((rotation.rotationVector.length - .pi).magnitude <= Rotation.viewError)
    }

    @Test("the smallest turns keep their angle and axis", arguments: [1e-8, 1e-100, 1e-300, 0x1p-1021])
    func tiny(angle: Double) throws {
        let vector = SIMD3(0, angle, 0)
        let rotation = try #require(Rotation(rotationVector: vector))
        #expect((rotation.rotationVector - vector).length <= Rotation.viewError * angle)
        #expect((rotation.angle - angle).magnitude <= Rotation.viewError * angle)
        #expect(try (#require(rotation.axis) - SIMD3(0, 1, 0)).length <= Rotation.viewError)
    }

    @Test("nothing turned has no axis and no angle")
    func nothing() throws {
        #expect(Rotation.identity.axis == nil)
        #expect(Rotation.identity.angle == 0)
        #expect(Rotation.identity.rotationVector == .zero)
        #expect(Rotation.identity.quaternionXYZW == SIMD4(0, 0, 0, 1))
        #expect(Rotation(rotationVector: .zero) == .identity)
        #expect(Rotation(angle: 0, axis: SIMD3(1, 2, 3)) == .identity)
    }

    @Test("an axis of nothing, and numbers that are not finite, turn nothing")
    func noRotation() {
        #expect(Rotation(angle: 1, axis: .zero) == nil)
        #expect(Rotation(angle: .nan, axis: SIMD3(1, 0, 0)) == nil)
        #expect(Rotation(angle: .infinity, axis: SIMD3(1, 0, 0)) == nil)
        #expect(Rotation(angle: 1, axis: SIMD3(.nan, 0, 0)) == nil)
        #expect(Rotation(rotationVector: SIMD3(.infinity, 0, 0)) == nil)
        #expect(Rotation(rotationVector: SIMD3(0, .nan, 0)) == nil)
        // Every number is finite and the angle is not.
        #expect(Rotation(rotationVector: SIMD3(repeating: .greatestFiniteMagnitude)) == nil)
    }

    @Test("turns add up about one axis, and whole turns do not show", arguments: Seeds.few)
    func turnsAdd(seed: UInt64) throws {
        for sample in 0..<Self.samples {
            var random = SeededGenerator(seed: seed, sample: sample)
            let axis = SIMD3<Double>.randomDirection(using: &random)
            let a = Double.random(in: -3...3, using: &random), b = Double.random(in: -3...3, using: &random)
            let first = try #require(Rotation(angle: a, axis: axis)),
                second = try #require(Rotation(angle: b, axis: axis))
            let both = try #require(Rotation(angle: a + b, axis: axis))
            #expect(isClose(first * second, both, 6 * Rotation.viewError))
            // 2π as a double is not quite a turn.
            let around = try #require(Rotation(angle: a + 2 * .pi, axis: axis))
            #expect(isClose(around, first, 4 * Rotation.viewError))
            #expect(
                isClose(
                    try #require(Rotation(angle: -a, axis: axis)), first.inverted(), 2 * Rotation.viewError))
        }
    }
}
