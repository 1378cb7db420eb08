#if arch(x86_64)
import Foundation
import QuadGeometry

extension BoundTrial {
    /// The bound of sine and cosine, given as the library's function, which is not public.
    public static func sineAndCosine(
        _ bound: Double, _ function: @escaping @Sendable (Double) -> (sine: Double, cosine: Double)
    ) -> BoundTrial {
        BoundTrial("trigonometryError, sine and cosine", bound) { random in
            let angle = anyAngle(using: &random), found = function(angle)
            let sine = sin(Float80(angle)), cosine = cos(Float80(angle))
            // Near a multiple of π the angle's own rounding counts, so that only the absolute error can be small.
            let isCancelled = angle.magnitude > 1
            return max(
                distance(found.sine, sine, isCancelled), distance(found.cosine, cosine, isCancelled))
        }
    }

    /// The bound of the arc tangent, given as the library's function.
    public static func arcTangent(
        _ bound: Double, _ function: @escaping @Sendable (Double, Double) -> Double
    ) -> BoundTrial {
        BoundTrial("trigonometryError, arc tangent", bound) { random in
            let y = Double.randomSize(in: 1e-150...1e150, using: &random)
            let near = Double.randomSize(in: 1e-9...1e9, using: &random) * y
            let far = Double.randomSize(in: 1e-150...1e150, using: &random)
            let x = Bool.random(using: &random) ? near : far
            let (rise, run) = (Bool.random(using: &random) ? y : -y, Bool.random(using: &random) ? x : -x)
            guard (1e-150...1e150).contains(x) else { return nil }
            return distance(function(rise, run), atan2(Float80(rise), Float80(run)), false)
        }
    }

    /// Relative, or absolute where the result is below 2⁻³⁰ by cancellation.
    private static func distance(_ found: Double, _ expected: Float80, _ isCancelled: Bool) -> Float80 {
        let off = (Float80(found) - expected).magnitude
        return isCancelled && expected.magnitude < 0x1p-30 ? off : off / expected.magnitude
    }

    private static func anyAngle(using random: inout SeededGenerator) -> Double {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .randomSize(in: 1e-300...1, using: &random)
        // Next to a multiple of a quarter turn, where digits cancel.
        case 1:
            let turns = Double(Int.random(in: -660_000...660_000, using: &random))
            return turns * (.pi / 2) + .randomSize(in: 1e-12...0.1, using: &random)
        default: return .random(in: -0x1p20...0x1p20, using: &random)
        }
    }

    /// The bound of a quotient of two products of doubles, given as the library's function.
    public static func quotients(
        _ bound: Double, _ function: @escaping @Sendable (Double, Double, Double, Double) -> Double
    ) -> BoundTrial {
        BoundTrial("ExactNumber.quotientError", bound) { random in
            let n = (0..<4).map { _ in Double.randomFinite(using: &random) }
            let quotient = Float80(n[0]) * Float80(n[1]) / (Float80(n[2]) * Float80(n[3]))
            return normalDistance(function(n[0], n[1], n[2], n[3]), quotient)
        }
    }

    /// The bound of the magnitude of a product over a root, given as the library's function.
    public static func quotientsByRoots(
        _ bound: Double, _ function: @escaping @Sendable (Double, Double, Double) -> Double
    ) -> BoundTrial {
        BoundTrial("ExactNumber.quotientError, by a root", bound) { random in
            let n = (0..<3).map { _ in Double.randomFinite(using: &random) }
            let quotient = Float80(n[0]) * Float80(n[1]) / Float80(n[2].magnitude).squareRoot()
            return normalDistance(function(n[0], n[1], n[2].magnitude), quotient.magnitude)
        }
    }

    /// The relative distance where the expected number is a normal double.
    private static func normalDistance(_ found: Double, _ expected: Float80) -> Float80? {
        let size = expected.magnitude
        guard size >= Float80(Double.leastNormalMagnitude), size <= Float80(Double.greatestFiniteMagnitude)
        else { return nil }
        return (Float80(found) - expected).magnitude / size
    }
}
#endif
