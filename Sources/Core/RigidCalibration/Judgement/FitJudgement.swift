public import QuadGeometry

/// A reason to use a fit with care, or not at all.
public enum FitJudgement: Hashable, Sendable {
    /// The targets are `factor` times as long as the sources, beyond chance: a unit was mistaken, or a scan is wrong.
    case scaleSlip(factor: Double, deviation: Double)
    /// The targets are `factor` times as long as the sources, beyond chance, as scans of one place often are. `effect` is what
    /// that moves the farthest point by, and `error` what is expected there anyway, in 95 of 100 cases; in metres.
    case scaleDiffers(factor: Double, deviation: Double, effect: Double, error: Double)
    /// A mirrored motion would leave much less: an axis was swapped or negated on one side.
    case mirrored(rms: Double, mirroredRMS: Double)
    /// The best turn puts the vertical upside down, which a flat scene shows for a mirror; in degrees.
    case upsideDown(tilt: Double)
    /// The residuals are a large share of the scene itself: these are not the same points.
    case poorFit(rms: Double, extent: Double)
    /// These pairs are farther off than the noise of the others explains.
    case outlyingPairs([Int], probability: Double)
    /// Another motion is followed by at least half as many pairs, or a quarter as many groups where there are any.
    case ambiguousMotion(support: Int, second: Int)
    /// The targets bend away from the sources smoothly: by `bend` between two places of a scene of some length, in metres.
    case scanDrift(bend: Double, rms: Double, length: Double)
    /// No motion at all fits as well, beyond chance: the markers are already where they should be.
    case alreadyApplied(probability: Double)
    /// The motion rests on too little: see ``Weakness``. `reach` is the 95 % error five metres away, in metres.
    case weakGeometry(Weakness, reach: Double?)
    /// The tilt is larger than the gravity prior allows, in degrees.
    case tilted(degrees: Double, expected: Double)
    /// The residuals do not match the stated noise.
    case noiseMisfit(chiSquare: Double, freedom: Double, probability: Double)
    /// The pairs fix the motion and nothing more: no residual can tell how good it is.
    case noRedundancy

    /// The code of the judgement: a word that never changes meaning.
    public var code: String {
        switch self {
        case .scaleSlip: "SCALE_SLIP"
        case .scaleDiffers: "SCALE_DIFFERS"
        case .mirrored: "MIRRORED"
        case .upsideDown: "UPSIDE_DOWN"
        case .poorFit: "POOR_FIT"
        case .outlyingPairs: "OUTLYING_PAIRS"
        case .ambiguousMotion: "AMBIGUOUS_MOTION"
        case .scanDrift: "SCAN_DRIFT"
        case .alreadyApplied: "ALREADY_APPLIED"
        case .weakGeometry: "WEAK_GEOMETRY"
        case .tilted: "TILTED"
        case .noiseMisfit: "NOISE_MISFIT"
        case .noRedundancy: "NO_REDUNDANCY"
        }
    }

    /// The weight of the judgement: a motion with an error must not be used, and one with an information is sound.
    public var severity: Severity {
        switch self {
        case .scaleSlip, .mirrored, .upsideDown, .poorFit, .outlyingPairs: .error
        case .scaleDiffers(_, _, let effect, let error): effect > error ? .warning : .info
        default: .warning
        }
    }

    /// Whether a motion that has it must not be used.
    public var fails: Bool { severity == .error }

    /// These without those that shifts of markers answer; errors that are large even so, of `worst` metres, are reported.
    package static func left(of judgements: [FitJudgement], byShiftsWith worst: Double?) -> [FitJudgement] {
        judgements.compactMap { judgement in
            switch judgement {
            case .scanDrift: nil
            case .weakGeometry(.far, let reach), .weakGeometry(.large, let reach),
                .weakGeometry(.differing, let reach):
                worst.flatMap { $0 > mostError ? .weakGeometry(.large(error: $0), reach: reach) : nil }
            default: judgement
            }
        }
    }
}

/// The weak spot of a motion.
public enum Weakness: Hashable, Sendable {
    /// All pairs are in one place, such as the corners of one marker; or they are of two or three markers so close together that the
    /// error five metres away is many times that at them.
    case onePlace
    /// Without one of these pairs, or the groups they begin, no motion is fixed: nothing checks it.
    case restsOn(pairs: [Int])
    /// Each of two markers alone puts the other off by so many metres: one that was moved as far would not be noticed.
    case unchecked(error: Double)
    /// Turns about this axis, in the target frame, are known this many times worse than others.
    case turn(axis: SIMD3<Double>, ratio: Double)
    /// The model leaves all turns out that the pairs cannot fix.
    case noTurn
    /// A point of interest, counted from zero, is so far from the pairs that its 95 % error is many times the largest at a pair; in
    /// metres.
    case far(point: Int, error: Double, atPairs: Double)
    /// The 95 % error is large whatever the pairs are: that of the worst point of interest or, without any, five metres away; in metres.
    case large(error: Double)
    /// Each marker, or pair, has an error of its own that no motion reduces: below this in 95 of 100 cases, in metres.
    case differing(error: Double)
}

/// The verdict on a fit.
public enum FitVerdict: String, Hashable, Sendable {
    case pass = "PASS"
    case warn = "WARN"
    case fail = "FAIL"

    package init(_ judgements: [FitJudgement]) {
        let severities = judgements.map { $0.severity }
        self = severities.contains(.error) ? .fail : severities.contains(.warning) ? .warn : .pass
    }
}

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
