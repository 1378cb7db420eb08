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

/// The calibrated data that a marker should have, beside what is stored.
public struct CalibratedComparison: Hashable, Sendable {
    /// The relation of stored to computed data.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Stored data are what was computed, to the precision of stored numbers.
        case same
        /// Stored data do not follow from the corners.
        case stale
        /// Nothing is stored.
        case missing
    }

    /// The corners as the calibration shows them, with their center.
    public let computed: CalibratedData
    public let stored: CalibratedData?
    public let state: State
    /// The finding that `quadcal check` makes of it: stale, of the other sign, or without a vector; `nil` unless it is stale.
    public let finding: MarkerIssue.Code?
    /// The greatest distance in metres of a stored corner or the stored center from the computed one; `nil` if nothing is stored.
    public let distance: Double?
    /// The corner that is farthest off, from 0; `nil` if nothing is stored, or if that is the center.
    public let corner: Int?
    /// The largest difference of a coordinate that counts as equal.
    ///
    /// A server that computes in single precision rounds the vector and the sum by half a step each, so together by one step at
    /// the largest number involved; the product itself calls nothing different below a micrometre.
    public let tolerance: StoredTolerance

    /// Compares a marker's stored data with what a space's calibration makes of its corners.
    public init(of raw: Quad, stored: CalibratedData?, by calibration: SpaceCalibration) {
        let sound = Self(CalibratedData(of: raw, by: calibration), raw, stored, shift: calibration.shift)
        let others = CalibratedData(of: raw, by: calibration.inverse)
        let other = Self(others, raw, stored, shift: calibration.shift)
        self.init(
            sound,
            finding: calibration.shift == .zero
                ? .noVector : other.state == .same ? .vectorSign : .staleCalibrated)
    }

    /// Compares a marker's stored data with where a motion of raw points to calibrated ones takes its corners.
    public init(of raw: Quad, stored: CalibratedData?, by motion: PlannedMotion) {
        let computed = MarkerMove(raw, motion, in: SpaceCalibration()).calibrated
        self.init(
            Self(CalibratedData(computed), raw, stored, shift: .zero), finding: .staleCalibrated)
    }

    /// The comparison with its finding, if it is stale.
    private init(_ comparison: CalibratedComparison, finding: MarkerIssue.Code) {
        (computed, stored, state) = (comparison.computed, comparison.stored, comparison.state)
        (distance, corner, tolerance) = (comparison.distance, comparison.corner, comparison.tolerance)
        self.finding = comparison.state == .stale ? finding : nil
    }

    private init(
        _ computed: CalibratedData, _ raw: Quad, _ stored: CalibratedData?, shift: SIMD3<Double>
    ) {
        (self.computed, self.stored, finding) = (computed, stored, nil)
        guard let stored else {
            tolerance = StoredTolerance(raw, computed.quad, shift: shift)
            (state, distance, corner) = (.missing, nil, nil)
            return
        }
        let tolerance = StoredTolerance(raw, computed.quad, stored.quad, shift: shift)
        self.tolerance = tolerance
        var off = (0..<4).map { stored.quad[corner: $0] - computed.quad[corner: $0] }
        if stored.hasStaleCenter, let center = stored.statedCenter { off.append(center - computed.center) }
        let worst = off.indices.max { off[$0].length < off[$1].length } ?? 0
        (distance, corner) = (off[worst].length, worst < 4 ? worst : nil)
        let isSame = off.count == 4 && off.allSatisfy(tolerance.allows)
        state = isSame ? .same : .stale
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
