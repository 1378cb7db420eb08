public import Foundation
internal import Markers

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

    /// The number of markers that something shows to be unmoved, in sessions of which others are unknown.
    public let unmovedBesideUnknown: Int

    /// The jobs that have moved a part of the plan's markers, whatever their motion.
    public var partialJobs: [EarlierJob] { jobs.filter(\.isPartial) }

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
        // Where another motion has left a marker says nothing: this one may have moved it before that. Nor does a job of an earlier
        // rescan, whose motion may be the same by chance.
        for job in jobs where job.isSameMotion && !dates.isOlder(job.created) {
            moved.formUnion(job.movedMarkers)
            for id in job.unmovedMarkers { unmoved[id] = .job }
        }
        let fitted = FittedState(request.motion, among: plan.listing.markers, in: request.space)
        let followers = Set(request.motion.fitted.filter(\.follows).map(\.id)).intersection(fitted.onSource)
        for id in followers { unmoved[id] = unmoved[id] ?? .fit }
        // The same corners give the same calibrated data, however often.
        let isRepeatable =
            request.mode == .calibrated || request.mode == .vector && request.motion.source == .raw
        let isFresh = request.mode == .vector && (request.space.vector?.numbers ?? .zero) == .zero
        let isHeld = request.mode == .vector && !followers.isEmpty && fitted.onTarget.isEmpty
        var unknown: [UUID: [UUID]] = [:]
        for update in updates where !moved.contains(update.marker.id) && unmoved[update.marker.id] == nil {
            let marker = update.marker
            if isRepeatable || isFresh || request.mode == .raw && dates.isAsPlaced(marker) {
                unmoved[marker.id] = .version
            } else if isHeld {
                unmoved[marker.id] = .fit
            } else if request.mode == .raw, dates.isUpdatedBefore(marker) {
                unmoved[marker.id] = .date
            } else if plan.decisions.notMovedYet.contains(marker.workSessionID) {
                unmoved[marker.id] = .person
            } else {
                unknown[marker.workSessionID, default: []].append(marker.id)
            }
        }
        let known = unmoved.filter { !moved.contains($0.key) }, beside = Set(unknown.keys)
        (self.moved, self.unmoved, self.unknown) = (moved, known, unknown)
        unmovedBesideUnknown = updates.count {
            beside.contains($0.marker.workSessionID) && known[$0.marker.id] != nil
        }
    }
}
