public import QuadGeometry

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

    /// Compares a marker's stored data with where a motion of raw points to calibrated ones takes its corners, without shifts of markers.
    package init(of raw: Quad, stored: CalibratedData?, by motion: PlannedMotion) {
        let computed = MarkerMove(unshifted: raw, motion, in: SpaceCalibration()).calibrated
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
