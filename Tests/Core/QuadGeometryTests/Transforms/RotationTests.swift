import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct RotationTests {
    static let samples = 100

    @Test(
        "turning back undoes a turn, and turning back twice changes no bit",
        arguments: RigidStrategy.allCases, Seeds.few)
    func inverse(strategy: RigidStrategy, seed: UInt64) {
        for sample in 0..<Self.samples {
            var random = SeededGenerator(seed: seed, sample: sample)
            let rotation = strategy.transform(using: &random).rotation
            let point = SIMD3<Double>.random(in: -9...9, using: &random)
            #expect(rotation.inverted().inverted() == rotation)
            #expect(
                (rotation.inverted() * (rotation * point) - point).length <= 2 * Rotation.viewError
                    * point.length)
            #expect(rotation.rows.0 == rotation.inverted().x)
        }
    }

    @Test(
        "a rotation keeps lengths and angles, and turns x into its first column",
        arguments: RigidStrategy.allCases)
    func isometry(strategy: RigidStrategy) {
        for sample in 0..<Self.samples {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            let rotation = strategy.transform(using: &random).rotation
            let a = SIMD3<Double>.random(in: -1...1, using: &random),
                b = SIMD3<Double>.random(in: -1...1, using: &random)
            let bound = 4 * Rotation.viewError
            #expect(((rotation * a).length - a.length).magnitude <= bound)
            #expect(((rotation * a).dot(rotation * b) - a.dot(b)).magnitude <= bound)
            #expect(((rotation * a).cross(rotation * b) - rotation * a.cross(b)).length <= bound)
            #expect(rotation * SIMD3(1, 0, 0) == rotation.x)
            #expect(rotation * SIMD3(0, 1, 0) == rotation.y)
            #expect(rotation * SIMD3(0, 0, 1) == rotation.z)
        }
    }

    @Test("a product turns by the right-hand rotation first")
    func composition() throws {
        let quarter = try #require(Rotation(angle: .pi / 2, axis: SIMD3(0, 0, 1)))
        let tip = try #require(Rotation(angle: .pi / 2, axis: SIMD3(1, 0, 0)))
        let point = tip * quarter * SIMD3(1, 0, 0)
        #expect((point - SIMD3(0, 0, 1)).length <= 2 * Rotation.viewError)
        for sample in 0..<Self.samples {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            let (a, b) = (
                RigidStrategy.random.transform(using: &random), RigidStrategy.random.transform(using: &random)
            )
            let point = SIMD3<Double>.random(in: -9...9, using: &random)
            let difference = a.rotation * b.rotation * point - a.rotation * (b.rotation * point)
            #expect(difference.length <= 2 * Rotation.viewError * point.length)
        }
    }

    @Test("the identity changes no bit")
    func identity() {
        var random = SeededGenerator(seed: Seeds.first)
        let rotation = RigidStrategy.random.transform(using: &random).rotation
        #expect(.identity * rotation == rotation)
        #expect(rotation * .identity == rotation)
        #expect(Rotation.identity * SIMD3(1.1, 2.2, 3.3) == SIMD3(1.1, 2.2, 3.3))
        #expect(Rotation.identity.inverted() == .identity)
    }

    @Test("columns that are a rotation are taken as they are")
    func columns() throws {
        var random = SeededGenerator(seed: Seeds.first)
        for strategy in RigidStrategy.allCases {
            let rotation = strategy.transform(using: &random).rotation
            #expect(try Rotation(columns: rotation.x, rotation.y, rotation.z) == rotation)
        }
        // Printed with 13 digits, a rotation is still one.
        let rounded = SIMD3(0.6000000000000, 0.8000000000000, 0), across = SIMD3(-0.8, 0.6, 0)
        #expect(try Rotation(columns: rounded, across, SIMD3(0, 0, 1)).x == rounded)
    }

    @Test("a mirror is refused with its determinant")
    func mirror() {
        #expect(throws: RotationError.mirrored(determinant: -1)) {
            try Rotation(columns: SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, -1))
        }
        #expect(throws: RotationError.mirrored(determinant: 0)) {
            try Rotation(columns: SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 1, 0))
        }
    }

    @Test("columns that are not orthonormal are refused with by how much")
    func notOrthonormal() {
        #expect(throws: RotationError.notOrthonormal(defect: 3)) {
            try Rotation(columns: SIMD3(2, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
        }
        #expect(throws: RotationError.notOrthonormal(defect: 0.25)) {
            try Rotation(columns: SIMD3(1, 0, 0), SIMD3(0.25, 1, 0), SIMD3(0, 0, 1))
        }
    }

    @Test("the limit of orthonormality is where it says", arguments: [(0.5, true), (1.5, false)])
    func limit(share: Double, isAccepted: Bool) {
        let skew = share * Rotation.orthonormalityLimit
        let made = try? Rotation(columns: SIMD3(1, 0, 0), SIMD3(skew, 1, 0), SIMD3(0, 0, 1))
        #expect((made != nil) == isAccepted)
    }

    @Test("a number that is not finite is refused as such", arguments: 0..<9, [Double.nan, .infinity])
    func nonFinite(place: Int, number: Double) {
        var columns = [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
        columns[place / 3][place % 3] = number
        #expect(throws: RotationError.nonFinite) { try Rotation(columns: columns[0], columns[1], columns[2]) }
    }
}
