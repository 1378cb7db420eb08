internal import QuadGeometry

/// One-sided Jacobi decomposition (Hestenes 1958), for machines without LAPACK.
///
/// Scaled by a power of two beforehand, so that no product over- or underflows.
enum JacobiDecomposition {
    /// The decomposition of the matrix with these columns, or `nil` when a number is not finite.
    static func decompose(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) -> SingularValues? {
        guard x.isFinite, y.isFinite, z.isFinite else { return nil }
        let largest = max(x.largestMagnitude, max(y.largestMagnitude, z.largestMagnitude))
        let exponent = largest > 0 ? Int(largest.exponent) : 0
        func scaled(_ v: SIMD3<Double>, _ power: Int) -> SIMD3<Double> {
            SIMD3(
                Double(sign: .plus, exponent: power, significand: v.x),
                Double(sign: .plus, exponent: power, significand: v.y),
                Double(sign: .plus, exponent: power, significand: v.z))
        }
        var columns = [scaled(x, -exponent), scaled(y, -exponent), scaled(z, -exponent)]
        var right: [SIMD3<Double>] = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
        // Three or four sweeps settle any 3x3; the bound only makes the end certain.
        for _ in 0..<30 {
            var turned = false
            for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                guard let (cosine, sine) = turn(columns[i], columns[j]) else { continue }
                (columns[i], columns[j]) = rotated(columns[i], columns[j], cosine, sine)
                (right[i], right[j]) = rotated(right[i], right[j], cosine, sine)
                turned = true
            }
            if !turned { break }
        }
        let order = [0, 1, 2].sorted { columns[$0].dot(columns[$0]) > columns[$1].dot(columns[$1]) }
        let lengths = order.map { columns[$0].length }
        let left = directions(order.map { columns[$0] }, lengths)
        return SingularValues(
            left: left, values: scaled(SIMD3(lengths[0], lengths[1], lengths[2]), exponent),
            right: (right[order[0]], right[order[1]], right[order[2]]))
    }

    /// The cosine and sine that turn two columns across each other; `nil` when they already are, to within rounding.
    private static func turn(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> (cosine: Double, sine: Double)? {
        let aa = a.dot(a), bb = b.dot(b), ab = a.dot(b)
        guard ab.magnitude > 0.5 * .ulpOfOne * (aa * bb).squareRoot() else { return nil }
        let ratio = (bb - aa) / (2 * ab)
        let tangent = (ratio < 0 ? -1 : 1) / (ratio.magnitude + (1 + ratio * ratio).squareRoot())
        let cosine = 1 / (1 + tangent * tangent).squareRoot()
        return tangent == 0 ? nil : (cosine, cosine * tangent)
    }

    private static func rotated(
        _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ cosine: Double, _ sine: Double
    ) -> (SIMD3<Double>, SIMD3<Double>) {
        (a * cosine - b * sine, a * sine + b * cosine)
    }

    /// The columns' directions; where a column vanishes, one across the others.
    private static func directions(
        _ columns: [SIMD3<Double>], _ lengths: [Double]
    ) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        let first = columns[0].unit ?? SIMD3(1, 0, 0)
        let helper = first.x.magnitude < 0.6 ? SIMD3<Double>(1, 0, 0) : SIMD3<Double>(0, 1, 0)
        let vanishing = lengths[0] * .ulpOfOne
        let second = lengths[1] > vanishing ? columns[1] / lengths[1] : first.cross(helper).unit ?? helper
        let third = lengths[2] > vanishing ? columns[2] / lengths[2] : first.cross(second)
        return (first, second, third)
    }
}

/// The singular value decomposition of a 3x3 matrix: `matrix = left · diag(values) · rightᵀ`.
struct SingularValues {
    var left: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
    /// Not negative, largest first.
    var values: SIMD3<Double>
    var right: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    /// The proper rotation R that makes the trace of Rᵀ · matrix greatest, and whether a mirror would make it greater.
    ///
    /// Of the third pair only the sign can differ between the best rotation and the best orthogonal matrix, so it is
    /// made from the other two (Lawrence, Bernal, Witzgall 2019, doi 10.6028/jres.124.028).
    var properRotation: (rotation: Rotation, prefersMirror: Bool)? {
        let u1 = left.0, u2 = left.1, v1 = right.0, v2 = right.1
        guard let u3 = u1.cross(u2).unit, let v3 = v1.cross(v2).unit else { return nil }
        let x = u1 * v1.x + u2 * v2.x + u3 * v3.x
        let y = u1 * v1.y + u2 * v2.y + u3 * v3.y
        let z = u1 * v1.z + u2 * v2.z + u3 * v3.z
        guard let rotation = try? Rotation(columns: x, y, z) else { return nil }
        // The third pair came with signs of its own: their product tells whether it is the same triad.
        return (rotation, u3.dot(left.2) * v3.dot(right.2) < 0)
    }
}
