internal import QuadGeometry

/// The rules by which judgements follow from evidence. Each rule compares numbers of one kind, so that no verdict
/// depends on the unit of length; but two pairs alone leave no noise to compare with, and it is assumed in metres.
extension FitJudgement {
    /// All that apply, the gravest first.
    static func all(
        of pairs: Correspondences, _ estimates: ModelEstimates, _ rigid: RigidFit?, _ evidence: FitEvidence,
        _ selection: PairSelection?, _ options: CalibrationOptions
    ) -> [FitJudgement] {
        let estimate = estimates.chosen
        // Pairs that are off together spoil all other numbers.
        if selection == nil, mirrored(pairs, rigid) == nil {
            let off = disbelieved(pairs, estimates, options)
            if !off.isEmpty { return off }
        }
        let narrow = tooNarrow(pairs, estimates, evidence)
        let grave = [
            scaleSlip(estimate, evidence), lengthSlip(pairs, estimate), mirrored(pairs, rigid),
            narrow == nil ? upsideDown(estimate) : nil,
            poorFit(pairs, estimate, evidence) ?? narrow,
        ].compactMap { $0 }
        if !grave.isEmpty {
            return cause(of: grave, pairs, estimate, evidence, options).map { [$0] + grave } ?? grave
        }
        return [
            selection == nil && scanDrift(evidence) == nil
                ? outlyingPairs(pairs, estimates, evidence, options) : nil,
            selection.flatMap(ambiguousMotion), scaleDiffers(pairs, estimate, evidence, options),
            scanDrift(evidence), alreadyApplied(pairs, estimate),
            weakGeometry(pairs, estimate, evidence, options),
            tilted(estimates, pairs, options), noiseMisfit(evidence),
            estimate.hasRedundancy ? nil : .noRedundancy,
        ].compactMap { $0 }
    }

    /// Too few markers, which let a motion turn over without any axis being wrong.
    private static func cause(
        of grave: [FitJudgement], _ pairs: Correspondences, _ estimate: MotionEstimate,
        _ evidence: FitEvidence, _ options: CalibrationOptions
    ) -> FitJudgement? {
        guard grave.contains(where: { if case .upsideDown = $0 { true } else { false } }),
            let weak = weakGeometry(pairs, estimate, evidence, options),
            case .weakGeometry(let kind, _) = weak
        else { return nil }
        return switch kind {
        case .onePlace, .restsOn, .unchecked, .noTurn: weak
        case .turn, .far, .large, .differing: nil
        }
    }

    /// The probability below which chance is ruled out.
    static let significance = 1e-6
    /// The same for pairs that are called wrong, which someone will look at.
    static let outlierSignificance = 1e-3
    /// Scales nearer to one than this are common between scans: 21 of 27 real sets differ by more, 5 by more than 0.02.
    private static let leastDifference = 0.005
    /// A residual of this share of the scene's own size means that the points are not the same.
    private static let largestShare = 0.2
    /// A model that leaves less than this share of another's residuals fits clearly better.
    static let clearlyLess = 0.1
    /// A motion that tilts by more degrees than this turns the scene over.
    static let uprightLimit = 90.0
    /// So many pairs without groups may be the corners of one marker.
    private static let cornersOfOne = 4
    /// So many markers may have been placed without a thought of how far the rest of a room is; who places more shows where the
    /// motion is to hold.
    private static let fewMarkers = 3
    /// Markers within two fifths of the ordinary distance have an error there of more than this many times that at themselves.
    private static let mostGrowth = 5.0
    /// Less than this share of the distance is no more than scans of one place differ by anyway: of 27 real pairs of scans, 11
    /// have lengths that differ by more.
    private static let leastShare = 0.01
    /// A marker that the other puts off by more than this many times the error to expect could have been moved as far.
    private static let mostUnchecked = 3.0
    /// A marker that is off by more, in metres, is looked for in the wrong place.
    package static let mostError = 0.1
    /// An error of this share of the scene's own size says little of where anything is.
    private static let mostShareOfScene = 0.05
    /// A pair off by less than this share of the scene is not another point: pairs written to the millimetre miss by as
    /// much.
    static let leastMiss = 0.001
    /// A motion depends on a turn that is known this many times worse than another.
    private static let worstRatio = 10.0
    /// As far from the axis as the scene is wide, the turn then moves a point by this many times the noise.
    private static let mostNoise = 3.0

    private static func scaleSlip(_ estimate: MotionEstimate, _ evidence: FitEvidence) -> FitJudgement? {
        guard let scale = evidence.scale, let deviation = scale.deviation,
            (scale.factor - 1).magnitude > mostStretch, scale.probability < significance,
            estimate.model != .similarity
        else { return nil }
        return .scaleSlip(factor: scale.factor, deviation: deviation)
    }

    /// A scale that no unit explains: worth a word where it is more than usual, or where it moves the farthest marker by more than is
    /// expected of it anyway.
    private static func scaleDiffers(
        _ pairs: Correspondences, _ estimate: MotionEstimate, _ evidence: FitEvidence,
        _ options: CalibrationOptions
    ) -> FitJudgement? {
        guard let scale = evidence.scale, let deviation = scale.deviation, let covariance = scale.covariance,
            scale.probability < outlierSignificance, estimate.model != .similarity
        else { return nil }
        let anchor = estimate.changes.anchor
        var farthest = anchor, reach = 0.0
        for source in options.interest.isEmpty ? pairs.sources : options.interest {
            let point = estimate.motion.moved(source), distance = (point - anchor).length
            if distance > reach { (farthest, reach) = (point, distance) }
        }
        let effect = (scale.factor - 1).magnitude * reach
        let error = covariance.predictedError(atMoved: farthest)
        // Of pairs without noise both are rounding.
        guard effect > pairs.rounding, effect > error || (scale.factor - 1).magnitude > leastDifference
        else { return nil }
        return .scaleDiffers(factor: scale.factor, deviation: deviation, effect: effect, error: error)
    }

    /// The residuals beside those of the best mirrored motion, by their ratio.
    private static func mirrored(_ pairs: Correspondences, _ rigid: RigidFit?) -> FitJudgement? {
        guard let rigid, let mirroredRMS = rigid.mirroredRMS else { return nil }
        let freedom = Double(3 * pairs.effectiveCount - 6)
        let ratio = rigid.rms / mirroredRMS
        guard freedom > 0,
            mirroredRMS == 0
                || FDistribution(above: freedom, below: freedom)
                    .exceedance(ratio * ratio) < significance
        else { return nil }
        return .mirrored(rms: rigid.rms, mirroredRMS: mirroredRMS)
    }

    private static func upsideDown(_ estimate: MotionEstimate) -> FitJudgement? {
        guard case .gravity = estimate.model, estimate.tilt > uprightLimit else { return nil }
        return .upsideDown(tilt: estimate.tilt)
    }

    /// A model that the pairs contradict: a rigid motion leaves a small share of its residuals, which chance does not explain.
    private static func tooNarrow(
        _ pairs: Correspondences, _ estimates: ModelEstimates, _ evidence: FitEvidence
    ) -> FitJudgement? {
        let extent = extent(pairs, estimates.chosen)
        guard let rigid = estimates.rigid, rigid.hasRedundancy, evidence.rms > leastMiss * extent,
            rigid.squares < clearlyLess * clearlyLess * estimates.chosen.squares
        else { return nil }
        let spent = Double.maximum(estimates.chosen.freedom - rigid.freedom, 1)
        let law = FDistribution(above: spent, below: rigid.freedom)
        let gain = (estimates.chosen.squares - rigid.squares) / spent, noise = rigid.squares / rigid.freedom
        guard noise == 0 || law.exceedance(gain / noise) < significance else { return nil }
        return .poorFit(rms: evidence.rms, extent: extent)
    }

    private static func poorFit(
        _ pairs: Correspondences, _ estimate: MotionEstimate, _ evidence: FitEvidence
    ) -> FitJudgement? {
        guard estimate.hasRedundancy else { return nil }
        let extent = extent(pairs, estimate)
        guard evidence.rms > largestShare * extent, pairs.effectiveCount > 1 else {
            return CornerOrderSlip(pairs) { estimate.motion.moved($0) }.map {
                .poorFit(rms: evidence.rms, extent: $0.size)
            }
        }
        return .poorFit(rms: evidence.rms, extent: extent)
    }

    /// The root mean square distance of the targets from their middle.
    static func extent(_ pairs: Correspondences, _ estimate: MotionEstimate) -> Double {
        FitEvidence.rms(pairs) { (pairs.targets[$0] - estimate.changes.anchor).length }
    }

    private static func ambiguousMotion(_ selection: PairSelection) -> FitJudgement? {
        selection.rival.map { .ambiguousMotion(support: selection.support, second: $0.support) }
    }

    private static func scanDrift(_ evidence: FitEvidence) -> FitJudgement? {
        guard let trend = evidence.trend, trend.isDrift else { return nil }
        return .scanDrift(bend: trend.peakToPeak, rms: trend.rms, length: trend.length)
    }

    private static func weakGeometry(
        _ pairs: Correspondences, _ estimate: MotionEstimate, _ evidence: FitEvidence,
        _ options: CalibrationOptions
    ) -> FitJudgement? {
        let reach = evidence.errorAtFiveMetres
        guard estimate.model != .translation else {
            guard options.model != nil else { return .weakGeometry(.noTurn, reach: reach) }
            return large(pairs, estimate, evidence, options, WorstErrors(pairs, estimate, evidence, options))
                .map { .weakGeometry($0, reach: reach) }
        }
        let members = pairs.members.filter { $0.contains { estimate.weights.counts($0) } }
        if members.count == 1 || (pairs.groups == nil && members.count <= cornersOfOne) {
            return .weakGeometry(.onePlace, reach: reach)
        }
        let alone = members.compactMap { $0.first }.filter { evidence.pairs[$0].leaveOneOut == nil }
        if !alone.isEmpty { return .weakGeometry(.restsOn(pairs: alone), reach: reach) }
        if let unchecked = unchecked(members, pairs, estimate, evidence) {
            return .weakGeometry(unchecked, reach: reach)
        }
        if let worst = evidence.strength?.first, let best = evidence.strength?.last,
            worst.deviation > worstRatio * best.deviation,
            worst.deviation * extent(pairs, estimate) > mostNoise * (evidence.noise ?? 0)
                / usualWeight(estimate)
        {
            return .weakGeometry(
                .turn(axis: worst.axis, ratio: worst.deviation / best.deviation), reach: reach)
        }
        let most = pairs.groups == nil ? fewMarkers * cornersOfOne : fewMarkers
        if options.interest.isEmpty, members.count <= most, areClose(pairs, estimate, evidence) {
            return .weakGeometry(.onePlace, reach: reach)
        }
        let worst = WorstErrors(pairs, estimate, evidence, options)
        let weakness =
            worst?.far ?? large(pairs, estimate, evidence, options, worst) ?? differing(evidence, options)
        return weakness.map { .weakGeometry($0, reach: reach) }
    }

    /// Two markers check each other along the line between them. Across it each has no more than its own turn to tell where the other
    /// should be, and one that was moved there turns both.
    private static func unchecked(
        _ members: [ArraySlice<Int>], _ pairs: Correspondences, _ estimate: MotionEstimate,
        _ evidence: FitEvidence
    ) -> Weakness? {
        guard members.count == 2, let found = evidence.leaveOneOutRMS,
            let expected = evidence.covariance?.worstError(
                atMoved: pairs.sources.map { estimate.motion.moved($0) })
        else { return nil }
        // By chance the two may agree better than they could tell.
        let alone = Double.maximum(found, errorByOwnTurn(members, pairs, evidence.noise ?? 0))
        return alone > mostUnchecked * expected ? .unchecked(error: alone) : nil
    }

    /// The deviation with which the turn of one of two markers alone says where the other is.
    private static func errorByOwnTurn(
        _ members: [ArraySlice<Int>], _ pairs: Correspondences, _ noise: Double
    ) -> Double {
        let centers = members.map { member in
            member.reduce(SIMD3<Double>.zero) { $0 + pairs.sources[$1] } / Double(member.count)
        }
        let distance = (centers[1] - centers[0]).length
        let errors = zip(members, centers).map { member, center in
            // A flat marker's points resist a turn about two axes with half of this each.
            let spread = member.reduce(0) { sum, place in
                let off = pairs.sources[place] - center
                return sum + off.dot(off) / 2
            }
            return spread > 0 ? noise * distance / spread.squareRoot() : 0
        }
        return errors.reduce(0, Double.maximum)
    }

    /// The square root of the pairs' mean weight: what a stated noise, that of weight one, is divided by to be that of a usual pair.
    private static func usualWeight(_ estimate: MotionEstimate) -> Double {
        guard estimate.varianceFreedom == .infinity, case .numbers(let numbers?) = estimate.weights else {
            return 1
        }
        let counting = numbers.filter { $0 > 0 }
        return (counting.reduce(0, +) / Double(counting.count)).squareRoot()
    }

    /// An error that nobody should accept unread: in metres, where the motion is to hold, or as a share of the scene, at the pairs.
    private static func large(
        _ pairs: Correspondences, _ estimate: MotionEstimate, _ evidence: FitEvidence,
        _ options: CalibrationOptions, _ worst: WorstErrors?
    ) -> Weakness? {
        guard let worst else { return nil }
        let atPairs = worst.atPairs
        let error = options.interest.isEmpty ? evidence.errorAtFiveMetres ?? 0 : worst.elsewhere ?? 0
        guard error > mostError || atPairs > mostShareOfScene * extent(pairs, estimate) else { return nil }
        return .large(error: Double.maximum(error, atPairs))
    }

    /// Errors of markers that no motion takes away, as large as nobody should accept unread.
    private static func differing(_ evidence: FitEvidence, _ options: CalibrationOptions) -> Weakness? {
        guard options.noise == nil, options.markerNoise == nil, let errors = evidence.errors,
            !errors.isAssumed
        else { return nil }
        let error = SymmetricMatrix(diagonal: errors.pair * errors.pair).bound(freedom: errors.freedom)
        return error > mostError ? .differing(error: error) : nil
    }

    /// Whether pairs are so close together that the errors at them say nothing of those at the markers of a room.
    private static func areClose(
        _ pairs: Correspondences, _ estimate: MotionEstimate, _ evidence: FitEvidence
    ) -> Bool {
        guard let covariance = evidence.covariance, let reach = evidence.errorAtFiveMetres,
            let atPairs = covariance.worstError(atMoved: pairs.sources.map { estimate.motion.moved($0) })
        else { return false }
        return reach > mostGrowth * atPairs && reach > leastShare * FitEvidence.ordinaryDistance
    }

    private static func noiseMisfit(_ evidence: FitEvidence) -> FitJudgement? {
        guard let chiSquare = evidence.chiSquare, let more = evidence.chiSquareProbability,
            more < significance || more > 1 - significance
        else { return nil }
        return .noiseMisfit(chiSquare: chiSquare, freedom: evidence.freedom, probability: more)
    }
}

/// The largest errors to expect where the motion is to hold, which take longer than all rules that ask for them.
private struct WorstErrors {
    /// In metres.
    let atPairs: Double
    /// At the points of interest; `nil` without any.
    let elsewhere: Double?
    /// The point of interest that is far from the pairs, if the worst one is.
    let far: Weakness?

    init?(
        _ pairs: Correspondences, _ estimate: MotionEstimate, _ evidence: FitEvidence,
        _ options: CalibrationOptions
    ) {
        guard let covariance = evidence.covariance else { return nil }
        let points = options.interest.map { estimate.motion.moved($0) }
        let worst = covariance.worst(ofMoved: points)
        atPairs = covariance.worstError(atMoved: pairs.sources.map { estimate.motion.moved($0) }) ?? 0
        elsewhere = worst?.error
        far = worst.flatMap { [atPairs] in
            Weakness(far: $0.place, points[$0.place], error: $0.error, covariance, atPairs: atPairs)
        }
    }
}
