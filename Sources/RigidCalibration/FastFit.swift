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
        // 24 numbers of the motion, 9 of the cross-covariance, the sum of squares.
        let fit: RigidFit? = withUnsafeTemporaryAllocation(of: Double.self, capacity: 34) { memory in
            guard let numbers = memory.baseAddress else { return nil }
            var isDoubtful: UInt8 = 0
            _ = FitRoom.withRoom(count) { room in
                Kernels.baseline.fitPairs(
                    p, q, (step, 1, 0), count, 1, numbers, numbers + 33, numbers + 24, &isDoubtful, room)
            }
            guard isDoubtful == 0 else { return nil }
            func vector(_ i: Int) -> SIMD3<Double> { SIMD3(numbers[i], numbers[i + 1], numbers[i + 2]) }
            let motion = AnchoredMotion(
                rotation: Rotation(unchecked: vector(0), vector(4), vector(8)), sourceCenter: vector(12),
                targetCenter: vector(16), rest: vector(20))
            return RigidFit(
                motion, squares: numbers[33], solver: .fast, digits: RigidFit.fastDigits, steps: 1,
                cross: CrossCovariance(
                    vector(24), vector(27), vector(30), weight: Double(count), rounding: nil))
        }
        guard let fit else { return nil }
        self = fit
    }
}
