public import RigidCalibration

/// A motion to be applied, and what is known of where it came from.
public struct PlannedMotion: Sendable {
    public let targetFromSource: AnchoredMotion
    /// The kind of points it starts from and the kind it leads to.
    public let source, target: PointKind
    /// How many times longer targets are than sources: 1 unless a similarity was fitted.
    public let growth: Double
    /// The codes of what forbids its use, as of judgements that fail.
    public let failures: [String]
    /// How probably no motion at all would do as well; `nil` where it is worth applying.
    public let stillProbability: Double?
    /// How far it may be off; `nil` where nothing was fitted or the noise is not known.
    public let covariance: MotionCovariance?
    /// The markers it was fitted to, by which a plan sees that it was applied before.
    public let fitted: [FittedMarker]

    /// A motion that was fitted.
    public init(
        _ calibration: Calibration, from source: PointKind, to target: PointKind, fitted: [FittedMarker] = []
    ) {
        targetFromSource = calibration.targetFromSource
        (self.source, self.target, self.fitted) = (source, target, fitted)
        (growth, covariance) = (calibration.growth, calibration.evidence.covariance)
        failures = calibration.judgements.filter(\.fails).map(\.code)
        stillProbability = calibration.judgements.lazy.compactMap(\.stillProbability).first
    }

    /// A motion that was fitted and kept in a file; of points of these kinds where the file does not tell.
    public init(_ fit: SavedFit, from source: PointKind = .raw, to target: PointKind = .raw) {
        targetFromSource = fit.targetFromSource
        (self.source, self.target) = (fit.kinds?.source ?? source, fit.kinds?.target ?? target)
        (growth, covariance, fitted) = (fit.growth, fit.covariance, fit.fitted)
        (failures, stillProbability) = (fit.failures, fit.stillProbability)
    }

    /// A motion that is known from elsewhere, such as two matrices.
    public init(
        _ targetFromSource: AnchoredMotion, from source: PointKind, to target: PointKind,
        fitted: [FittedMarker] = []
    ) {
        self.targetFromSource = targetFromSource
        (self.source, self.target, self.fitted) = (source, target, fitted)
        (growth, failures, stillProbability, covariance) = (1, [], nil, nil)
    }

    /// The motion of raw points to raw points that does the same in a space.
    ///
    /// With a vector v counted on both sides it takes p to T(p + v) - v.
    public func rawFromRaw(in space: SpaceCalibration) -> AnchoredMotion {
        targetFromSource.written(without: space.shift(to: source), space.shift(to: target))
    }
}

extension FitJudgement {
    /// How probably no motion at all would do as well, where that is what it says.
    fileprivate var stillProbability: Double? {
        if case .alreadyApplied(let probability) = self { probability } else { nil }
    }
}
