internal import QuadGeometry

/// What decomposes a matrix.
enum Decomposition: String, CaseIterable {
    #if canImport(CLAPACKE)
    /// LAPACK's one-sided Jacobi decomposition.
    case lapack
    #endif
    /// One-sided Jacobi in Swift, for platforms without LAPACK.
    case jacobi

    #if canImport(CLAPACKE)
    /// LAPACK where there is one.
    static let best = Decomposition.lapack
    #else
    /// LAPACK where there is one.
    static let best = Decomposition.jacobi
    #endif

    #if canImport(CLAPACKE)
    /// Curvatures below this share of the largest singular value are near enough to none to be looked at twice; far
    /// above what rounding of coordinates feigns, and below all but thin lines and nearly equal values.
    private static let delicate = 1e-4
    #endif

    /// The decomposition of the matrix with these columns. Where a verdict may hang on its last digits it is our own
    /// even for `lapack`, whose digits differ between processors.
    func decompose(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) -> SingularValues? {
        switch self {
        #if canImport(CLAPACKE)
        case .lapack:
            LAPACKDecomposition.decompose(x, y, z).flatMap { found in
                let s = found.values
                return s.y - s.z > Decomposition.delicate * s.x
                    ? found : JacobiDecomposition.decompose(x, y, z)
            }
        #endif
        case .jacobi: JacobiDecomposition.decompose(x, y, z)
        }
    }
}
