import TestSupport
import Testing

@testable import QuadGeometry

@Suite("Pairs of doubles", .seeded)
struct PairNumberTests {
    /// The cut-off volume of exact numbers.
    private func exact(_ u: [SIMD3<Double>], _ v: [SIMD3<Double>], _ w: [SIMD3<Double>]) -> Double {
        let vectors = [u, v, w].map { ExactVector($0[1]) - ExactVector($0[0]) }
        let (fraction, exponent) = vectors[0].dot(vectors[1].cross(vectors[2])).rounded
        return Double(sign: .plus, exponent: exponent, significand: fraction)
    }

    @Test(
        "a volume has the bits of exact numbers or none, the more so the flatter it is",
        arguments: [(0.0, 1900), (1e-6, 1900), (1e-12, 900), (1e-16, 200)])
    func volumes(flatness: Double, least: Int) {
        var random = SeededGenerator(seed: Seeds.first)
        var found = 0
        for _ in 0..<2000 {
            let far =
                SIMD3<Double>.random(in: -1...1, using: &random) * .randomSize(in: 1e-3...1e6, using: &random)
            func point() -> SIMD3<Double> { far + SIMD3<Double>.random(in: -1...1, using: &random) }
            let u = [point(), point()], v = [point(), point()]
            var w = [point(), point()]
            // Nearly in the plane of the other two.
            if flatness > 0 {
                let step = (u[1] - u[0]) * 0.3 + (v[1] - v[0]) * 0.8
                w[1] = w[0] + step + SIMD3<Double>.random(in: -flatness...flatness, using: &random)
            }
            let pairs = [u, v, w].map { PairVector(from: $0[0], to: $0[1]) }
            guard let volume = pairs[0].cutOffVolume(pairs[1], pairs[2]) else { continue }
            found += 1
            #expect(volume == exact(u, v, w), "\(u) \(v) \(w)")
        }
        #expect(found > least)
    }

    @Test("corners of single precision have the bits of exact numbers, nearly always")
    func single() {
        var random = SeededGenerator(seed: Seeds.first)
        var found = 0
        func point(_ size: Double) -> SIMD3<Double> {
            SIMD3<Double>(SIMD3<Float>(SIMD3<Double>.random(in: -size...size, using: &random)))
        }
        for _ in 0..<2000 {
            let u = [point(30), point(30)], v = [point(1), point(1)]
            let near = v[0] + (u[1] - u[0]) * 0.01 + (v[1] - v[0]) * 0.3
            let w = [v[0], SIMD3<Double>(SIMD3<Float>(near))]
            let pairs = [u, v, w].map { PairVector(from: $0[0], to: $0[1]) }
            guard let volume = pairs[0].cutOffVolume(pairs[1], pairs[2]) else { continue }
            found += 1
            #expect(volume == exact(u, v, w), "\(u) \(v) \(w)")
        }
        #expect(found > 1800)
    }

    @Test(
        "products that underflow or overflow, and zeros, are left to exact numbers",
        arguments: [0, 1e-150, 1e150])
    func range(size: Double) {
        let a = PairVector(SIMD3(0.1, 0.3, 0.7) * size), b = PairVector(SIMD3(0.3, 0.9, 0.2) * size)
        #expect(a.cutOffVolume(b, PairVector(SIMD3(0.7, 0.1, 0.3) * size)) == nil)
    }
}
