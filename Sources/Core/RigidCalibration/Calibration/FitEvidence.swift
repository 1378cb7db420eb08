/// The evidence for and against a fitted motion, as numbers.
public struct FitEvidence: Sendable {
    /// The evidence of each pair, in their order.
    public let pairs: [PairEvidence]
    /// Residual lengths in metres: root mean square by weight, and half, 95 of 100 and all of them are below.
    public let rms, median, p95, largest: Double
    /// The leave-one-out residual (LOO): the root mean square of each pair's residual under the fit without its group,
    /// in metres; `nil` where some group cannot be left out.
    public let leaveOneOutRMS: Double?
    /// The degrees of freedom: coordinates less what the motion used up.
    public let freedom: Double
    /// The deviation of one coordinate of a residual, in metres: of weight one as stated, or of the mean weight as estimated. `nil` when
    /// neither is possible.
    public let noise: Double?
    public let noiseIsEstimated: Bool
    /// The errors of markers and of their corners, told apart; `nil` where neither is known.
    public let errors: PairErrors?
    /// The sum of the squared residuals in units of the stated noise, and the probability of a larger one.
    public let chiSquare, chiSquareProbability: Double?
    /// The singular values of the weighted cross-covariance, largest first, in square metres; to twelve digits. `nil` where
    /// the model has no use for them.
    public let singularValues: SIMD3<Double>?
    /// The strength of turns about three axes, worst first; `nil` without turns or noise.
    public let strength: [AxisStrength]?
    /// The uncertainty of the motion; `nil` when the noise is neither stated nor to be estimated.
    public let covariance: MotionCovariance?
    /// The 95 % error five metres from the pairs' center, where it is largest; in metres.
    public let errorAtFiveMetres: Double?
    /// The ratio of lengths of the targets to the sources, and its deviation; `nil` where the pairs cannot tell.
    public let scale: ScaleEvidence?
    /// The tilt of the motion, 0 to 180 degrees.
    public let tilt: Double
    /// The most that a pair or point of interest moves between a gravity prior twice as firm and half as firm, in
    /// metres; `nil` where gravity had no part.
    public let gravityDependence: Double?
    /// The trend of residuals with their position; `nil` for few pairs.
    public let trend: ResidualTrend?
    /// The same pairs under the other models that they allow; each time it takes as long as all other evidence.
    public var comparison: [ModelComparison] { compared.comparison }
    /// The promised digits of the rotation, at most 16.
    public let digits: Double
    /// The name of the solver that gave the rotation.
    public let solver: String
    let compared: ComparedModels
}

extension FitEvidence {
    /// The uncertainty of a moved marker: that of the motion, and of what the marker is off by itself, so far as pairs are known to be
    /// corners of markers; `nil` where ``covariance`` is.
    public var markerCovariance: MotionCovariance? {
        covariance.map { own in errors.map { own.ofMarkers(offBy: $0.hasMarkers ? $0.marker : 0) } ?? own }
    }

    /// The length that the residual of a new pair stays within in 95 of 100 cases, in metres; `nil` where the noise is not known.
    ///
    /// The error of the motion, drift, the error of the pair's marker and its own noise take part. The pair is of a marker that took
    /// no part in the fit.
    ///
    /// - Parameters:
    ///   - point: Where its source was moved to.
    ///   - noise: The covariance that the pair states for its residual; `nil` where it states none.
    ///   - share: The share of cases.
    public func error(
        ofPairAtMoved point: SIMD3<Double>, noise: SymmetricMatrix?, exceededWith share: Double = 0.05
    ) -> Double? {
        covariance.map {
            $0.bound(of: $0.covariance(ofMoved: point) + self.noise(ofPair: noise), exceededWith: share)
        }
    }

    /// The covariance of a new pair's residual but for the motion: as it states, or of its marker and its own.
    func noise(ofPair stated: SymmetricMatrix?) -> SymmetricMatrix {
        stated ?? (errors?.pair ?? noise).map { SymmetricMatrix(diagonal: $0 * $0) } ?? .zero
    }
}

/// The strength with which turns about an axis are known.
public struct AxisStrength: Hashable, Sendable {
    /// Of length one, in the target frame.
    public let axis: SIMD3<Double>
    /// The deviation of the turn about it, in radians.
    public let deviation: Double
}

/// The ratio of lengths of the targets to the sources.
public struct ScaleEvidence: Hashable, Sendable {
    public let factor: Double
    /// `nil` where the noise is not known.
    public let deviation: Double?
    /// The probability of as much by chance.
    public let probability: Double
    /// The uncertainty of the motion beside that ratio: of what remains once lengths agree.
    let covariance: MotionCovariance?
}

extension FitEvidence {
    /// Of moved points the one where the error to expect is largest, if it is larger there than at every moved pair.
    func far(_ points: [SIMD3<Double>], from pairs: [SIMD3<Double>]) -> Weakness? {
        guard let covariance, let worst = covariance.worst(ofMoved: points),
            let atPairs = covariance.worstError(atMoved: pairs)
        else { return nil }
        return Weakness(
            far: worst.place, points[worst.place], error: worst.error, covariance, atPairs: atPairs)
    }
}

extension Weakness {
    /// The weakness at a moved point whose error is many times that at the pairs; `nil` where it is not.
    init?(
        far place: Int, _ point: SIMD3<Double>, error: Double, _ covariance: MotionCovariance,
        atPairs: Double
    ) {
        guard covariance.isFar(point, error: error, atPairs: atPairs) else { return nil }
        self = .far(point: place, error: error, atPairs: atPairs)
    }
}
