internal import QuadGeometry

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

    /// The fit, unless the conditioning asks for sums of more digits.
    var sureFit: RigidFit? {
        guard let fit = try? fit(), fit.digits >= SolvedTurn.refinedDigits else { return nil }
        return fit
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
