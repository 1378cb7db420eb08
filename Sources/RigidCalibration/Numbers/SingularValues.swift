internal import QuadGeometry

/// The singular value decomposition of a 3x3 matrix: `matrix = left · diag(values) · rightᵀ`.
struct SingularValues {
    /// The left singular vectors.
    var left: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
    /// Not negative, largest first.
    var values: SIMD3<Double>
    /// The right singular vectors.
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
