public import QuadGeometry
internal import RigidCalibration

/// The request that a plan answers.
public struct PlanRequest: Sendable {
    public var motion: PlannedMotion
    public var mode: PushMode
    public var frames: FrameMembership
    /// The space's calibration as it is now.
    public var space: SpaceCalibration
    public var limits: QuadLimits
    /// True if markers with errors are refused even if they could be moved.
    public var isStrict: Bool
    /// Whether markers are moved although some of them, or all, seem to have been moved before.
    public var movesAgain: Bool
    /// Whether fitted markers that the motion has moved before are left out, and the others moved.
    public var leavesOutMoved: Bool
    /// Whether calibrated data is also written where none is stored and the server would compute the same.
    public var writesMissing = false

    public init(
        _ motion: PlannedMotion, mode: PushMode, frames: FrameMembership,
        space: SpaceCalibration = SpaceCalibration(), limits: QuadLimits = .app, isStrict: Bool = false,
        movesAgain: Bool = false, leavesOutMoved: Bool = false
    ) {
        (self.motion, self.mode, self.frames, self.space) = (motion, mode, frames, space)
        (self.limits, self.isStrict) = (limits, isStrict)
        (self.movesAgain, self.leavesOutMoved) = (movesAgain, leavesOutMoved)
    }

    /// The check of the corners; refused if the motion must not be used.
    func check() throws(RecalibrationPlanError) -> QuadCheck {
        guard motion.growth == 1 else { throw .stretches(growth: motion.growth) }
        guard motion.failures.isEmpty else {
            throw .failedFit(codes: motion.failures, worst: motion.worstPairs)
        }
        // A fit that follows both parts takes neither where it belongs, and its shifts do not either.
        if !movesAgain, let part = motion.movedPart, !leavesOutMoved || !part.isRejected {
            throw .partlyMoved(part, motion.fittedInPlace)
        }
        if let probability = motion.stillProbability { throw .nothingToApply(probability: probability) }
        if mode == .vector, motion.straightened != nil { throw .vectorOfShifts }
        if mode == .vector, motion.target == .raw { throw .vectorLeadsToCalibrated }
        do throws(QuadLimitsError) { return try QuadCheck(limits) } catch { throw .badLimits(error) }
    }

    /// The remarks that are known before any marker is examined.
    func notes(_ state: FittedState) -> [PlanNote] {
        var notes: [PlanNote] = []
        if state.onSource.isEmpty { notes.append(.onlyTheJobCanTell) }
        if !state.missing.isEmpty { notes.append(.fittedMissing(state.missing)) }
        let elsewhere = state.elsewhere + state.partnersElsewhere
        if !elsewhere.isEmpty { notes.append(.fittedElsewhere(elsewhere)) }
        if mode == .raw, let vector = space.vector, vector.numbers != .zero {
            notes.append(.vectorStaysOnTop(vector))
        }
        let dates = frames.datesWithoutZone
        if !dates.isEmpty { notes.append(.datesWithoutZone(dates)) }
        return notes
    }
}
