public import QuadGeometry

/// Moments of pairs in the caller's memory, three doubles a point.
extension PairMoments {
    /// Pairs are summed in chunks of so many, whoever sums them, so that the number of threads does not show.
    public static let chunk = 65_536

    /// The ranges of pairs that make the chunks of so many pairs.
    ///
    /// For a pass by any number of threads: each range's moments, in any order, then ``merged(_:)`` in the order of the
    /// ranges. That is what the pass over a whole buffer does, to the bit.
    public static func chunks(of pairs: Int) -> [Range<Int>] {
        stride(from: 0, to: pairs, by: chunk).map { $0..<min($0 + chunk, pairs) }
    }

    /// The moments of two buffers of the same size, which hold three doubles a point, or of a range of their pairs.
    ///
    /// A pair that is not finite or out of range is named.
    public init(
        packed sources: UnsafeBufferPointer<Double>, targets: UnsafeBufferPointer<Double>,
        range: Range<Int>? = nil, on level: KernelLevel = .best
    ) throws(RigidFitError) {
        let pairs = unsafe try PackedPairs(sources, targets)
        let range = range ?? 0..<pairs.count
        precondition(range.lowerBound >= 0 && range.upperBound <= pairs.count, "no such pairs")
        var parts: [PairMoments] = []
        for first in stride(from: range.lowerBound, to: range.upperBound, by: PairMoments.chunk) {
            let part = first..<min(first + PairMoments.chunk, range.upperBound)
            parts.append(try PairMoments(pairs, part, level))
        }
        self = .merged(parts)
    }

    /// The moments of two spans of the same size, which hold three doubles a point.
    public init(
        packed sources: Span<Double>, targets: Span<Double>, on level: KernelLevel = .best
    ) throws(RigidFitError) {
        self = unsafe try sources.withUnsafeBufferPointer { sources throws(RigidFitError) in
            unsafe try targets.withUnsafeBufferPointer { targets throws(RigidFitError) in
                unsafe try PairMoments(packed: sources, targets: targets, on: level)
            }
        }
    }

    /// Fewer pairs than this are summed in 106 bits: their roundings would not average out.
    private static let few = 4096
    /// The ratio of sums to moments beyond which a better point to sum about is taken.
    private static let largestGrowth = 8.0

    /// The moments of a chunk.
    private init(_ pairs: PackedPairs, _ part: Range<Int>, _ level: KernelLevel) throws(RigidFitError) {
        guard part.count >= PairMoments.few, let p = unsafe pairs.sources.baseAddress,
            let q = unsafe pairs.targets.baseAddress
        else {
            try pairs.requireFinite(part)
            var sums = ShiftedSums(about: pairs.source(part.lowerBound), pairs.target(part.lowerBound))
            for pair in part { sums.add(pairs.source(pair), pairs.target(pair)) }
            self.init(sums, count: part.count, areRounded: false)
            return
        }
        func moments(_ source: SIMD3<Double>, _ target: SIMD3<Double>) -> PairMoments {
            let first = 3 * part.lowerBound
            let sums = unsafe BlockSums.sums(p + first, q + first, part.count, about: source, target, level)
            return PairMoments(sums, count: part.count, areRounded: true)
        }
        self = moments(pairs.source(part.lowerBound), pairs.target(part.lowerBound))
        // What is not finite or far out of range makes these so; the pair is looked for only then.
        let limit = Correspondences.largestCoordinate / 10
        let isOrdinary =
            sourceScatter <= limit * limit && targetScatter <= limit * limit
            && sourceMean.rounded.largestMagnitude <= limit && targetMean.rounded.largestMagnitude <= limit
        if !isOrdinary { try pairs.requireFinite(part) }
        let largest = Double(part.count) * PairMoments.largestGrowth * PairMoments.largestGrowth
        if roundings > largest { self = moments(sourceMean.rounded, targetMean.rounded) }
    }
}
