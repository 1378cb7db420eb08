package import Foundation
public import QuadGeometry
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
            noteShifts()
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

    /// Refuses the plan where the new scan shows a session to be in a frame of its own, and notes those none of whose markers come to where
    /// that scan has them.
    ///
    /// - Parameters:
    ///   - scan: the markers of the new scan, of the kind that the motion leads to.
    ///   - said: sessions of which a person says that they are where the motion leads from.
    mutating func confront(
        _ scan: [MarkerObservation], unless said: Set<UUID>
    ) throws(RecalibrationPlanError) {
        guard request.mode != .vector else { return }
        let strays = StraySession.all(among: updates, scan)
        let own = strays.filter { $0.hasOwnFrame && !said.contains($0.id) }
        guard own.isEmpty || request.movesAgain else { throw .sessionsAstray(own) }
        if !strays.isEmpty { notes.append(.sessionsAstray(strays)) }
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
                marker.raw, stored: try? marker.marker.calibratedData, request, check,
                time: request.motion.time(of: marker.marker))
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

    /// Notes what each marker is shifted by, with its bound, and names those of whose shifts little is known.
    private mutating func noteShifts() {
        let motion = request.motion, source = request.space.shift(to: motion.source)
        guard
            let shifts = try? motion.straightened?.shifts(
                of: updates.map { ((try? $0.marker.quad)?.center ?? .zero) + source },
                times: updates.map { motion.time(of: $0.marker) })
        else { return }
        for (place, shift) in shifts.enumerated() { updates[place].shift = shift }
        let pins = ShiftPins(
            updates.map(\.marker) + unchanged.map(\.marker) + leftOut.map(\.marker), of: motion)
        let beyond = updates.filter {
            ($0.shift?.beyond ?? 0) > 0 || pins?.isBeyond($0.marker) ?? false
        }.map(\.marker.id)
        if !beyond.isEmpty { notes.append(.beyondMarkers(beyond)) }
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
                    marker, .vector(new), MarkerMove(unshifted: marker.raw, motion, in: space).target,
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

/// A moved marker that comes to be where another is that does not move.
public struct PlannedNeighbor: Hashable, Sendable {
    /// The indices of both in what was planned.
    public let moved, unmoved: Int
    /// The issue, as one of the moved marker.
    public let issue: QuadIssue
}

extension RecalibrationPlan {
    /// Moved markers that become duplicates of markers that stay, or overlap or are stacked with them.
    ///
    /// A marker observed again in the new frame is expected there: of sessions that supplied targets, and of markers that
    /// lie where the fit's targets are, only those of another label count. In the vector mode all markers move, so there are none.
    ///
    /// - Complexity: that of `QuadCheck.neighborIssues(among:)`, n log n for markers that are spread out.
    public func neighbors() -> [PlannedNeighbor] {
        guard request.mode != .vector, let check = try? QuadCheck(request.limits) else { return [] }
        var places: [(index: Int, marker: Marker, quad: Quad, isMoved: Bool)] = []
        for update in updates {
            switch update.change {
            case .corners(let quad, _): places.append((update.index, update.marker, quad, true))
            case .calibrated(let data, _): places.append((update.index, update.marker, data.quad, true))
            case .vector: break
            }
        }
        let others =
            unchanged.map { ($0.index, $0.marker) } + refused.map { ($0.index, $0.marker) }
            + leftOut.compactMap { marker in
                if case .listedTwice = marker.reason { nil } else { (marker.index, marker.marker) }
            }
        for (index, marker) in others {
            if let quad = standing(marker) { places.append((index, marker, quad, false)) }
        }
        places.sort { $0.index < $1.index }
        let seen = PointCells(request.motion.seenTargets, within: FittedPlaces.horizon)
        return check.neighborIssues(among: places.map(\.quad)).compactMap { found in
            let (later, earlier) = (places[found.index], places[found.other])
            guard found.issue.code != .crowded, later.isMoved != earlier.isMoved else { return nil }
            let (moved, unmoved) = later.isMoved ? (later, earlier) : (earlier, later)
            let tolerance = StoredTolerance(magnitude: unmoved.quad.largestMagnitude)
            let isSeen = seen.distances(unmoved.quad).max() <= tolerance.metres
            guard !isSameThing(moved.marker, unmoved.marker, isSeen: isSeen) else { return nil }
            return PlannedNeighbor(moved: moved.index, unmoved: unmoved.index, issue: found.issue)
        }
    }

    /// The corners of a marker that stays, of the kind that is rewritten in others.
    private func standing(_ marker: Marker) -> Quad? {
        guard let raw = try? marker.quad else { return nil }
        guard request.mode == .calibrated else { return raw }
        return (try? marker.calibratedData)?.quad ?? raw.map { $0 + request.space.shift }
    }

    /// True if the second marker is the first as it was observed in the new frame.
    private func isSameThing(_ moved: Marker, _ unmoved: Marker, isSeen: Bool) -> Bool {
        guard isSeen || request.frames.targets.contains(unmoved.workSessionID) else { return false }
        guard let label = moved.label.flatMap(JoinKey.folded),
            let other = unmoved.label.flatMap(JoinKey.folded)
        else { return true }
        return label == other
    }
}

/// A marker with usable corners in the old frame.
struct MovableMarker {
    let index: Int
    let marker: Marker
    let raw: Quad
}

/// The choice of the markers that a plan can move.
struct MarkerSorting {
    enum Place {
        case movable(Quad)
        case refused(RefusedMarker.Reason)
        case leftOut(LeftOutMarker.Reason)
    }

    private let sessions: FrameMembership.Verdicts
    private let check: QuadCheck
    private var reasons: [UUID: FrameMembership.Reason?] = [:]
    private var first: [UUID: Int] = [:]

    init(_ request: PlanRequest, _ check: QuadCheck) {
        var frames = request.frames
        // The space's vector moves the markers of all sessions, those that are done, too.
        if request.mode == .vector { frames.finished = [] }
        sessions = FrameMembership.Verdicts(frames)
        self.check = check
    }

    /// The place of the marker that is listed at an index, once those before it have been asked for.
    mutating func place(of marker: Marker, at index: Int) -> Place {
        if let reason = reasonToLeaveOut(marker) { return .leftOut(.session(reason)) }
        if let earlier = first[marker.id] { return .leftOut(.listedTwice(earlier)) }
        first[marker.id] = index
        do throws(RefusedMarker.Reason) { return .movable(try corners(of: marker)) } catch {
            return .refused(error)
        }
    }

    /// The most sessions remembered, which bounds the memory even if every marker is of another session.
    private static let mostRemembered = 10_000

    /// The reason why a marker's session does not move; sessions that were looked up are remembered.
    mutating func reasonToLeaveOut(_ marker: Marker) -> FrameMembership.Reason? {
        let session = marker.workSessionID
        if let known = reasons[session] { return known }
        let reason = sessions.reason(session)
        if reasons.count == MarkerSorting.mostRemembered { reasons.removeAll(keepingCapacity: true) }
        reasons[session] = .some(reason)
        return reason
    }

    /// The corners of a marker, if they can be moved.
    func corners(of marker: Marker) throws(RefusedMarker.Reason) -> Quad {
        let quad: Quad
        do throws(JSONError) { quad = try marker.quad } catch { throw .badCorner(error) }
        return try usable(quad)
    }

    /// Raw corners, if they can be moved.
    func usable(_ quad: Quad) throws(RefusedMarker.Reason) -> Quad {
        // Only corners out of range cost the full check here.
        if !quad.isFinite || quad.largestMagnitude > check.limits.largestCoordinate,
            let issue = check.issues(quad).first(where: \.keepsFromMoving)
        {
            throw .outOfRange(issue)
        }
        return quad
    }
}

extension QuadIssue {
    /// True if corners with this issue cannot be written.
    var keepsFromMoving: Bool { code == .nonFinite || code == .outOfRange }
}

/// The markers that a straightened fit follows, as far as a plan knows them: a scan drifts as it goes, so that they say little of markers
/// of another walk, wherever those are.
struct ShiftPins {
    private let sessions: Set<UUID>
    /// The first and the last time, in seconds since the beginning of 1970; `nil` unless all are known, or where the fit minds them itself.
    private let times: ClosedRange<Double>?
    /// The longest time between two of them.
    private let gap: Double

    /// Nothing where the fit names no markers.
    init?(_ markers: [Marker], of motion: PlannedMotion) {
        guard let kind = motion.straightened?.law.kind else { return nil }
        let followed = Set(motion.fitted.lazy.filter(\.follows).map(\.id))
        guard !followed.isEmpty else { return nil }
        let pins = markers.filter { followed.contains($0.id) }
        sessions = Set(pins.map(\.workSessionID))
        let times = pins.compactMap { $0.created?.timeIntervalSince1970 }.sorted()
        gap = zip(times, times.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) }
        if kind == .place, times.count == pins.count, let first = times.first, let last = times.last {
            self.times = first...last
        } else {
            self.times = nil
        }
    }

    /// Whether a marker is of a session without pins, or was made longer before or after all of them than they are apart.
    func isBeyond(_ marker: Marker) -> Bool {
        guard sessions.contains(marker.workSessionID) else { return true }
        guard let times, let time = marker.created?.timeIntervalSince1970 else { return false }
        return time < times.lowerBound - gap || time > times.upperBound + gap
    }
}

extension RecalibrationPlan {
    /// The name of the plan: the SHA-256 digest of its ``text``, the same for the same markers and request everywhere.
    public var digest: String { SHA256.hex(of: text[...]) }

    /// The whole plan as JSON without blanks, with markers by the digests of their bytes.
    ///
    /// Doubles are written in the fewest digits that read back to them, so equal texts are equal plans, bit
    /// for bit.
    public var text: [UInt8] {
        JSONWriter.object { json in
            json.member("plan", 1)
            write(request, to: &json)
            json.array("updates") { json in for update in updates { write(update, to: &json) } }
            json.array("unchanged") { json in
                for item in unchanged { write(item.marker, item.index, nil, to: &json) }
            }
            json.array("refused") { json in
                for item in refused { write(item.marker, item.index, item.reason.code, to: &json) }
            }
            json.array("left_out") { json in
                for item in leftOut { write(item.marker, item.index, item.reason.code, to: &json) }
            }
            json.key("vector_update")
            vectorUpdate.map { json.value(verbatim: $0.body) } ?? json.null()
            json.array("notes") { json in for note in notes { json.value(note.code) } }
        }
    }

    private func write(_ request: PlanRequest, to json: inout JSONWriter) {
        let motion = request.motion
        json.member("mode", request.mode.rawValue)
        json.member("from", motion.source.rawValue)
        json.member("to", motion.target.rawValue)
        json.array("motion") { json in
            let map = motion.targetFromSource
            let points = [map.sourceCenter, map.targetCenter, map.rest]
            for point in [map.rotation.x, map.rotation.y, map.rotation.z] + points { json.value(point) }
        }
        if let straightened = motion.straightened {
            json.key("straightening")
            FitDocument.Straightening(straightened).write(to: &json)
        }
        json.array("fitted") { json in
            for marker in motion.fitted {
                json.object { json in
                    json.member("id", marker.id.wireText)
                    json.array("corners") { json in
                        for corner in marker.corners.corners { json.value(corner) }
                    }
                }
            }
        }
        json.key("vector")
        request.space.vector.map { json.value($0.numbers) } ?? json.null()
        json.member("vector_sign", request.space.sign == .added ? "added" : "subtracted")
        json.object("limits") { json in
            for limit in QuadLimit.allCases { json.member(limit.rawValue, request.limits[limit]) }
            json.member("foldSeverity", request.limits.foldSeverity.rawValue)
        }
        json.member("strict", request.isStrict)
        write(request.frames, to: &json)
    }

    private func write(_ frames: FrameMembership, to json: inout JSONWriter) {
        func list(_ name: String, _ texts: some Sequence<String>) {
            json.array(name) { json in for text in texts.sorted() { json.value(text) } }
        }
        list("chosen", frames.chosen.map(\.wireText))
        list("targets", frames.targets.map(\.wireText))
        switch frames.rule {
        case .onlyChosen: json.member("others", "stay")
        case .all: json.member("others", "move")
        case .allButTargets: json.member("others", "move whenever created")
        case .before(let date): json.member("before", date.text)
        }
        list("created_at", frames.createdAt.map { $0.wireText + " " + $1 })
    }

    private func write(_ update: MarkerUpdate, to json: inout JSONWriter) {
        json.object { json in
            member(update.marker, update.index, to: &json)
            json.key("body")
            update.body().map { json.value(verbatim: $0) } ?? json.null()
        }
    }

    private func write(_ marker: Marker, _ index: Int, _ code: String?, to json: inout JSONWriter) {
        json.object { json in
            member(marker, index, to: &json)
            if let code { json.member("reason", code) }
        }
    }

    private func member(_ marker: Marker, _ index: Int, to json: inout JSONWriter) {
        json.member("index", index)
        json.member("id", marker.id.wireText)
        json.member("before", SHA256.hex(of: marker.text[...]))
    }
}
