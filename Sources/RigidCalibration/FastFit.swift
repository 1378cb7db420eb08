internal import QuadGeometry

extension RigidFit {
    /// Digits that the fast way keeps to.
    static let fastDigits = 15.0
    /// More pairs than this leave its sums too few spare bits.
    static let mostFastPairs = 4096

    /// The fit the fast way; `nil` where that is in doubt about its digits, or whether there is a motion at all.
    init?(fast pairs: Correspondences) {
        guard pairs.weights == nil else { return nil }
        let fit = pairs.sources.withUnsafeBytes { sources in
            pairs.targets.withUnsafeBytes { targets in
                // A vector of three lies in memory as one of four whose last number means nothing.
                RigidFit(
                    fast: sources.assumingMemoryBound(to: Double.self),
                    targets.assumingMemoryBound(to: Double.self), step: 4, pairs.count)
            }
        }
        guard let fit else { return nil }
        self = fit
    }

    /// The same of points that lie `step` doubles apart.
    init?(
        fast sources: UnsafeBufferPointer<Double>, _ targets: UnsafeBufferPointer<Double>, step: Int,
        _ count: Int
    ) {
        guard 3...RigidFit.mostFastPairs ~= count, let p = sources.baseAddress, let q = targets.baseAddress
        else { return nil }
        // Nine vectors of four numbers each, of which the last means nothing, and the sum of squares.
        let fit: RigidFit? = withUnsafeTemporaryAllocation(of: Double.self, capacity: 37) { memory in
            guard let numbers = memory.baseAddress,
                KernelLevel.bestKernels.fitOne(p, q, step, count, numbers)
            else { return nil }
            func vector(_ group: Int) -> SIMD3<Double> {
                SIMD3(numbers[4 * group], numbers[4 * group + 1], numbers[4 * group + 2])
            }
            let motion = AnchoredMotion(
                rotation: Rotation(unchecked: vector(0), vector(1), vector(2)), sourceCenter: vector(3),
                targetCenter: vector(4), rest: vector(5))
            return RigidFit(
                motion, squares: numbers[36], solver: .fast, digits: RigidFit.fastDigits, steps: 1,
                cross: CrossCovariance(
                    vector(6), vector(7), vector(8), weight: Double(count), rounding: nil))
        }
        guard let fit else { return nil }
        self = fit
    }
}
