internal import QuadGeometry

/// The motion between two scans, with its evidence and a verdict.
///
/// Frames of two scans differ by a turn about the vertical and a shift in practice. Unless a model is asked for, it is
/// the rigid motion with gravity's help; where the pairs fix no tilt even so, yaw; of a single pair, a shift. Pairs
/// above each other fix no yaw and are refused. The other models are shown beside it and never chosen by a test of
/// significance.
///
/// ```swift
/// let calibration = try Calibration(robust: pairs)
/// print(calibration.verdict, calibration.judgements.map(\.code))
///
/// let moved = calibration.moved(oldPoint)
/// ```
public struct Calibration: Sendable {
    /// The motion, destination frame first; of a similarity, without its growth.
    public let targetFromSource: AnchoredMotion
    /// The ratio of lengths of the targets to the sources: 1 unless a similarity was asked for.
    public let growth: Double
    public let model: MotionModel
    /// The pairs that it was fitted to.
    public let pairs: Correspondences
    public let evidence: FitEvidence
    /// The judgements on using it, the gravest first.
    public let judgements: [FitJudgement]
    /// The pairs that the motion was fitted to; `nil` when all were believed. The others are in the ``evidence`` with
    /// their residuals and a weight of zero.
    public let selection: PairSelection?
    /// The residuals of the check pairs, in metres.
    public let checks: [SIMD3<Double>]

    /// PASS, WARN or FAIL: the first judgement decides.
    public var verdict: FitVerdict { FitVerdict(judgements) }

    /// Fits a motion to pairs, all of which are believed; see ``RobustFit`` for pairs of which some are wrong.
    public init(
        _ pairs: Correspondences, options: CalibrationOptions = CalibrationOptions()
    ) throws(RigidFitError) {
        try self.init(believed: pairs, options, selection: nil)
    }

    /// Fits a motion to the pairs that agree on one, to within a bound in metres or one that is estimated.
    ///
    /// - Parameters:
    ///   - pairs: The pairs, of which some may be wrong.
    ///   - bound: The largest residual of a pair that follows, in metres; `nil` for what the stated noise says, or the pairs.
    ///   - options: The model, and what is known beforehand.
    ///   - choice: The motion to take where pairs agree on two, 1 for that with most support and 2 for its rival, also where none of
    ///     them leads. A similarity has no choice.
    public init(
        robust pairs: Correspondences, bound: Double? = nil,
        options: CalibrationOptions = CalibrationOptions(), choice: Int? = nil
    ) throws(RigidFitError) {
        if let choice, choice < 1 || options.model == .similarity && choice > 1 {
            throw .noSuchMotion(choice: choice, motions: 1)
        }
        let even = pairs.evenly(options)
        let bound = bound ?? options.statedBound(ofMarkers: pairs.groups != nil)
        let selection =
            try options.model == .similarity
            ? PairSelection(growing: even, bound: bound) : PairSelection(even, bound: bound, choice: choice)
        try self.init(believed: pairs.counting(only: selection.inliers), options, selection: selection)
    }

    private init(
        believed pairs: Correspondences, _ options: CalibrationOptions, selection: PairSelection?
    ) throws(RigidFitError) {
        try options.check()
        self.selection = selection
        self.pairs = pairs
        let pairs = pairs.evenly(options)
        let estimates = try ModelEstimates(pairs, options), estimate = estimates.chosen
        let rigid = try? RigidFit(
            pairs, solver: .default, decomposition: RigidSolver.default.decomposition, sums: estimates.sums)
        evidence = FitEvidence(pairs, estimates, rigid, options)
        let motion = estimate.motion
        targetFromSource = motion.motion
        growth = motion.scale
        model = estimate.model
        checks =
            options.checks.map { checks in
                (0..<checks.count).map { motion.residual(checks, $0) }
            } ?? []
        judgements = FitJudgement.all(of: pairs, estimates, rigid, evidence, selection, options)
    }

    /// The motion alone, without its evidence; of a similarity, without its growth.
    public static func motion(
        of pairs: Correspondences, options: CalibrationOptions = CalibrationOptions()
    ) throws(RigidFitError) -> AnchoredMotion {
        try options.check()
        return try ModelEstimates.chosen(pairs.evenly(options), options).motion.motion
    }

    /// The moved source.
    public func moved(_ source: SIMD3<Double>) -> SIMD3<Double> {
        ScaledMotion(motion: targetFromSource, scale: growth).moved(source)
    }

    /// The weakness of the motion at the source point where the error to expect is largest; `nil` where it is as at the pairs.
    package func weakness(far points: [SIMD3<Double>]) -> Weakness? {
        evidence.far(points.map { moved($0) }, from: pairs.sources.map { moved($0) })
    }
}

extension Correspondences {
    /// The same pairs with weights whose mean is one, so that their unit changes nothing; as they are where a noise is stated, which is
    /// that of a pair of weight one, or each point's own.
    fileprivate func evenly(_ options: CalibrationOptions) -> Correspondences {
        guard options.noise == nil, sourceCovariances == nil, targetCovariances == nil, let weights,
            let most = weights.max(), most > 0
        else { return self }
        let shares = weights.map { $0 / most }, used = shares.filter { $0 > 0 }
        let mean = used.reduce(0, +) / Double(used.count)
        return self.counting(weights: shares.map { $0 / mean })
    }
}
