internal import Foundation
public import Markers

extension Recalibration {
    /// Refuses a plan for markers that were moved before, or may have been, as far as that can be known; see
    /// <doc:WhatASecondRunKnows>. Every run asks this first.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - path: The file that its job is to have, in whose folder earlier jobs are looked for beside ``records``.
    /// - Returns: The plan; without the markers that were moved before, if only the others are asked for. It notes what a person
    ///   has decided.
    @discardableResult
    public func requireUnmoved(_ plan: SpacePlan, job path: String) async throws(JobRunError) -> SpacePlan {
        let history = await history(of: plan, job: path)
        let decisions = plan.decisions
        var settled = plan
        if decisions.onlyUnmoved, plan.plan.request.mode != .vector {
            settled = plan.leavingOut(moved: history.moved, perhaps: Set(history.unknown.values.joined()))
        } else {
            let partial = history.partialJobs
            guard partial.isEmpty else { throw .movedBefore(partial) }
            if !history.moved.isEmpty, !decisions.movesAgain || !history.unmoved.isEmpty {
                throw .movedBefore(history.jobs.filter { $0.isSameMotion && $0.moved > 0 })
            }
            if let (session, mark) = plan.standingMark(isSameAllowed: decisions.movesAgain) {
                throw .marked(session, mark)
            }
        }
        let isAnswered =
            history.unknown.isEmpty || decisions.movesAgain && history.unmoved.isEmpty
            || decisions.onlyUnmoved && plan.plan.request.mode != .vector
        guard isAnswered else { throw .movedPerhaps(UnknownMoves(history)) }
        settled.notes += history.notes(by: user)
        if decisions.onlyUnmoved { settled.notes.append(JobNote.onlyUnmoved) }
        return settled
    }

    /// The knowledge of whether the markers of a plan were moved before.
    public func history(of plan: SpacePlan, job path: String) async -> MoveHistory {
        let ids = Set(plan.plan.updates.map(\.marker.id))
        return MoveHistory(
            plan, await EarlierJob.all(in: folders(job: path), of: ids, plan.listing, plan.plan.request))
    }

    /// The jobs that explain why there is no plan for a listed space: its markers are where one of them moved them, all or in
    /// part.
    public func explanation(
        of listing: SpaceListing, _ frames: FrameMembership, job path: String
    ) async -> [EarlierJob] {
        let frames = frames.dated(by: listing.sessions)
        let ids = listing.markers.filter { frames.reasonToLeaveOut($0.workSessionID) == nil }.map(\.id)
        let jobs = await EarlierJob.all(in: folders(job: path), of: Set(ids), listing, nil)
        let partial = jobs.filter(\.isPartial)
        // The newest of those that took all of them there.
        return partial.isEmpty
            ? Array(jobs.filter { $0.moved == ids.count && $0.moved > 0 }.prefix(1)) : partial
    }

    private func folders(job path: String) -> [String] {
        [(path as NSString).deletingLastPathComponent] + (records.map { [$0.folder] } ?? [])
    }
}

extension UnknownMoves {
    fileprivate init(_ history: MoveHistory) {
        self.init(sessions: history.unknown.mapValues(\.count), unmoved: history.unmovedBesideUnknown)
    }
}

extension JobNote {
    /// A job that completes what another began takes the place of its mark.
    static let onlyUnmoved = JobNote(
        "ONLY_UNMOVED", fails: false,
        "moves only the markers that were not moved before, which another job may have left")
}

extension MoveHistory {
    /// The notes of it that the job keeps.
    func notes(by user: String) -> [JobNote] {
        var notes: [JobNote] = []
        let said = unmoved.count { $0.value == .person }
        if said > 0 {
            notes.append(
                JobNote(
                    "NOT_MOVED_YET", fails: false,
                    "\(counted(said, "marker")) moved on the word of \(user), \(Date.now.formatted(.iso8601)), that this motion "
                        + "had not moved them before; nothing else could tell"))
        }
        let others = others.reduce(0) { $0 + $1.othersMoved }
        if others > 0 {
            notes.append(
                JobNote(
                    "OTHERS_MOVED", fails: false,
                    "\(others) others of this space were moved by this motion before, as these are now"))
        }
        return notes
    }
}
