public import QuadGeometry
public import RigidCalibration

extension SpaceCalibration {
    /// The calibration back: what it makes of calibrated points are the raw ones.
    public var inverse: SpaceCalibration {
        SpaceCalibration(vector, sign: sign == .added ? .subtracted : .added)
    }
}

extension Space {
    /// The relation between the raw and the calibrated points of this space.
    ///
    /// - Parameter sign: the direction in which the server counts the vector.
    public func calibration(_ sign: VectorSign = .added) -> SpaceCalibration {
        SpaceCalibration(calibrationVector.flatMap { CalibrationVector($0) }, sign: sign)
    }
}

extension Quad {
    /// The corners as a space's calibration shows them.
    public func applying(_ calibration: SpaceCalibration) -> Quad {
        let shift = calibration.shift
        return map { $0 + shift }
    }

    /// The corners as a fitted motion moves them.
    public func applying(_ calibration: Calibration) -> Quad { map(calibration.moved) }
}

extension CalibratedData {
    /// The corners of a quad as a space's calibration shows them, with their center.
    public init(of quad: Quad, by calibration: SpaceCalibration) { self.init(quad.applying(calibration)) }

    /// The corners of a quad as a fitted motion moves them, with their center.
    public init(of quad: Quad, by calibration: Calibration) { self.init(quad.applying(calibration)) }

    /// The raw corners of which a space's calibration makes these.
    public func raw(by calibration: SpaceCalibration) -> Quad { quad.applying(calibration.inverse) }
}

extension Marker {
    /// The marker with the calibrated data that its corners have by a space's calibration; nothing else changes.
    ///
    /// Refused if a corner is not three finite numbers, or is not when calibrated.
    public func calibrated(by calibration: SpaceCalibration) throws(JSONError) -> Marker {
        var marker = self
        try marker.setCalibratedData(CalibratedData(of: try quad, by: calibration))
        return marker
    }

    /// The marker with the calibrated data that its corners have by a fitted motion; nothing else changes.
    ///
    /// Refused if a corner is not three finite numbers, or is not when moved.
    public func calibrated(by calibration: Calibration) throws(JSONError) -> Marker {
        var marker = self
        try marker.setCalibratedData(CalibratedData(of: try quad, by: calibration))
        return marker
    }
}

extension Sequence<Marker> {
    /// The markers with the calibrated data that their corners have by a space's calibration.
    ///
    /// The error is that of the first marker that has none, with its place.
    public func calibrated(by calibration: SpaceCalibration) throws(JSONError) -> [Marker] {
        try map { (marker) throws(JSONError) in try marker.calibrated(by: calibration) }
    }

    /// The markers with the calibrated data that their corners have by a fitted motion.
    ///
    /// The error is that of the first marker that has none, with its place.
    public func calibrated(by calibration: Calibration) throws(JSONError) -> [Marker] {
        try map { (marker) throws(JSONError) in try marker.calibrated(by: calibration) }
    }
}

extension PlannedMotion {
    /// The motion of raw points to calibrated ones that a space's calibration makes.
    public init(_ calibration: SpaceCalibration) {
        self.init(
            AnchoredMotion(.identity).written(without: .zero, -calibration.shift),
            from: .raw, to: .calibrated)
    }
}

extension PlanRequest {
    /// The request to write the calibrated data that corners have by a motion of raw points to calibrated ones.
    ///
    /// What is written follows from the corners as they are, so a second time changes nothing, and data that the server computed
    /// with another vector are replaced.
    ///
    /// - Parameters:
    ///   - frames: the sessions whose markers are written.
    ///   - motion: the motion of raw points to calibrated ones.
    ///   - space: the calibration by which the server itself computes calibrated data; what it computes is nobody's work.
    public init(
        calibrating frames: FrameMembership, by motion: PlannedMotion,
        in space: SpaceCalibration = SpaceCalibration()
    ) {
        self.init(motion, mode: .calibrated, frames: frames, space: space, movesAgain: true)
        writesMissing = true
    }
}
