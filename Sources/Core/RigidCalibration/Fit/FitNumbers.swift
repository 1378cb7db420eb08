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

    /// Fits points that are `step` doubles apart the fast way; false where its digits are in doubt, or whether
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

/// Memory in which a kernel brings pairs into lanes: on the stack where there are few, so that small fits never ask for
/// any.
enum FitRoom {
    /// Pairs whose room is on the stack.
    private static let few = 4
    /// Doubles a pair takes: both sides' coordinates in eight lanes.
    private static let perPair = 48

    @inline(__always)
    static func withRoom<Result>(_ pairs: Int, _ body: (UnsafeMutablePointer<Double>) -> Result?) -> Result? {
        guard pairs <= few else {
            return withUnsafeTemporaryAllocation(of: Double.self, capacity: pairs * perPair) { room in
                room.baseAddress.flatMap(body)
            }
        }
        var room = (SIMD64<Double>.zero, SIMD64<Double>.zero, SIMD64<Double>.zero)
        return withUnsafeMutableBytes(of: &room) { bytes in
            bytes.assumingMemoryBound(to: Double.self).baseAddress.flatMap(body)
        }
    }
}
