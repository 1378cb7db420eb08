public import QuadGeometry
internal import RigidCalibration

/// The new place of one marker's corners under a request, and whether it differs from the old.
public struct MovedMarker: Sendable {
    /// The corners that are written: raw or calibrated ones, as the request has it.
    public let quad: Quad
    /// The greatest distance that a corner moves, in metres.
    public let displacement: Double
    /// The findings at the new place, which do not prevent the move.
    public let findings: [QuadIssue]
    /// True if it is there already, to the precision of stored numbers.
    public let isUnchanged: Bool
    /// The corners as the motion moves them, of the kind that it leads to.
    let target: Quad
    /// Whether it is so far from the markers of a fit that was straightened that its shift fades.
    let fades: Bool

    /// - Parameters:
    ///   - raw: the corners as they were placed.
    ///   - stored: the calibrated data, if there is any; evaluated only if that is written.
    ///   - time: when it was made, in seconds since the beginning of 1970.
    init(
        _ raw: Quad, stored: @autoclosure () -> CalibratedData?, _ request: PlanRequest,
        _ check: QuadCheck, time: Double? = nil
    ) throws(RefusedMarker.Reason) {
        let move = try MarkerMove(raw, request.motion, in: request.space, time: time)
        fades = move.fades
        let isRaw = request.mode == .raw
        let stored = isRaw ? nil : stored()
        let old = isRaw ? raw : stored?.quad ?? move.calibratedBefore
        quad = isRaw ? move.raw : move.calibrated
        findings = try request.findings(quad, check)
        displacement = quad.distance(to: old)
        let isMissing = request.writesMissing && !isRaw && stored == nil
        isUnchanged =
            !isMissing && move.tolerance(with: old).allows(old, quad) && stored?.hasStaleCenter != true
        target = move.target
    }
}

extension PlanRequest {
    /// Problems of corners in their new place; throws if they cannot go there.
    func findings(_ new: Quad, _ check: QuadCheck) throws(RefusedMarker.Reason) -> [QuadIssue] {
        let findings = check.issues(new)
        if let issue = findings.first(where: \.keepsFromMoving) { throw .outOfRangeAfter(issue) }
        if isStrict, let issue = findings.first(where: { $0.severity == .error }) { throw .unsound(issue) }
        return findings
    }
}

/// The corners of one marker before and after a motion.
package struct MarkerMove {
    let before, calibratedBefore: Quad
    /// Raw and calibrated corners afterwards.
    package let raw, calibrated: Quad
    /// The moved corners of the kind that the motion leads to.
    let target: Quad
    /// Whether the marker's own shift fades where it is.
    let fades: Bool
    private let shift: SIMD3<Double>

    /// Moves a marker by a motion, and by its own shift on top of it.
    ///
    /// - Parameter time: When it was made, which counts only where the scan was straightened by time: without it is refused.
    package init(
        _ quad: Quad, _ motion: PlannedMotion, in space: SpaceCalibration, time: Double? = nil
    ) throws(RefusedMarker.Reason) {
        let source = quad.map { $0 + space.shift(to: motion.source) }
        let own = try motion.shift(of: source, time: time)
        self.init(quad, motion.targetFromSource * source, own, motion.target, in: space)
    }

    /// The same by the motion alone, as which a straightened one counts where it is compared with another.
    package init(unshifted quad: Quad, _ motion: PlannedMotion, in space: SpaceCalibration) {
        let moved = motion.targetFromSource * quad.map { $0 + space.shift(to: motion.source) }
        self.init(quad, moved, (.zero, false), motion.target, in: space)
    }

    private init(
        _ quad: Quad, _ moved: Quad, _ own: (shift: SIMD3<Double>, fades: Bool), _ kind: PointKind,
        in space: SpaceCalibration
    ) {
        let shift = space.shift
        before = quad
        calibratedBefore = quad.map { $0 + shift }
        fades = own.fades
        target = own.shift == .zero ? moved : moved.map { $0 + own.shift }
        raw = target.map { $0 - space.shift(to: kind) }
        calibrated = kind == .calibrated ? target : raw.map { $0 + shift }
        self.shift = shift
    }

    /// The tolerance that covers the storage of any of the numbers.
    func tolerance(with stored: Quad) -> StoredTolerance {
        StoredTolerance(before, calibratedBefore, raw, calibrated, stored, shift: shift)
    }
}

extension Quad {
    /// The greatest distance between two corresponding corners.
    package func distance(to other: Quad) -> Double {
        (0..<4).reduce(0) { Double.maximum($0, (self[corner: $1] - other[corner: $1]).length) }
    }
}
