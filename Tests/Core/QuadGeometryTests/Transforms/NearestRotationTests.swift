import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct NearestRotationTests {
    @Test("the correction is that of the nearest rotation: what is left is symmetric", arguments: Seeds.few)
    func symmetric(seed: UInt64) throws {
        for trial in 0..<500 {
            var random = SeededGenerator(seed: seed, sample: trial)
            let exact = RigidStrategy.random.transform(using: &random).rotation
            let size = [1e-9, 1e-6, 1e-3][trial % 3]
            func shaken(_ column: SIMD3<Double>) -> SIMD3<Double> {
                column + SIMD3((0..<3).map { _ in Double.random(in: -size...size, using: &random) })
            }
            let (x, y, z) = (shaken(exact.x), shaken(exact.y), shaken(exact.z))
            let nearest = try NearestRotation(columns: x, y, z, within: 1)
            // A matrix is a rotation times a symmetric matrix, and that rotation is the nearest.
            let r = nearest.rotation
            let skew = [r.x.dot(y) - r.y.dot(x), r.y.dot(z) - r.z.dot(y), r.z.dot(x) - r.x.dot(z)]
            #expect(
                skew.allSatisfy { $0.magnitude <= 8 * .ulpOfOne }, "seed \(seed), trial \(trial): \(skew)")
            #expect(nearest.correction > 0 && nearest.correction <= 3 * size)
        }
    }

    @Test("no limit corrects more than can be")
    func largestLimit() throws {
        let scaled = 1 + 0.6 * NearestRotation.largestLimit
        #expect(throws: RotationError.self) {
            try NearestRotation(
                columns: SIMD3(scaled, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), within: .infinity)
        }
        let less = 1 + 0.4 * NearestRotation.largestLimit
        let nearest = try NearestRotation(
            columns: SIMD3(less, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), within: .infinity)
        #expect(nearest.rotation == .identity && nearest.correction == less - 1)
        #expect(throws: RotationError.self) {
            try NearestRotation(columns: SIMD3(less, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), within: 0.001)
        }
    }
}
