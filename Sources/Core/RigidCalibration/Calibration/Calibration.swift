public import QuadGeometry

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
    /// What was known beforehand.
    let options: CalibrationOptions

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
        self.options = options
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
    func evenly(_ options: CalibrationOptions) -> Correspondences {
        guard options.noise == nil, sourceCovariances == nil, targetCovariances == nil, let weights,
            let most = weights.max(), most > 0
        else { return self }
        let shares = weights.map { $0 / most }, used = shares.filter { $0 > 0 }
        let mean = used.reduce(0, +) / Double(used.count)
        return self.counting(weights: shares.map { $0 / mean })
    }
}

/// The usual questions to a calibration: where things go, and how far off they may be.
///
/// ```swift
/// let calibration = try Calibration(oldQuads, newQuads)
/// if calibration.verdict == .pass {
///     show(calibration.moved(quad), within: calibration.predictedError(at: quad.center))
/// }
/// ```
extension Calibration {
    /// Fits a motion to markers of two scans, one to one, corner by corner; all of them are believed.
    ///
    /// - Parameters:
    ///   - old: The markers in the old frame.
    ///   - new: The same markers in the new frame, in the same order.
    ///   - options: The model, and what is known beforehand.
    public init(
        _ old: [Quad], _ new: [Quad], options: CalibrationOptions = CalibrationOptions()
    ) throws(RigidFitError) {
        try self.init(Correspondences(quads: old, targets: new), options: options)
    }

    /// Fits a motion to points of two scans, one to one; all of them are believed.
    public init(
        _ old: [SIMD3<Double>], _ new: [SIMD3<Double>], options: CalibrationOptions = CalibrationOptions()
    ) throws(RigidFitError) {
        try self.init(Correspondences(sources: old, targets: new), options: options)
    }

    /// The motion from the old frame to the new one; that of a similarity does not have its growth.
    public var motion: AnchoredMotion { targetFromSource }
    /// The turn of it.
    public var rotation: Rotation { targetFromSource.rotation }
    /// The place where the origin of the old frame goes, in metres.
    public var translation: SIMD3<Double> { moved(.zero) }

    /// The motion as a matrix, `nil` where doubles cannot hold it.
    public var transform: RigidTransform? { targetFromSource.transform }

    /// The marker in the new frame.
    public func moved(_ source: Quad) -> Quad { source.map { moved($0) } }

    /// The error to expect of a moved point of a marker, in metres, which is exceeded in 5 of 100 cases; `nil` where the noise is not known.
    ///
    /// That of the motion and of the scan's drift there, and what a marker is off by itself; ``FitEvidence/covariance`` has the motion alone.
    public func predictedError(at source: SIMD3<Double>) -> Double? {
        evidence.markerCovariance?.predictedError(atMoved: moved(source))
    }
}

extension Calibration: CustomStringConvertible {
    /// The verdict with its judgements, the model, the number of pairs and their residuals in metres.
    public var description: String {
        let codes = judgements.map { " \($0.code)" }.joined(), micrometres = (evidence.rms * 1e6).rounded()
        return "\(verdict.rawValue)\(codes), \(model.name), \(pairs.count) pairs, rms \(micrometres / 1e6) m"
    }
}

extension Calibration {
    /// The length that the residual of each check pair stays within, so that all of them do in 95 of 100 cases; in metres. `nil` where
    /// the noise is not known.
    ///
    /// The pairs of a group are corners of a marker that took no part in the fit. They share its error and that of the motion there,
    /// and n of them whose errors have a correlation of ρ count as n - (n - 1) ρ² pairs of their own (Nyholt 2004).
    public func bounds(ofChecks checks: Correspondences) -> [Double]? {
        guard let covariance = evidence.covariance else { return nil }
        let places = checks.sources.map { moved($0) }
        let noises = (0..<checks.count).map {
            checks.noise(of: $0, turnedBy: targetFromSource.rotation, growth: growth)
        }
        var count = 0.0
        for marker in checks.members {
            var likeness = 0.0
            for pair in marker {
                likeness += self.likeness(covariance.covariance(ofMoved: places[pair]), noises[pair])
            }
            likeness /= Double(marker.count)
            count += Double(marker.count) - Double(marker.count - 1) * likeness * likeness
        }
        return zip(places, noises).map { place, noise in
            covariance.farBound(
                of: covariance.covariance(ofMoved: place) + evidence.noise(ofPair: noise),
                exceededWith: Self.shareBeyond / count, tail: Self.tailFreedom)
        }
    }

    /// The share of cases in which some check pair is farther off than its bound.
    private static let shareBeyond = 0.05
    /// A prior: with it, one in fourteen fits to public trajectories of devices has a check pair beyond its bound, with 3 one in ten.
    private static let tailFreedom = 2.0

    /// The correlation between the errors of two new corners of a marker.
    private func likeness(_ motion: SymmetricMatrix, _ noise: SymmetricMatrix?) -> Double {
        let marker = noise == nil ? evidence.errors?.marker ?? 0 : 0
        let shared = motion.trace + 3 * marker * marker
        let all = motion.trace + evidence.noise(ofPair: noise).trace
        return all > 0 ? Double.minimum(shared / all, 1) : 1
    }
}

extension MotionCovariance {
    /// The length that an error of some covariance exceeds in a smaller share of cases than 5 %.
    ///
    /// Real scans are off by more, more often, than a normal law says: from the bound of 95 %, tails are those of few degrees of
    /// freedom, `tail`, where the noise is estimated.
    func farBound(of covariance: SymmetricMatrix, exceededWith share: Double, tail: Double) -> Double {
        guard freedom > tail, freedom.isFinite else { return bound(of: covariance, exceededWith: share) }
        let far = covariance.bound(exceededWith: share, freedom: tail)
        let usual = covariance.bound(freedom: tail)
        return usual > 0 ? bound(of: covariance) * (far / usual) : 0
    }
}
