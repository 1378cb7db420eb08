internal import QuadGeometry

extension FitEvidence {
    init(
        _ pairs: Correspondences, _ estimates: ModelEstimates, _ rigid: RigidFit?,
        _ options: CalibrationOptions
    ) {
        let estimate = estimates.chosen, errors = ErrorModel(pairs, estimate, options)
        let evidence = estimate.pairEvidence(pairs, errors)
        self.errors = errors.map { PairErrors($0) }
        self.pairs = evidence
        let counting = (0..<pairs.count).filter { estimate.weights.counts($0) }
        let lengths = counting.map { evidence[$0].length }.sorted()
        rms = FitEvidence.rms(pairs) { evidence[$0].length }
        median = FitEvidence.quantile(0.5, of: lengths)
        p95 = FitEvidence.quantile(0.95, of: lengths)
        largest = lengths.last ?? 0
        leaveOneOutRMS = FitEvidence.leaveOneOut(pairs, evidence)
        freedom = estimate.freedom
        let stated = estimate.varianceFreedom == .infinity
        noiseIsEstimated = !stated
        self.noise = (errors.flatMap { $0.hasMarkers ? $0.pair : nil } ?? estimate.variance).map {
            $0.squareRoot()
        }
        if stated, let variance = estimate.variance, variance > 0, estimate.hasRedundancy {
            let chiSquare = estimate.squares / variance
            self.chiSquare = chiSquare
            chiSquareProbability =
                FDistribution(above: estimate.freedom, below: .infinity)
                .exceedance(chiSquare / estimate.freedom)
        } else {
            (chiSquare, chiSquareProbability) = (nil, nil)
        }
        var covariance = estimate.variance.map { MotionCovariance(estimate, variance: $0, errors) }
        // Scales that differ bend nothing.
        trend = ResidualTrend(pairs, estimates.similarity ?? estimate, errors)
        if let trend, trend.isDrift, errors?.drift == nil {
            // Pairs that bend together do not average out, and no drift was reckoned with.
            covariance?.commonError = SymmetricMatrix(diagonal: trend.rms * trend.rms / 3)
        }
        let ofSimilarity =
            estimate.model == .similarity
            ? errors : estimates.similarity.flatMap { ErrorModel(pairs, $0, options) }
        let scale = estimates.similarity.map { ScaleEvidence($0, ofSimilarity) }
        let growth = errors == nil || options.drift == .none ? 0 : ScaleEvidence.growth(scale)
        if estimate.model != .similarity { covariance?.growth = growth }
        self.covariance = covariance
        // What the places of the pairs fix has nothing to do with drift.
        strength = FitEvidence.strength(
            estimate.variance.map { MotionCovariance(estimate, variance: $0) }, estimate.model)
        errorAtFiveMetres = covariance?.worstError(atDistance: FitEvidence.ordinaryDistance)
        self.scale = scale
        tilt = estimate.tilt
        let points = options.interest.isEmpty ? pairs.sources : options.interest
        gravityDependence = FitEvidence.gravityDependence(
            pairs, estimates, noise: options.noise, points)
        compared = ComparedModels(
            pairs: pairs, estimates: estimates, options: options, rms: (rms, leaveOneOutRMS),
            errors: (errors, ofSimilarity), growth: growth)
        singularValues = rigid?.singularValues
        switch (estimate.weights, estimate.model) {
        case (.matrices, let model):
            digits = model == .translation ? 16 : FitEvidence.digits(ofStepped: estimate)
            solver = "Gauss-Newton with covariances"
        case (_, .translation): (digits, solver) = (16, "weighted mean")
        case (_, .yaw): (digits, solver) = (SolvedTurn.refinedDigits, "closed form, 106 bits")
        default: (digits, solver) = (SolvedTurn.refinedDigits, "\(RigidSolver.default.rawValue), refined")
        }
    }

    /// The distance of ``errorAtFiveMetres``, in metres: as far as markers of one room are from each other.
    static let ordinaryDistance = 5.0

    /// The most digits of a rotation that Gauss-Newton steps in doubles end with.
    static let covarianceDigits = 14.0

    /// The digits that they end with: what they left undone, in the turns that are known worst.
    private static func digits(ofStepped estimate: MotionEstimate) -> Double {
        let turns = estimate.changes.free.indices.filter { estimate.changes.free[$0] < 3 }
        let variance = turns.reduce(0) { $0 + estimate.inverse[$1, $1] }
        let error = variance.squareRoot() * estimate.remainder
        return min(max(0, -0.30103 * Double(error.exponent + 1)), covarianceDigits)
    }

    /// The root mean square of something by weight.
    static func rms(_ pairs: Correspondences, _ length: (Int) -> Double) -> Double {
        var sum = CompensatedSum(), total = CompensatedSum()
        for pair in 0..<pairs.count {
            let weight = pairs.weights?[pair] ?? 1, length = length(pair)
            sum.add(weight * length * length)
            total.add(weight)
        }
        return (sum.value / total.value).squareRoot()
    }

    static func leaveOneOut(_ pairs: Correspondences, _ evidence: [PairEvidence]) -> Double? {
        guard evidence.allSatisfy({ $0.leaveOneOut != nil }) else { return nil }
        return rms(pairs) { evidence[$0].leaveOneOut ?? 0 }
    }

    /// The value below which a share of sorted ones lies, between neighbors in proportion.
    private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
        guard let last = sorted.last else { return 0 }
        let place = share * Double(sorted.count - 1), below = Int(place)
        guard below + 1 < sorted.count else { return last }
        return sorted[below] + (sorted[below + 1] - sorted[below]) * (place - Double(below))
    }

    private static func strength(_ covariance: MotionCovariance?, _ model: MotionModel) -> [AxisStrength]? {
        guard let covariance, let parts = covariance.turn.eigenvectors else { return nil }
        let axes = [parts.right.0, parts.right.1, parts.right.2]
        let count = model == .yaw ? 1 : 3
        return (0..<count).map {
            AxisStrength(axis: axes[$0], deviation: parts.values[$0].squareRoot())
        }
    }

    private static func gravityDependence(
        _ pairs: Correspondences, _ estimates: ModelEstimates, noise: Double?, _ points: [SIMD3<Double>]
    ) -> Double? {
        func estimate(_ tilt: Double) -> MotionEstimate? {
            try? MotionEstimate(
                pairs, model: .gravity(tilt: tilt), noise: noise, sums: estimates.sums, rigid: estimates.rigid
            )
        }
        guard case .gravity(let tilt) = estimates.chosen.model, let firm = estimate(tilt / 2),
            let loose = estimate(tilt * 2)
        else { return nil }
        return points.reduce(0) {
            Double.maximum($0, (firm.motion.moved($1) - loose.motion.moved($1)).length)
        }
    }
}

extension ScaleEvidence {
    /// The deviation of the scale of two scans of one place, before anything is known of them: of 27 real pairs, 21 differ by more than
    /// 0.005, 11 by more than 0.01 and 5 by more than 0.02.
    static let usualDifference = 0.015

    /// The mean square of the growth that the model of an estimate leaves out.
    static func growth(
        beside estimate: MotionEstimate, _ pairs: Correspondences, _ options: CalibrationOptions
    ) -> Double {
        guard estimate.model != .similarity, options.drift == .estimated else { return 0 }
        let similarity = try? MotionEstimate(pairs, model: .similarity, noise: options.noise)
        return growth(similarity.map { ScaleEvidence($0, ErrorModel(pairs, $0, options)) })
    }

    /// The mean square of the growth that a rigid motion leaves out, given how the pairs' lengths differ.
    static func growth(_ evidence: ScaleEvidence?) -> Double {
        let usual = usualDifference * usualDifference
        guard let evidence, let deviation = evidence.deviation else { return usual }
        let variance = deviation * deviation, share = usual / (usual + variance)
        let shown = share * (evidence.factor - 1)
        return shown * shown + share * variance
    }

    /// The evidence of a similarity, whose last change is growth.
    init(_ estimate: MotionEstimate, _ errors: ErrorModel?) {
        factor = estimate.motion.scale
        covariance = estimate.variance.map { MotionCovariance(estimate, variance: $0, errors) }
        let excess = factor - 1, place = estimate.changes.free.count - 1
        guard let variance = errors?.growth ?? estimate.variance.map({ $0 * estimate.inverse[place, place] })
        else {
            (deviation, probability) = (nil, 1)
            return
        }
        let deviation = variance.squareRoot() * factor
        self.deviation = deviation
        let law = FDistribution(above: 1, below: errors?.freedom ?? estimate.varianceFreedom)
        probability =
            deviation > 0
            ? law.exceedance(excess * excess / (deviation * deviation)) : excess == 0 ? 1 : 0
    }
}
