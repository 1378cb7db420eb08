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

    /// The bound of a ray's distance, and of u and v.
    public static let rayHits = BoundTrial("QuadHit.distanceError", QuadHit.distanceError, overestimate: 4) { random in
        let quad = anyQuad(using: &random)
        let share = SIMD2<Double>.random(in: 0...1, using: &random)
        let along = quad.p1 + (quad.p2 - quad.p1) * share.x + (quad.p4 - quad.p1) * share.y
        let size = quad.diagonalLengths.max()
        // From anywhere, at any slant down to a millionth, near or far.
        let slant = SIMD3<Double>.randomDirection(using: &random) * .randomSize(in: 1e-6...1, using: &random)
        let inPlane = (quad.p3 - quad.p1).unit ?? SIMD3(1, 0, 0)
        let direction = inPlane + slant
        let origin = along - direction * (size * Double.randomSize(in: 1e-3...1e3, using: &random))
        guard let ray = try? Ray(from: origin, along: direction), let hit = quad.hit(by: ray) else { return nil }
        return WideHit(ray, quad, hit)?.error
    }
}

/// A hit in 80-bit arithmetic, where that has the digits for it.
struct WideHit {
    var error: Float80

    init?(_ ray: Ray, _ quad: Quad, _ hit: QuadHit) {
        let isSecond = hit.u + hit.v > 1
        let corners = WideQuad(quad).corners
        let (a, b, c) = isSecond ? (corners[2], corners[3], corners[1]) : (corners[0], corners[1], corners[3])
        let origin = WideVector(ray.origin), direction = WideVector(ray.direction)
        let normal = (b - a).cross(c - a), height = normal.dot(a - origin), speed = normal.dot(direction)
        let toB = direction.dot((c - origin).cross(a - origin)), toC = direction.dot((a - origin).cross(b - origin))
        let toA = direction.dot((b - origin).cross(c - origin)), sum = toA + toB + toC
        // What 80-bit arithmetic can lose must be far below the bound.
        let reach = max((a - origin).length, (b - origin).length, (c - origin).length)
        let terms = reach * (b - a).length * (c - a).length
        let volumes = direction.length * reach * reach
        guard terms < height.magnitude * WideHit.certain,
            direction.length * (b - a).length * (c - a).length < speed.magnitude * WideHit.certain,
            volumes < sum.magnitude * WideHit.certain
        else { return nil }
        let distance = height / speed
        let u = isSecond ? 1 - toB / sum : toB / sum, v = isSecond ? 1 - toC / sum : toC / sum
        error = max(
            (Float80(hit.distance) - distance).magnitude / distance.magnitude, (Float80(hit.u) - u).magnitude,
            (Float80(hit.v) - v).magnitude)
    }

    /// How many times larger than their sum the terms may be.
    private static let certain: Float80 = 0x1p14
}
#endif
