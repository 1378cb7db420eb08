/// The drift of scans that predictions reckon with.
public enum DriftAssumption: String, Hashable, Sendable, CaseIterable {
    /// As much as the residuals of the markers show, and a little beyond the markers.
    case estimated
    /// None: errors of two markers have nothing to do with each other.
    case none
}

/// The model to fit, and what is known beforehand.
///
/// ```swift
/// var options = CalibrationOptions()
/// options.model = .yaw
/// options.noise = 0.005
/// let levelled = try Calibration(pairs, options: options)
/// ```
public struct CalibrationOptions: Hashable, Sendable {
    /// The model, or `nil` for the most that the pairs allow with gravity's help: see ``Calibration``.
    public var model: MotionModel?
    /// The gravity prior's tilt of levelled frames, in degrees, where the model does not state one.
    public var tilt = MotionModel.usualTilt
    /// The deviation of one coordinate of a residual, both sides together, in metres; `nil` to estimate it.
    public var noise: Double?
    /// The deviation of one coordinate of the error that all pairs of a marker share, both sides together, in metres; `nil` to
    /// estimate it, or where there are fewer than three markers to assume the usual one; 0 if errors of corners are independent.
    public var markerNoise: Double?
    /// The drift of the scans that predictions reckon with.
    public var drift = DriftAssumption.estimated
    /// Points of the source frame at which to predict the error, such as all markers that will be moved.
    public var interest: [SIMD3<Double>] = []
    /// Pairs that take no part in the fit and are only compared with it.
    public var checks: Correspondences?

    public init() {}

    /// The largest residual of a pair that follows, in metres, where all of its noise is stated; `nil` where it is not.
    ///
    /// Corners of markers need the markers' own error, too: by the corners' alone, markers that were placed less well than that would be
    /// left out, though they are sound.
    public func statedBound(ofMarkers: Bool) -> Double? {
        guard let noise, noise > 0, let marker = ofMarkers ? markerNoise : 0, marker >= 0 else { return nil }
        let bound = BoundEstimate.reach * (noise * noise + marker * marker).squareRoot()
        return bound.isFinite ? bound : nil
    }

    /// Whether every number can be used.
    func check() throws(RigidFitError) {
        if case .gravity(let tilt)? = model { try CalibrationOptions.require(tilt, .tilt, below: 90) }
        try CalibrationOptions.require(tilt, .tilt, below: 90)
        if let noise {
            try CalibrationOptions.require(noise, .noise, below: Correspondences.largestCoordinate)
        }
        if let markerNoise, markerNoise != 0 {
            try CalibrationOptions.require(
                markerNoise, .markerNoise, below: Correspondences.largestCoordinate)
        }
        for (place, point) in interest.enumerated() where !point.isUsable {
            throw .badInterest(point: place)
        }
    }

    private static func require(
        _ value: Double, _ option: FitOption, below limit: Double
    ) throws(RigidFitError) {
        guard value > 0, value <= limit else { throw .badOption(option, value: value) }
    }
}
