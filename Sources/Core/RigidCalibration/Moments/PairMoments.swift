internal import QuadGeometry

/// The moments of any number of pairs that a fit needs, in a few numbers that can be merged: for streams, threads and
/// clusters.
///
/// All moments are about the means and kept in 106 bits, about 32 digits, so merging loses nothing: a thousand parts
/// merged agree with one pass to 4e-16 of the moments. Pairs that were added in bulk carry the rounding of their sums,
/// of which ``fit()`` takes account in the digits it promises.
///
/// ```swift
/// let parts = try PairMoments.chunks(of: count).map { range in
///     try PairMoments(packed: sources, targets: targets, range: range)
/// }
/// let fit = try PairMoments.merged(parts).fit()
/// ```
public struct PairMoments: Sendable {
    /// The number of pairs of a weight above zero.
    public private(set) var count = 0

    /// Pairs whose sums were rounded to doubles, each as often as that cost digits.
    private(set) var roundings = 0.0
    var total = DoubleDouble.zero
    var sourceMean = DoubleDoubleVector.zero, targetMean = DoubleDoubleVector.zero
    /// Σ w q pᵀ about the means, q targets and p sources.
    var cross = DoubleDoubleMatrix.zero
    var sourceSquares = DoubleDouble.zero, targetSquares = DoubleDouble.zero

    /// The moments of no pairs.
    public init() {}

    /// The sum of the weights.
    public var weight: Double { total.rounded }
    /// The mean source, or `nil` without pairs.
    public var sourceCentroid: SIMD3<Double>? { count > 0 ? sourceMean.rounded : nil }
    /// The mean target, or `nil` without pairs.
    public var targetCentroid: SIMD3<Double>? { count > 0 ? targetMean.rounded : nil }
    /// The columns of Σ w q pᵀ about the means, q targets and p sources, in square metres.
    public var crossCovariance: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        (cross.x.rounded, cross.y.rounded, cross.z.rounded)
    }
    /// Σ w |p|² of the sources about their mean, in square metres.
    public var sourceScatter: Double { sourceSquares.rounded }
    /// Σ w |q|² of the targets about their mean, in square metres.
    public var targetScatter: Double { targetSquares.rounded }

    /// Adds a pair; one that is not finite, or out of range, is named by the count before it.
    public mutating func add(
        source: SIMD3<Double>, target: SIMD3<Double>, weight: Double = 1
    ) throws(RigidFitError) {
        try Correspondences.require(source, pair: count, side: .source)
        try Correspondences.require(target, pair: count, side: .target)
        guard weight >= 0, weight.isFinite else { throw .badWeight(pair: count, weight: weight) }
        guard weight > 0 else { return }
        var one = PairMoments()
        one.count = 1
        one.total = DoubleDouble(weight)
        one.sourceMean = DoubleDoubleVector(source)
        one.targetMean = DoubleDoubleVector(target)
        merge(one)
    }

    /// Merges the moments of other pairs in.
    public mutating func merge(_ other: PairMoments) {
        guard count > 0, other.count > 0 else {
            if count == 0 { self = other }
            return
        }
        let sum = total + other.total
        let share = other.total / sum, joint = total * share
        let p = other.sourceMean - sourceMean, q = other.targetMean - targetMean
        let jointQ = q * joint
        cross.x = cross.x + other.cross.x + jointQ * p.x
        cross.y = cross.y + other.cross.y + jointQ * p.y
        cross.z = cross.z + other.cross.z + jointQ * p.z
        sourceSquares += other.sourceSquares + p.dot(p) * joint
        targetSquares += other.targetSquares + q.dot(jointQ)
        sourceMean = sourceMean + p * share
        targetMean = targetMean + q * share
        total = sum
        count += other.count
        roundings += other.roundings
    }

    /// The moments of all parts, merged two by two in a fixed tree: the same bits for any order of work.
    public static func merged(_ parts: [PairMoments]) -> PairMoments {
        var level = parts
        while level.count > 1 {
            level = stride(from: 0, to: level.count, by: 2).map { first in
                var pair = level[first]
                if first + 1 < level.count { pair.merge(level[first + 1]) }
                return pair
            }
        }
        return level.first ?? PairMoments()
    }

    /// The counts of moments that are read from storage.
    mutating func restore(count: Int, roundings: Double) {
        self.count = count
        self.roundings = roundings
    }

    /// The moments of the sums of `count` pairs about a shift.
    init(_ sums: ShiftedSums, count: Int, areRounded: Bool) {
        self.count = count
        total = DoubleDouble(Double(count))
        let share = DoubleDouble(1) / total
        let a = sums.source, b = sums.target, h = sums.cross
        let p = a * share, q = b * share
        sourceMean = DoubleDoubleVector(sums.shift.source) + p
        targetMean = DoubleDoubleVector(sums.shift.target) + q
        cross = DoubleDoubleMatrix(h.x - q * a.x, h.y - q * a.y, h.z - q * a.z)
        sourceSquares = sums.sourceSquares - p.dot(a)
        targetSquares = sums.targetSquares - q.dot(b)
        guard areRounded else { return }
        // Sums about a point off the mean are larger than the moments, and so are their roundings.
        let growth = Double.maximum(
            PairMoments.growth(from: sourceScatter, to: sums.sourceSquares.rounded),
            PairMoments.growth(from: targetScatter, to: sums.targetSquares.rounded))
        roundings = Double(count) * growth * growth
    }

    /// The sum as a multiple of the scatter, at most `mostGrowth`; 1 for points that are all in one place.
    private static func growth(from scatter: Double, to sum: Double) -> Double {
        scatter > 0 ? Double.minimum(sum / scatter, mostGrowth) : 1
    }

    /// Beyond this no digit is left anyway, and its square is in range.
    private static let mostGrowth = 1e60
}
