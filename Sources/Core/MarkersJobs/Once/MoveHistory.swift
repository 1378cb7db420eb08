public import Foundation
internal import Markers
internal import QuadGeometry

/// The knowledge of whether the markers that a plan would move were moved by its motion before: by earlier jobs, by the fit of
/// the motion, and by versions and dates of the server. Ids of markers decide, never the space or a file's name.
///
/// See <doc:WhatASecondRunKnows> for what each of them can know and cannot.
public struct MoveHistory: Hashable, Sendable {
    /// The source of the knowledge about a marker.
    public enum Source: String, Hashable, Sendable {
        /// It is where an earlier job of the same motion found it.
        case job
        /// It is where it was when the motion was fitted to it.
        case fit
        /// It was never updated, and not made after the rescan began.
        case version
        /// It was last updated before the first marker of the rescan was made.
        case date
        /// A person says so.
        case person
    }

    /// The earlier jobs that have markers of the plan.
    public let jobs: [EarlierJob]
    /// Earlier jobs that have moved others of this space by the same motion, and none of the plan.
    public let others: [EarlierJob]
    /// The markers that were not moved yet, and what tells it.
    public let unmoved: [UUID: Source]
    /// The markers that an earlier job has moved by the same motion.
    public let moved: Set<UUID>
    /// The markers of which nothing tells whether they were moved, by their sessions.
    public let unknown: [UUID: [UUID]]
    /// Those of them that a job of the same motion left where they were.
    let leftOut: Set<UUID>
    /// Whether the fit was made of markers of which some, or all, were perhaps moved, and follows them.
    let isFitMixed: Bool

    /// The number of markers that something shows to be unmoved, in sessions of which others are unknown.
    public let unmovedBesideUnknown: Int

    /// The jobs that have moved a part of the plan's markers, whatever their motion.
    package var partialJobs: [EarlierJob] { jobs.filter(\.isPartial) }

    /// Asks the evidence about a plan.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - all: the jobs that are known, judged beside the plan.
    init(_ plan: SpacePlan, _ all: [EarlierJob]) {
        let request = plan.plan.request, updates = plan.plan.updates
        jobs = all.filter { $0.moved + $0.unmoved > 0 }
        others = all.filter { $0.moved + $0.unmoved == 0 && $0.othersMoved > 0 && $0.isSameMotion }
        var moved: Set<UUID> = [], unmoved: [UUID: Source] = [:]
        let dates = RescanDates(
            plan.listing, targets: plan.targets, moving: Set(updates.map(\.marker.workSessionID)))
        let fitted = plan.plan.fitted
        let followers = plan.followers, fittedSessions = Set(followers.values)
        let sessions = Dictionary(updates.map { ($0.marker.id, $0.marker.workSessionID) }) { $1 }
        // Where another motion has left a marker says nothing: this one may have moved it before that. The motion of an earlier rescan is
        // the same by chance where the fit itself has found the session where it is now.
        for job in all where job.isSameMotion {
            let isOlder = dates.isOlder(job.created)
            for (id, session) in sessions where !(isOlder && fittedSessions.contains(session)) {
                if job.movedMarkers.contains(id) || job.copies.contains(id) { moved.insert(id) }
                if job.unmovedMarkers.contains(id) { unmoved[id] = .job }
            }
        }
        // Shifts follow a part that was moved as well as the rest, and so does a motion that is not much longer than what it leaves: such a
        // fit vouches for neither.
        let motion = request.motion
        let ofFitted = plan.listing.markers.filter { fittedSessions.contains($0.workSessionID) }
        var mixed = Set(ofFitted.lazy.filter { dates.isLate($0) }.map(\.id))
        if motion.straightened == nil || mixed.count == ofFitted.count, !mixed.isEmpty {
            let doubted = motion.fitted.lazy.filter { !motion.showsUnmoved($0, in: request.space) }
            mixed.formIntersection(doubted.map(\.id))
        }
        isFitMixed = followers.contains { id, session in
            mixed.contains(id) && !plan.decisions.notMovedYet.contains(session)
        }
        for id in followers.keys where !mixed.contains(id) { unmoved[id] = unmoved[id] ?? .fit }
        // Of those that were moved on since, or edited, nothing tells; one that another motion left where it is, is as known as one
        // that was never moved.
        let doubtful = Set(all.lazy.filter(\.isSameMotion).flatMap(\.elsewhere))
        let otherMotions = all.filter { !$0.isSameMotion }
        // Sessions that were marked as moved, and those of them that this motion has moved.
        let marked = plan.listing.sessions.filter { SessionMark($0)?.state == .moved }
        let markedSame = Set(
            marked.filter { plan.sameMark(on: $0, dates, fittedSessions) != nil }.map(\.id))
        let explainedSessions = Set(marked.map(\.id))
        let marks = Dictionary(marked.compactMap { one in SessionMark(one).map { (one.id, $0) } }) { $1 }
        let isRaw = request.mode == .raw
        var copies = isRaw ? MoveHistory.copies(among: plan.listing.markers) : []
        // Of a motion whose rescan is not known, newer sessions may be in either frame.
        if isRaw, plan.targets.isEmpty {
            copies.formUnion(MoveHistory.nearCopies(among: plan.listing.markers, dates))
            copies.formUnion(plan.madeAfterSameMove(dates))
        }
        // Somebody may have put a marker where an earlier scan of the rescan's frame shows it.
        let onNamesakes = isRaw ? Namesakes(updates, in: plan.listing).inPlace(in: plan.targets) : []
        // Where some were made again and are known by their places, the versions of the others tell nothing.
        let madeAgain = Set(
            plan.listing.markers.lazy.filter {
                fitted.strangers.contains($0.id) && fitted.onTarget.contains($0.id)
            }.map(\.workSessionID))
        let inPlace = Set(motion.fittedInPlace)
        let witnesses = dates.witnesses(
            plan.listing.markers.filter { inPlace.contains($0.id) },
            beside: plan.listing.markers.filter { unmoved[$0.id] == .fit })
        // The same corners give the same calibrated data, however often.
        let isRepeatable =
            request.mode == .calibrated || request.mode == .vector && request.motion.source == .raw
        let isFresh = request.mode == .vector && (request.space.vector?.numbers ?? .zero) == .zero
        let isHeld = request.mode == .vector && !followers.isEmpty && fitted.onTarget.isEmpty
        var unknown: [UUID: [UUID]] = [:], leftOut: Set<UUID> = []
        for update in updates where !moved.contains(update.marker.id) && unmoved[update.marker.id] == nil {
            let marker = update.marker, session = marker.workSessionID
            let isUpdated = dates.isUpdated(marker), isCopy = copies.contains(marker.id)
            // Left out for a reason, which a person may know.
            let isLeftOut = markedSame.contains(session) && !isUpdated && dates.wasThere(marker)
            // It may be one scan behind the others of its session.
            let isLeftBehind =
                marks[session]?.leftBehind(marker) ?? false
                || all.contains { $0.left[marker.id] != nil && $0.left[marker.id] == marker.version }
            let isDoubted =
                isLeftOut
                || isRaw
                    && (isLeftBehind || madeAgain.contains(session)
                        || fitted.perhapsOnTarget.contains(marker.id)
                        || onNamesakes.contains(marker.id)
                        || witnesses[session, default: []].contains { dates.isDoubted(marker, by: $0) })
            let isDoubtful = isCopy || doubtful.contains(marker.id) && !fittedSessions.contains(session)
            let isExplained =
                isUpdated
                && (explainedSessions.contains(session)
                    || MoveHistory.isExplained(marker, by: otherMotions, dates))
            // A marker that was placed after that job may be a moved one made again.
            if markedSame.contains(session), !isLeftOut {
                unknown[session, default: []].append(marker.id)
            } else if isRepeatable || isFresh || isRaw && !isCopy && !isDoubted && dates.isAsPlaced(marker) {
                unmoved[marker.id] = .version
            } else if isHeld {
                unmoved[marker.id] = .fit
            } else if isRaw, !isDoubtful, !isDoubted,
                dates.isUpdatedBefore(marker, isExplained: isExplained)
            {
                unmoved[marker.id] = .date
            } else if plan.decisions.notMovedYet.contains(session) {
                unmoved[marker.id] = .person
            } else {
                unknown[session, default: []].append(marker.id)
                if isLeftOut { leftOut.insert(marker.id) }
            }
        }
        let known = unmoved.filter { !moved.contains($0.key) && sessions[$0.key] != nil }
        let beside = Set(unknown.keys)
        (self.moved, self.unmoved, self.unknown, self.leftOut) = (moved, known, unknown, leftOut)
        unmovedBesideUnknown = updates.count {
            beside.contains($0.marker.workSessionID) && known[$0.marker.id] != nil
        }
    }

    /// Whether jobs of other motions lead a marker back, from where it is, to a time before any scan that may be in the rescan's frame.
    private static func isExplained(_ marker: Marker, by jobs: [EarlierJob], _ dates: RescanDates) -> Bool {
        var marker = marker
        for _ in jobs {
            let steps = jobs.lazy.compactMap { $0.steps[marker.id] }
            guard let here = try? marker.quad,
                let step = steps.first(where: {
                    $0.corners.distance(to: here) < sameCorners
                        && ($0.found.version ?? 0) < (marker.version ?? .max)
                })
            else { return false }
            marker = step.found
            if dates.isAsPlaced(marker) || dates.isUpdatedBefore(marker, isExplained: false) { return true }
        }
        return false
    }

    /// In metres, beyond what a server's rounding of corners may change.
    private static let sameCorners = 1e-3

    /// Markers that lie, to a few centimetres, where an older one of the same label and another session does, which was updated: both are in
    /// one frame, and that one may have been moved.
    private static func nearCopies(among markers: [Marker], _ dates: RescanDates) -> Set<UUID> {
        let placed = markers.compactMap { marker in (try? marker.quad).map { (marker: marker, quad: $0) } }
        let named = Dictionary(grouping: placed.filter { $0.marker.label != nil }) { $0.marker.label ?? "" }
        return named.values.reduce(into: []) { copies, alike in
            guard alike.count > 1, alike.count <= mostAlike else { return }
            for older in alike where dates.isUpdated(older.marker) {
                let made = older.marker.createdDate
                for (marker, quad) in alike where marker.workSessionID != older.marker.workSessionID {
                    guard quad.distance(to: older.quad) < nearCopy, let date = marker.createdDate,
                        made.map({ $0 < date }) ?? true
                    else { continue }
                    copies.insert(marker.id)
                }
            }
        }
    }

    /// In metres; and the most markers of one label that are compared with each other.
    private static let nearCopy = 0.05, mostAlike = 1000

    /// Markers that lie, to the bit, where an older one of another session does: copies, whose own dates and versions tell nothing.
    /// Of those without a date each may be the copy, but where none was ever updated they were copied before anything was moved.
    private static func copies(among markers: [Marker]) -> Set<UUID> {
        var places: [Quad: [Marker]] = [:]
        for marker in markers { if let quad = try? marker.quad { places[quad, default: []].append(marker) } }
        let copies = places.values.lazy.flatMap { alike -> [Marker] in
            guard Set(alike.map(\.workSessionID)).count > 1 else { return [] }
            let dates = alike.map(\.createdDate), oldest = dates.compactMap(\.self).min()
            guard oldest != nil || alike.contains(where: { $0.version != 1 }) else { return [] }
            return zip(alike, dates).filter { $1 == nil || $1 != oldest }.map(\.0)
        }
        return Set(copies.map(\.id))
    }
}
