package import Foundation
internal import QuadGeometry
internal import RigidCalibration

/// The changes that a new calibration makes, computed before anything is sent.
///
/// A value made of markers and a request alone: every marker is in exactly one of four lists, each in the
/// order of the input. A marker is refused only if it cannot be moved; all its other findings go with it.
public struct RecalibrationPlan: Sendable {
    public let request: PlanRequest
    /// The present places of the markers that the motion was fitted to.
    package let fitted: FittedState
    /// Markers that move.
    public private(set) var updates: [MarkerUpdate] = []
    /// Markers that are already where they should be.
    public private(set) var unchanged: [UnchangedMarker] = []
    /// Markers that cannot be moved.
    public private(set) var refused: [RefusedMarker] = []
    /// Markers that are not in the old frame, or listed before.
    public private(set) var leftOut: [LeftOutMarker] = []
    /// The new vector in the vector mode.
    public private(set) var vectorUpdate: VectorUpdate?
    /// Remarks on the plan as a whole.
    public private(set) var notes: [PlanNote]

    /// Sorts every marker into exactly one of the lists.
    public init(_ markers: [Marker], _ request: PlanRequest) throws(RecalibrationPlanError) {
        self.request = request
        let check = try request.check()
        var sorting = MarkerSorting(request, check), lookup = FittedLookup(request.motion, in: request.space)
        var movable: [MovableMarker] = []
        movable.reserveCapacity(markers.count)
        for (index, marker) in markers.enumerated() {
            switch sorting.place(of: marker, at: index) {
            case .movable(let quad):
                movable.append(MovableMarker(index: index, marker: marker, raw: quad))
                lookup.meet(marker, quad, isChosen: true)
            case .refused(let reason):
                refused.append(RefusedMarker(index: index, marker: marker, reason: reason))
                lookup.meet(marker, isChosen: false)
            case .leftOut(let reason):
                leftOut.append(LeftOutMarker(index: index, marker: marker, reason: reason))
                lookup.meet(marker, isChosen: false)
            }
        }
        fitted = lookup.state
        notes = request.notes(fitted)
        // Those of other sessions, which were moved before, are no part of this plan, unless the space moves as a whole.
        let chosen = fitted.onTarget.isEmpty ? [] : Set(movable.map(\.marker.id))
        let moved = fitted.onTarget.filter { request.mode == .vector || chosen.contains($0) }
        guard moved.isEmpty || request.movesAgain || request.leavesOutMoved else {
            throw .alreadyApplied(fitted)
        }
        guard !fitted.isOutdated else { throw .rescanMoved(fitted) }
        if request.mode == .vector {
            try moveVector(movable, check)
        } else {
            updates.reserveCapacity(movable.count)
            for marker in movable { move(marker, check) }
        }
        refused.sort { $0.index < $1.index }
        if request.mode != .vector, !refused.isEmpty, !updates.isEmpty || !unchanged.isEmpty {
            notes.append(.mixedSpace(refused: refused.count))
        }
        if request.leavesOutMoved, !request.movesAgain {
            leaveOut(moved: Set(fitted.onTarget + request.motion.fittedInPlace))
        }
    }

    /// Refuses a plan for all markers of a space where those of the fit are none of them, or most of them were moved on.
    ///
    /// - Parameter said: sessions of which a person says that they were not moved yet, and are where the motion leads from.
    package func requireFitOfSpace(unless said: Set<UUID> = []) throws(RecalibrationPlanError) {
        let sessions = Set(updates.map(\.marker.workSessionID))
        guard hasWork, !request.movesAgain, said.isEmpty || !sessions.isSubset(of: said) else { return }
        guard !fitted.isOfOthers else { throw .fittedMissing(fitted) }
        guard !fitted.isMovedOn else { throw .fittedElsewhere(fitted) }
    }

    /// Leaves out updates of markers that the motion has moved before; the vector of a space is no marker's.
    package mutating func leaveOut(moved: Set<UUID>, perhaps: Set<UUID> = []) {
        guard request.mode != .vector else { return }
        for update in updates where moved.contains(update.marker.id) || perhaps.contains(update.marker.id) {
            let isKnown = moved.contains(update.marker.id)
            leftOut.append(
                LeftOutMarker(
                    index: update.index, marker: update.marker, reason: isKnown ? .movedBefore : .movedPerhaps
                ))
        }
        updates.removeAll { moved.contains($0.marker.id) || perhaps.contains($0.marker.id) }
        leftOut.sort { $0.index < $1.index }
    }

    /// Whether there is something to send.
    public var hasWork: Bool { request.mode == .vector ? vectorUpdate != nil : !updates.isEmpty }

    /// The number of markers that were looked at.
    public var count: Int { updates.count + unchanged.count + refused.count + leftOut.count }

    /// The updates in the order to send them: fitted markers first, each before the rest begins, so that they
    /// show whether a plan that ended early was carried out.
    public var sendingOrder: [MarkerUpdate] {
        let fitted = Set(request.motion.fitted.map(\.id))
        return updates.filter { fitted.contains($0.marker.id) }
            + updates.filter { !fitted.contains($0.marker.id) }
    }

    private mutating func move(_ marker: MovableMarker, _ check: QuadCheck) {
        let moved: MovedMarker
        do throws(RefusedMarker.Reason) {
            moved = try MovedMarker(
                marker.raw, stored: try? marker.marker.calibratedData, request, check)
        } catch {
            return refuse(marker, error)
        }
        guard let version = marker.marker.version else { return refuse(marker, .missingVersion) }
        guard !moved.isUnchanged else {
            return unchanged.append(
                UnchangedMarker(
                    index: marker.index, marker: marker.marker, displacement: moved.displacement,
                    findings: moved.findings))
        }
        append(
            marker,
            request.mode == .raw
                ? .corners(moved.quad, version: version)
                : .calibrated(CalibratedData(moved.quad), version: version),
            moved.target, moved.displacement, moved.findings)
    }

    private mutating func refuse(_ marker: MovableMarker, _ reason: RefusedMarker.Reason) {
        refused.append(RefusedMarker(index: marker.index, marker: marker.marker, reason: reason))
    }

    private mutating func moveVector(
        _ markers: [MovableMarker], _ check: QuadCheck
    ) throws(RecalibrationPlanError) {
        let (space, motion) = (request.space, request.motion)
        let others = leftOut.count { if case .session = $0.reason { true } else { false } }
        let sources = markers.map { $0.raw.map { $0 + space.shift(to: motion.source) } }
        guard let loss = VectorLoss(of: motion.targetFromSource, over: sources) else { return }
        guard loss.overTolerance.isEmpty else {
            throw .vectorLoses(loss, worst: markers[loss.worst].marker.id)
        }
        let shift = space.shift(to: motion.source) + loss.shift
        guard let vector = space.vector(shifting: shift) else { throw .vectorOutOfRange }
        let magnitude = Double.maximum(space.shift.largestMagnitude, shift.largestMagnitude)
        let stays = StoredTolerance(magnitude: magnitude).allows(shift - space.shift)
        guard stays || others == 0 else { throw .vectorMovesOthers(others) }
        if !stays { vectorUpdate = VectorUpdate(before: space.vector, after: vector, loss: loss) }
        updates.reserveCapacity(stays ? 0 : markers.count)
        for marker in markers {
            let new = marker.raw.map { $0 + shift }
            let findings: [QuadIssue]
            do throws(RefusedMarker.Reason) { findings = try request.findings(new, check) } catch {
                refuse(marker, error)
                continue
            }
            let displacement = (shift - space.shift).length
            if stays {
                unchanged.append(
                    UnchangedMarker(
                        index: marker.index, marker: marker.marker, displacement: displacement,
                        findings: findings))
            } else {
                append(
                    marker, .vector(new), MarkerMove(marker.raw, request.motion, in: request.space).target,
                    displacement, findings)
            }
        }
    }

    private mutating func append(
        _ marker: MovableMarker, _ change: MarkerUpdate.Change, _ target: Quad, _ displacement: Double,
        _ findings: [QuadIssue]
    ) {
        updates.append(
            MarkerUpdate(
                index: marker.index, marker: marker.marker, change: change, displacement: displacement,
                findings: findings, staleMembers: marker.marker.staleMembers(request.mode),
                target: target,
                covariance: request.motion.covariance))
    }
}
