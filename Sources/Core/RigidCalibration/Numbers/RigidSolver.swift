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
