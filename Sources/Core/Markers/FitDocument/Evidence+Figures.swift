internal import QuadGeometry
package import RigidCalibration

/// The results of a calibration as values of a document.
extension FitDocument.Judgement {
    package init(
        _ judgement: FitJudgement, _ names: FitDocument.PairNames, _ pairs: Correspondences,
        _ sentence: String
    ) {
        (code, severity) = (judgement.code, Severity(judgement.severity))
        self.sentence = sentence
        switch judgement {
        case .scaleSlip(let factor, let deviation):
            (self.factor, self.deviation) = (factor, .some(deviation))
            let slip = UnitSlip(factor: factor, deviation: deviation)
            unit = .some(slip?.unit.rawValue)
            side = .some(slip.map { $0.side == .target ? "targets" : "sources" })
        case .scaleDiffers(let factor, let deviation, let effect, let error):
            (self.factor, self.deviation) = (factor, .some(deviation))
            (self.effect, error95) = (effect, .some(error))
        case .mirrored(let rms, let mirroredRMS): (self.rms, self.mirroredRMS) = (rms, mirroredRMS)
        case .upsideDown(let tilt): tiltDegrees = tilt
        case .poorFit(let rms, let extent): (self.rms, self.extent) = (rms, extent)
        case .outlyingPairs(let found, let probability):
            self.pairs = found.map { names.ids[$0] }
            self.probability = .some(probability)
        case .ambiguousMotion(let support, let second): (self.support, self.second) = (support, second)
        case .scanDrift(let bend, let rms, let length):
            (self.bend, self.rms, self.length) = (bend, rms, length)
        case .alreadyApplied(let probability): self.probability = .some(probability)
        case .weakGeometry(let weakness, let reach):
            set(weakness) { names.name(ofGroupOf: $0, pairs) }
            errorAtFiveMetres = .some(reach)
        case .tilted(let degrees, let expected): (tiltDegrees, expectedDegrees) = (degrees, expected)
        case .noiseMisfit(let chiSquare, let freedom, let probability):
            (self.chiSquare, self.freedom) = (chiSquare, freedom)
            self.probability = .some(probability)
        case .noRedundancy: break
        }
    }

    private mutating func set(_ weakness: Weakness, _ name: (Int) -> String) {
        switch weakness {
        case .onePlace: self.weakness = "one-place"
        case .restsOn(let first): (self.weakness, groups) = ("rests-on", first.map(name))
        case .unchecked(let error): (self.weakness, error95) = ("unchecked", .some(error))
        case .turn(let axis, let ratio): (self.weakness, self.axis, self.ratio) = ("turn", axis, ratio)
        case .noTurn: self.weakness = "no-turn"
        case .far(_, let error, let atPairs):
            (self.weakness, error95, ratio) = ("far", .some(error), error / atPairs)
        case .large(let error): (self.weakness, error95) = ("large", .some(error))
        case .differing(let error): (self.weakness, error95) = ("differing", .some(error))
        }
    }
}

extension FitDocument.Evidence {
    init(_ evidence: FitEvidence) {
        (rms, median, p95) = (evidence.rms, evidence.median, evidence.p95)
        (largest, leaveOneOutRMS) = (evidence.largest, evidence.leaveOneOutRMS)
        (freedom, noise) = (evidence.freedom, evidence.noise)
        noiseIsEstimated = evidence.noiseIsEstimated
        errors = evidence.errors.map(Errors.init)
        (chiSquare, chiSquareProbability) = (evidence.chiSquare, evidence.chiSquareProbability)
        singularValues = evidence.singularValues
        strength = evidence.strength.map { all in
            all.map { one in
                var own = Strength()
                (own.axis, own.deviation) = (one.axis, one.deviation)
                return own
            }
        }
        covariance = evidence.covariance.map(Covariance.init)
        error95.atFiveMetres = evidence.errorAtFiveMetres
        scale = evidence.scale.map { scale in
            var own = Scale()
            (own.factor, own.deviation) = (scale.factor, scale.deviation)
            own.probability = scale.probability
            return own
        }
        tiltDegrees = evidence.tilt
        trend = evidence.trend.map(Trend.init)
        comparison = evidence.comparison.map(Comparison.init)
        (digits, solver) = (evidence.digits, evidence.solver)
    }
}

extension FitDocument.Evidence.Covariance {
    fileprivate init(_ covariance: MotionCovariance) {
        func rows(_ matrix: [Double]) -> [[Double]] {
            (0..<6).map { Array(matrix[(6 * $0)..<(6 * $0 + 6)]) }
        }
        anchor = covariance.anchor
        (matrix, estimated) = (rows(covariance.matrix), rows(covariance.estimated))
        let common = covariance.commonError
        commonError = [common.xx, common.xy, common.xz, common.yy, common.yz, common.zz]
        freedom = covariance.freedom == .infinity ? nil : covariance.freedom
        growth = covariance.growth
        drift = covariance.drift.map { drift in
            var own = FitDocument.Evidence.Drift()
            (own.variance, own.reach, own.bend) = (drift.variance, drift.reach, drift.bend)
            (own.centers, own.shares) = (drift.places.map(\.center), drift.places.map(\.share))
            return own
        }
    }
}

extension FitDocument.Evidence.Errors {
    fileprivate init(_ errors: PairErrors) {
        (marker, corner) = (errors.hasMarkers ? errors.marker : nil, errors.corner)
        (isAssumed, driftAtTenMetres) = (errors.isAssumed, errors.driftAtTenMetres)
        freedom = errors.freedom == .infinity ? nil : errors.freedom
    }
}

extension FitDocument.Evidence.Trend {
    fileprivate init(_ trend: ResidualTrend) {
        (axis, length, rms) = (trend.axis, trend.length, trend.rms)
        (peakToPeak, rest) = (trend.peakToPeak, trend.rest)
        (probability, isDrift) = (trend.probability, trend.isDrift)
    }
}

extension FitDocument.Evidence.Comparison {
    fileprivate init(_ one: ModelComparison) {
        (model, rms, leaveOneOutRMS) = (one.model.name, one.rms, one.leaveOneOutRMS)
        (turn, tilt, worstError) = (one.turn, one.tilt, one.worstError)
    }
}

extension FitDocument.Pair {
    init(_ evidence: PairEvidence) {
        (residual, length) = (evidence.residual, evidence.length)
        (standardised, leverage) = (evidence.standardised, evidence.leverage)
        (leaveOneOut, influence) = (evidence.leaveOneOut, evidence.influence)
    }
}

extension FitDocument.Selection {
    init(_ selection: PairSelection, _ names: FitDocument.PairNames) {
        (bound, boundIsEstimated) = (selection.bound, selection.boundWasEstimated)
        (follow, support) = (selection.inliers.count { $0 }, selection.support)
        (neededSupport, rivalSupport) = (selection.neededSupport, selection.rival?.support)
        rivals = selection.rival.map { [FitDocument.Rival($0)] }
        rejected = selection.rejectedByDistance.map { one in
            var own = Rejected()
            (own.id, own.line) = (names.ids[one.pair], names.lines[one.pair])
            (own.distance, own.reason) = (one.distance, one.reason.rawValue)
            own.sentence = one.reason.text
            return own
        }
    }
}

extension PairSelection {
    /// The pairs that do not follow, the farthest first.
    package var rejectedByDistance: [Rejection] {
        rejected.sorted { (-$0.distance, $0.pair) < (-$1.distance, $1.pair) }
    }
}

extension RejectionReason {
    package var text: String {
        switch self {
        case .badCorner: "the other corners of its marker follow: this one was mistaken"
        case .movedGroup: "its marker kept its shape but not its place: moved, or another one"
        case .duplicateSource: "its source follows with another target"
        case .followsRival: "it follows the other motion"
        case .farFromPlace: "it is far from its place"
        }
    }
}

extension FitDocument.Evidence {
    /// The meaning of the errors to expect, in words.
    package static let meaning =
        "95 of 100 markers should end up no farther off than predicted, if the scans err between these markers as they "
        + "do at them"
}
