package import Foundation

/// A plan for the markers of a space, and how the sign of the space's vector is known.
package struct PlannedSpace: Sendable {
    package let calibration: KnownCalibration
    package let plan: RecalibrationPlan

    /// Finds the sign, dates the sessions, and plans.
    ///
    /// - Parameters:
    ///   - markers: all markers of the space.
    ///   - space: the space; without one, it is taken to have no vector.
    ///   - sessions: the sessions, for their dates.
    ///   - sign: the sign of the vector; `nil` to infer it from the markers.
    ///   - targets: sessions and reference sets that supplied targets.
    ///   - sets: the reference sets. They are in the new frame by themselves, so that no date tells which sessions are older.
    ///   - scan: the markers of those reference sets that supplied targets, of the kind that the motion leads to.
    ///   - said: sessions of which a person says that they are where the motion leads from.
    ///   - request: everything else that is asked for.
    package init(
        _ markers: [Marker], of space: Space?, in sessions: [WorkSession], sign: VectorSign?,
        targets: Set<UUID>, sets: Set<UUID>, scan: [MarkerObservation] = [], unless said: Set<UUID> = [],
        _ request: PlanRequest
    ) throws(PlannedSpaceError) {
        let vector = space?.calibrationVector.flatMap { CalibrationVector($0) }
        do throws(UndecidedSign) {
            calibration = try KnownCalibration(vector, sign: sign, markers)
        } catch {
            throw .undecidedSign(error)
        }
        var request = request
        request.space = calibration.calibration
        request.frames.targets.formUnion(targets)
        request.frames.targets.subtract(sets)
        request.frames = request.frames.dated(by: sessions)
        do throws(RecalibrationPlanError) {
            var plan = try RecalibrationPlan(markers, request)
            let corners = request.motion.target == .raw ? MarkerCoordinates.raw : .calibrated
            let scanned = markers.lazy.filter { request.frames.targets.contains($0.workSessionID) }
            try plan.confront(scan + scanned.compactMap { try? MarkerObservation($0, corners) }, unless: said)
            self.plan = plan
        } catch {
            throw .plan(error)
        }
    }
}

/// The reason why there is no plan for a space.
package enum PlannedSpaceError: Error {
    /// The sign of the space's vector must be stated.
    case undecidedSign(UndecidedSign)
    /// The motion must not be applied to these markers.
    case plan(RecalibrationPlanError)
}
