public import QuadGeometry

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

    /// The error to expect of a moved point, in metres, which is exceeded in 5 of 100 cases; `nil` where the noise is not known.
    public func predictedError(at source: SIMD3<Double>) -> Double? {
        evidence.covariance?.predictedError(atMoved: moved(source))
    }
}

extension Calibration: CustomStringConvertible {
    /// The verdict with its judgements, the model, the number of pairs and their residuals in metres.
    public var description: String {
        let codes = judgements.map { " \($0.code)" }.joined(), micrometres = (evidence.rms * 1e6).rounded()
        return "\(verdict.rawValue)\(codes), \(model.name), \(pairs.count) pairs, rms \(micrometres / 1e6) m"
    }
}
