internal import QuadGeometry

/// A way to find a rotation, on which its digits depend: see ``RigidFit/digits``.
public enum RigidSolver: String, Hashable, Sendable, CaseIterable {
    /// Refined in 106 bits, about 32 digits: 15.9 digits on every input. The first guess is that of ``fast`` where it is sure,
    /// and LAPACK's decomposition, where there is one, for all else.
    case `default`
    /// LAPACK's decomposition as it is: about 15 digits in general position, few on thin lines.
    case svd
    /// A closed form with one step of refinement, without asking for memory: at least 15 digits. Where it cannot
    /// promise them, or there are weights, the answer comes from `default` and says so.
    case fast
    /// The bits of `default` without LAPACK.
    case exact

    var decomposition: Decomposition { self == .exact ? .jacobi : .best }

    /// The file that LAPACKE was loaded from, which is loaded by this or by the first fit; `nil` where ``default`` and
    /// ``svd`` use our own decomposition.
    package static var lapackLibrary: String? { LAPACKDecomposition.installed?.library }

    /// Whether this build looks for LAPACKE at all: not if it was built with `QUADCAL_LAPACK=0`.
    package static var looksForLAPACK: Bool {
        #if QUADCAL_WITHOUT_LAPACK
        false
        #else
        true
        #endif
    }
}

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
