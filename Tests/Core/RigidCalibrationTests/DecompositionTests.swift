import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Singular value decompositions")
struct DecompositionTests {
    /// The bound on every entry of the product of the parts, relative to the largest singular value.
    private let productError = 16 * Double.ulpOfOne

    static func matrices(seed: UInt64) -> [[SIMD3<Double>]] {
        var random = SeededGenerator(seed: seed)
        func column() -> SIMD3<Double> { .random(in: -1...1, using: &random) }
        let general = (0..<200).map { _ in [column(), column(), column()] }
        let flat = general.map { [$0[0], $0[1], $0[0] * 0.5 + $0[1]] }
        let thin = general.map { [$0[0], $0[0] * 2 + $0[1] * 1e-9, $0[0] - $0[1] * 1e-8] }
        let rankOne = general.map { [$0[0], $0[0] * 2, $0[0] * -3] }
        let sizes = [1e-150, 1e150].flatMap { size in general.prefix(20).map { $0.map { $0 * size } } }
        let special: [[SIMD3<Double>]] = [
            [.zero, .zero, .zero], [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)],
            [SIMD3(0, 0, 2), .zero, .zero],
        ]
        return general + flat + thin + rankOne + sizes + special
    }

    @Test("the parts multiply to the matrix, and are orthonormal", arguments: [true, false], Seeds.few)
    func product(withLAPACK: Bool, seed: UInt64) throws {
        let decomposition = withLAPACK ? Decomposition.best : .jacobi
        for m in DecompositionTests.matrices(seed: seed) {
            let svd = try #require(decomposition.decompose(m[0], m[1], m[2]))
            let s = svd.values
            #expect(s.x >= s.y && s.y >= s.z && s.z >= 0)
            let u = [svd.left.0, svd.left.1, svd.left.2], v = [svd.right.0, svd.right.1, svd.right.2]
            for column in 0..<3 {
                var sum = SIMD3<Double>.zero
                for part in 0..<3 { sum += u[part] * (s[part] * v[part][column]) }
                #expect((sum - m[column]).largestMagnitude <= productError * s.x, "\(m)")
            }
            for i in 0..<3 {
                for j in 0..<3 {
                    let expected = i == j ? 1.0 : 0
                    #expect((v[i].dot(v[j]) - expected).magnitude <= productError)
                    // Left vectors of vanishing values mean nothing.
                    guard s[i] > productError * s.x, s[j] > productError * s.x else { continue }
                    #expect((u[i].dot(u[j]) - expected).magnitude <= productError, "\(m)")
                }
            }
        }
    }

    @Test("both find the same values", arguments: Seeds.few)
    func agree(seed: UInt64) throws {
        for m in DecompositionTests.matrices(seed: seed) {
            let values = try [Decomposition.best, .jacobi].map {
                try #require($0.decompose(m[0], m[1], m[2])).values
            }
            for other in values.dropFirst() {
                #expect((other - values[0]).largestMagnitude <= productError * values[0].x)
            }
        }
    }
}
