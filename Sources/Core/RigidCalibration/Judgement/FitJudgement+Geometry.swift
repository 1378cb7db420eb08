internal import QuadGeometry

/// The rules on what a motion does, beside doing nothing or turning less.
extension FitJudgement {
    /// Two pairs have one length in common, and no motion changes it.
    static func lengthSlip(_ pairs: Correspondences, _ estimate: MotionEstimate) -> FitJudgement? {
        let both = (0..<pairs.count).filter { estimate.weights.counts($0) }
        guard both.count == 2 else { return nil }
        let length = (pairs.sources[both[1]] - pairs.sources[both[0]]).length
        let span = pairs.targets[both[1]] - pairs.targets[both[0]]
        guard length > 0, let direction = span.unit else { return nil }
        var variance = 2 * TapNoise.assumedVariance
        if estimate.varianceFreedom == .infinity, let stated = estimate.variance {
            variance = both.reduce(0) { sum, pair in
                sum + (estimate.weights[pair].inverse.map { direction.dot($0 * direction) } ?? 0) * stated
            }
        }
        let factor = span.length / length, change = span.length - length
        let law = FDistribution(above: 1, below: .infinity)
        guard (factor - 1).magnitude > mostStretch, law.exceedance(change * change / variance) < significance
        else { return nil }
        return .scaleSlip(factor: factor, deviation: variance.squareRoot() / length)
    }

    /// Scans with depth stretch by less: of 27 real pairs of scans 5 differ by more than 0.02, and lengths above 1 m that a
    /// depth camera measured by more than 0.029 in 1 of 100 cases. One camera alone is off by more in 1 of 3 lengths, and
    /// a motion by two of its points is then off by as much.
    static let mostStretch = 0.03

    /// The residuals without any motion beside those with it, by an F-test.
    ///
    /// Noise that is taken from large residuals, or from hardly any, makes every motion look like chance; so residuals
    /// without one must themselves be no more than noise.
    static func alreadyApplied(_ pairs: Correspondences, _ estimate: MotionEstimate) -> FitJudgement? {
        var still = CompensatedSum()
        var count = 0
        for pair in 0..<pairs.count where estimate.weights.counts(pair) {
            let difference = pairs.targets[pair] - pairs.sources[pair]
            still.add(difference.dot(estimate.weights[pair] * difference))
            count += 1
        }
        if still.value == 0 { return .alreadyApplied(probability: 1) }
        guard let variance = estimate.variance, estimate.varianceFreedom >= TapNoise.leastFreedom,
            still.value <= mostStill * mostStill * variance * Double(3 * count)
        else { return nil }
        let gain = Double.maximum(still.value - estimate.squares, 0)
        if gain == 0 { return .alreadyApplied(probability: 1) }
        let unknowns = Double(estimate.changes.free.count)
        let law = FDistribution(above: unknowns, below: estimate.varianceFreedom)
        let probability = law.exceedance(gain / unknowns / variance)
        return probability > nothingToDo ? .alreadyApplied(probability: probability) : nil
    }

    /// More probable than this by chance, a motion is not worth moving every marker by its noise.
    private static let nothingToDo = 0.001
    /// Residuals without a motion are noise where they are at most this many times its deviation, root mean square:
    /// more is never chance where the noise is known, and in 1 of 20 cases where three degrees of freedom tell it.
    private static let mostStill = 3.0

    /// A tilt, fitted without the gravity prior, that is some deviations beyond what the prior allows; none where a model was
    /// asked for that allows any turn.
    ///
    /// A level row of pairs leaves the tilt about itself to their noise: a tilt that they do not know is none, and
    /// gravity's own counts.
    static func tilted(_ estimates: ModelEstimates, _ pairs: Correspondences, _ options: CalibrationOptions)
        -> FitJudgement?
    {
        let chosen = estimates.chosen.model
        let expected = if case .gravity(let tilt) = chosen { tilt } else { options.tilt }
        guard chosen != .translation, options.model != .rigid, options.model != .similarity,
            let free = estimates.rigid,
            // Nearly on a line, the free turn may lay the scene on its head.
            let judged = free.line(pairs) == nil && free.tilt < uprightLimit ? free : estimates.gravity,
            let variance = judged.variance
        else { return nil }
        let turn = MotionCovariance(judged, variance: variance).turn
        // The turn about the vertical is no tilt.
        let own = Double.maximum(turn.trace - up.dot(turn * up), 0)
        let limit =
            tiltDeviations * (own + MotionModel.squareRadians(expected)).squareRoot() / QuadLimits.degree
        return judged.tilt > limit ? .tilted(degrees: judged.tilt, expected: expected) : nil
    }

    /// The number of deviations beyond which a tilt is not due to chance.
    private static let tiltDeviations = 3.0
}
