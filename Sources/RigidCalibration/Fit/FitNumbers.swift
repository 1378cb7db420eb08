internal import QuadGeometry

/// The numbers of a fit as the kernel writes them: nine vectors, each of which lies in memory as four numbers, and one.
struct FitNumbers: Sendable {
    var motion = AnchoredMotion(
        rotation: Rotation(unchecked: .zero, .zero, .zero), sourceCenter: .zero, targetCenter: .zero,
        rest: .zero)
    /// The columns of the weighted cross-covariance.
    var x = SIMD3<Double>.zero, y = SIMD3<Double>.zero, z = SIMD3<Double>.zero
    /// The weighted sum of the squares that are left.
    var squares = 0.0

    /// More pairs than this leave the fast way's sums too few spare bits.
    static let mostFastPairs = 4096

    /// Fits points that lie `step` doubles apart the fast way; false where that is in doubt about its digits, or whether
    /// there is a motion at all, and the numbers mean nothing.
    @inline(__always)
    mutating func fit(
        _ sources: UnsafePointer<Double>?, _ targets: UnsafePointer<Double>?, step: Int, _ count: Int,
        by fitOne: Kernels.FitOne = KernelLevel.bestKernels.fitOne
    ) -> Bool {
        guard 3...FitNumbers.mostFastPairs ~= count, let sources, let targets else { return false }
        return withUnsafeMutableBytes(of: &self) { bytes in
            guard let results = bytes.assumingMemoryBound(to: Double.self).baseAddress else { return false }
            return fitOne(sources, targets, step, count, results)
        }
    }
}

extension RigidFit {
    /// Digits that the fast way keeps to.
    static let fastDigits = 15.0

    /// A fit the fast way of so many pairs, before it is made.
    @inline(__always)
    init(unfitted count: Int) {
        numbers = FitNumbers()
        weight = Double(count)
        rounding = nil
        rms = 0
        solver = .fast
        digits = RigidFit.fastDigits
        steps = 1
    }

    /// Makes the fit of points that lie `step` doubles apart, unless that is in doubt.
    @inline(__always)
    mutating func make(
        _ sources: UnsafePointer<Double>?, _ targets: UnsafePointer<Double>?, step: Int, _ count: Int
    ) -> Bool {
        guard numbers.fit(sources, targets, step: step, count) else { return false }
        rms = (numbers.squares / weight).squareRoot()
        return true
    }
}
