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

/// Moments as numbers, to be stored, sent and read again to the bit.
extension PairMoments {
    /// The count of ``numbers``.
    package static let numberCount = 38
    /// The most pairs that numbers can be the moments of: counts beyond are not exact as doubles.
    package static let mostStoredPairs = 0x1p53

    /// All that the moments are: the count of pairs, the roundings, then the sum of the weights, the means, the columns of
    /// the cross-covariance and the scatters, each number in two parts.
    public var numbers: [Double] {
        var all = [Double(count), roundings, total.high, total.low]
        for vector in [sourceMean, targetMean, cross.x, cross.y, cross.z] {
            for part in [vector.x, vector.y, vector.z] { all += [part.high, part.low] }
        }
        return all + [sourceSquares.high, sourceSquares.low, targetSquares.high, targetSquares.low]
    }

    /// Moments read from ``numbers``; `nil` where these are not the moments of any pairs.
    ///
    /// - Parameter numbers: as ``numbers`` gave them.
    public init?(numbers: [Double]) {
        guard numbers.count == PairMoments.numberCount, numbers.allSatisfy({ $0.isFinite }),
            numbers[0] >= 0, numbers[0] <= PairMoments.mostStoredPairs, let count = Int(exactly: numbers[0])
        else { return nil }
        self.init()
        guard count > 0 else {
            guard numbers.allSatisfy({ $0 == 0 }) else { return nil }
            return
        }
        var parts: [DoubleDouble] = []
        for place in stride(from: 2, to: PairMoments.numberCount, by: 2) {
            let (high, low) = (numbers[place], numbers[place + 1])
            // The second part is what the first has rounded away, and so adds nothing to it.
            guard high + low == high else { return nil }
            parts.append(DoubleDouble(high: high, low: low))
        }
        func vector(_ first: Int) -> DoubleDoubleVector {
            DoubleDoubleVector(parts[first], parts[first + 1], parts[first + 2])
        }
        let squares = (parts[16].high, parts[17].high), weight = parts[0].high
        // Points are no farther from their mean than twice the largest coordinate.
        let reach = Correspondences.largestCoordinate
        let most = 16 * reach * reach * weight
        let means = parts[1...6], products = parts[7...15]
        guard numbers[1] >= 0, weight > 0, most.isFinite,
            means.allSatisfy({ $0.high.magnitude <= 2 * reach }),
            products.allSatisfy({ $0.high.magnitude <= most }),
            squares.0.magnitude <= most, squares.1.magnitude <= most
        else { return nil }
        restore(count: count, roundings: numbers[1])
        total = parts[0]
        sourceMean = vector(1)
        targetMean = vector(4)
        cross = DoubleDoubleMatrix(vector(7), vector(10), vector(13))
        sourceSquares = parts[16]
        targetSquares = parts[17]
    }
}

extension PairMoments {
    /// So many pairs are worth summing in doubles first.
    static let many = 16_384

    /// The fit of all pairs, refined in 106 bits from the sums.
    ///
    /// Its ``RigidFit/rms`` is what the moments leave after the fit: below about 1e-8 of the points' extent it is rounding.
    /// Points of a side on a line look like any other turn that is not determined, and are refused as that.
    public func fit() throws(RigidFitError) -> RigidFit {
        guard count >= 3 else { throw .tooFewPairs(found: count, needed: 3) }
        let source = try extent(sourceScatter, sourceMean, .source)
        let target = try extent(targetScatter, targetMean, .target)
        // Across the strongest axis both sides are no thicker than this, and known to no better than that.
        let feigned =
            weight * (source.extent * target.resolution + target.extent * source.resolution)
        // Rounded sums feign singular values too.
        let noise = PairMoments.noisePerPair * roundings.squareRoot() / Double(count) * 0x1p-53
        let common = (sourceScatter * targetScatter).squareRoot()
        let rounding = max(feigned, noise * common)
        let turn = try SolvedTurn(cross, rounding: rounding, decomposition: .best)
        let c = sourceMean.rounded, d = targetMean.rounded
        let rest =
            (targetMean - DoubleDoubleVector(d)) - DoubleDoubleMatrix(turn.rotation)
            * (sourceMean - DoubleDoubleVector(c))
        let motion = AnchoredMotion(
            rotation: turn.rotation, sourceCenter: c, targetCenter: d, rest: rest.rounded)
        let left = sourceSquares + targetSquares - turn.gain(cross) * DoubleDouble(2)
        return RigidFit(
            motion, squares: max(left.rounded, 0), solver: roundings > 0 ? .fast : .default,
            digits: digits(noise * common / turn.curvature), steps: turn.steps,
            cross: CrossCovariance(cross, weight: weight, rounding: rounding))
    }

    /// The rounding error of the sums of one block, in half units in the last place: 64 terms in each of eight lanes,
    /// of which a step drops 0.3 half units on average.
    private static let noisePerPair = 32.0

    /// An error of the turn that does not show beside the rounding of nine numbers.
    private static let hiddenTurn = 0x1p-54

    private func digits(_ error: Double) -> Double {
        guard error > PairMoments.hiddenTurn else { return SolvedTurn.refinedDigits }
        // Stored moments may be those of no points at all, and leave no digit.
        guard error.isFinite else { return 0 }
        let log2 = Int((error / PairMoments.hiddenTurn).exponent) + 1
        return max(0, SolvedTurn.refinedDigits - 0.30103 * Double(log2))
    }

    /// The spread of one side, by the root mean square.
    private func extent(
        _ scatter: Double, _ mean: DoubleDoubleVector, _ side: PairSide
    ) throws(RigidFitError) -> (extent: Double, resolution: Double) {
        let extent = (max(scatter, 0) / weight).squareRoot()
        let resolution = PointSpread.resolution(of: mean.rounded.largestMagnitude + extent)
        guard extent > resolution else {
            throw .coincidentPoints(side: side, extent: extent, resolution: resolution)
        }
        return (extent, resolution)
    }
}
