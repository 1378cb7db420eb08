public import QuadGeometry
internal import RigidCalibration

/// The corners of one marker before a plan and after it, of either kind.
public struct MarkerWay: Hashable, Sendable {
    public let raw: Quad
    /// Calibrated corners by the space's vector.
    public let calibrated: Quad
    public let storedCalibrated: Quad?
    /// The moved corners, of the kind that the motion leads to.
    public let target: Quad
    public let rawAfter: Quad
    public let calibratedAfter: Quad
    /// The largest difference of stored numbers of the marker that count as equal.
    public let tolerance: StoredTolerance
}

extension RecalibrationPlan {
    /// The way of a marker in any list; refused unless its corners are three finite numbers each.
    public func way(of marker: Marker) throws(JSONError) -> MarkerWay {
        let raw = try marker.quad
        let motion = request.motion
        let move =
            (try? MarkerMove(raw, motion, in: request.space, time: motion.time(of: marker)))
            ?? MarkerMove(unshifted: raw, motion, in: request.space)
        let stored = try? marker.calibratedData
        let isMoved = updates.contains { $0.marker == marker }
        var (rawAfter, calibratedAfter) = (raw, stored?.quad ?? move.calibratedBefore)
        switch request.mode {
        case .raw where isMoved:
            (rawAfter, calibratedAfter) = (move.raw, move.raw.map { $0 + request.space.shift })
        case .calibrated where isMoved: calibratedAfter = move.calibrated
        case .vector:
            let after = SpaceCalibration(
                vectorUpdate?.after ?? request.space.vector, sign: request.space.sign)
            calibratedAfter = raw.map { $0 + after.shift }
        case .raw, .calibrated: break
        }
        return MarkerWay(
            raw: raw, calibrated: move.calibratedBefore, storedCalibrated: stored?.quad, target: move.target,
            rawAfter: rawAfter, calibratedAfter: calibratedAfter,
            tolerance: move.tolerance(with: stored?.quad ?? raw))
    }
}
