internal import QuadGeometry

/// The solver of singular value decompositions: LAPACK's, or our own.
struct Decomposition: Sendable {
    private let lapack: LAPACKDecomposition?

    /// With LAPACK's driver, or our own where there is none.
    init(_ lapack: LAPACKDecomposition?) { self.lapack = lapack }

    /// LAPACK's where it is installed.
    static let best = Decomposition(.installed)
    static let jacobi = Decomposition(nil)

    /// Curvatures below this share of the largest singular value are near enough to none to be looked at twice; far
    /// above what rounding of coordinates feigns, and below all but thin lines and nearly equal values.
    private static let delicate = 1e-4

    /// The decomposition of the matrix with these columns. Where a verdict may hang on its last digits it is our own
    /// even with LAPACK, whose digits differ between processors.
    func decompose(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) -> SingularValues? {
        guard let lapack else { return JacobiDecomposition.decompose(x, y, z) }
        return lapack.decompose(x, y, z).flatMap { found in
            let s = found.values
            return s.y - s.z > Decomposition.delicate * s.x
                ? found : JacobiDecomposition.decompose(x, y, z)
        }
    }
}
