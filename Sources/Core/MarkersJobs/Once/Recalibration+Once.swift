internal import Foundation
package import Markers
import MarkersEndpoint

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
    package func requireUnmoved(_ plan: SpacePlan, job path: String) async throws(JobRunError) -> SpacePlan {
        let history = await history(of: plan, job: path)
        let decisions = plan.decisions
        var settled = plan
        // The vector of a space is moved as a whole.
        let leavesOut = decisions.onlyUnmoved && plan.plan.request.mode != .vector
        // What a job of another motion has left half moved is no better when a part of it moves on.
        let partial = history.partialJobs.filter { !leavesOut || !$0.isSameMotion }
        guard partial.isEmpty else { throw .movedBefore(partial) }
        // By such a fit the rest would not go where it belongs.
        if leavesOut, history.isFitMixed {
            throw history.movedBefore.isEmpty
                ? .movedPerhaps(UnknownMoves(history)) : .movedBefore(history.movedBefore)
        }
        if leavesOut {
            settled = plan.leavingOut(moved: history.moved, perhaps: Set(history.unknown.values.joined()))
        } else {
            if !history.moved.isEmpty, !decisions.movesAgain || !history.unmoved.isEmpty {
                throw .movedBefore(history.movedBefore)
            }
            if let (session, mark) = plan.standingMark(isSameAllowed: decisions.movesAgain) {
                throw .marked(session, mark)
            }
        }
        let isAnswered =
            history.unknown.isEmpty || leavesOut
            || decisions.movesAgain && history.unmoved.isEmpty && history.leftOut.isEmpty
        guard isAnswered else { throw .movedPerhaps(UnknownMoves(history)) }
        settled.notes += history.notes(by: user)
        return settled
    }

    /// The knowledge of whether the markers of a plan were moved before.
    package func history(of plan: SpacePlan, job path: String) async -> MoveHistory {
        let ids = Set(plan.plan.updates.map(\.marker.id))
        return MoveHistory(
            plan,
            await EarlierJob.all(
                in: folders(job: path), on: server.description, of: ids, plan.listing, plan.plan.request))
    }

    /// The jobs that explain why there is no plan for a listed space: those that have moved a part of its markers; and where the
    /// refusal says that markers are moved, the newest that has moved them all.
    ///
    /// - Parameters:
    ///   - code: the code of the refusal.
    ///   - listing: the space.
    ///   - frames: the sessions whose markers were to move.
    ///   - path: the file that the job was to have.
    package func explanation(
        of code: String, _ listing: SpaceListing, _ frames: FrameMembership, job path: String
    ) async -> [EarlierJob] {
        let frames = frames.dated(by: listing.sessions)
        let ids = listing.markers.filter { frames.reasonToLeaveOut($0.workSessionID) == nil }.map(\.id)
        let jobs = await EarlierJob.all(
            in: folders(job: path), on: server.description, of: Set(ids), listing, nil)
        let partial = jobs.filter(\.isPartial)
        // A fit that fails for another reason has nothing to do with a job that was done long ago.
        guard partial.isEmpty,
            ["ALREADY_APPLIED", "PARTLY_MOVED", "FITTED_MISSING", "FITTED_ELSEWHERE"].contains(code)
        else { return partial }
        let dates = RescanDates(listing, targets: frames.targets)
        let done = jobs.filter { $0.moved == ids.count && $0.moved > 0 && !dates.isOlder($0.created) }
        return Array(done.prefix(1))
    }

    private func folders(job path: String) -> [String] {
        [(path as NSString).deletingLastPathComponent] + (records.map { [$0.folder] } ?? [])
    }
}

extension UnknownMoves {
    fileprivate init(_ history: MoveHistory) {
        let unknown = Set(history.unknown.values.joined())
        self.init(
            history.unknown, unmoved: history.unmovedBesideUnknown,
            others: history.jobs.filter { !$0.isSameMotion && !$0.movedMarkers.isDisjoint(with: unknown) }
                .map(\.path))
    }
}

extension MoveHistory {
    /// The jobs that have moved markers of the plan by its motion, with the number of others that were not moved.
    fileprivate var movedBefore: [EarlierJob] {
        jobs.filter { $0.isSameMotion && $0.moved > 0 }.map { job in
            var job = job
            job.besides = unmoved.keys.count {
                !moved.contains($0) && !job.unmovedMarkers.contains($0) && !job.elsewhere.contains($0)
            }
            return job
        }
    }

    func notes(by user: String) -> [JobNote] {
        var notes: [JobNote] = []
        let said = unmoved.count { $0.value == .person }
        if said > 0 {
            notes.append(
                JobNote(
                    "NOT_MOVED_YET", fails: false,
                    "\(counted(said, "marker")) not moved before by the word of \(user), given at \(Date.now.formatted(.iso8601)); "
                        + "nothing else could tell"))
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
