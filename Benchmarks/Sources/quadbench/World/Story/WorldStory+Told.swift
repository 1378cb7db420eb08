import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import SandboxTransport

/// The judge of what persons are told: of what has been done, and of what their own records, marks and the server know.
extension WorldStory {
    func judgeTold(_ run: WorldRun) async throws {
        let after = try await space.seen()
        let gone = known.count { run.sessions.contains($0.value) && after[$0.key] == nil }
        if run.counts[.gone, default: 0] > gone {
            find(.untold, "\(run.counts[.gone, default: 0]) markers are called gone, and \(gone) are")
        }
        if run.isCalm, run.action.isNew, run.code == "complete", run.saysMore {
            find(.untold, "complete, and the space is said to be other than planned")
        }
        if let id = surveyed.keys.sorted(by: { $0.uuidString < $1.uuidString }).first(where: { id in
            run.edit == .surveyed && run.code == "complete" && !run.saysMore
                && after[id].map { !WorldFrames.isNear($0.calibrated ?? [], surveyed[id] ?? []) } ?? false
        }) {
            find(.lost, "the measured corners of \(id.uuidString.prefix(4))")
        }
        if mode == .vector { try await judgeVector(run) }
        guard mode == .raw else { return }
        judgeRefusal(run)
        judgeJob(run, after)
        try await judgeMarks(run)
        judgeDetails(run, after)
    }

    /// A vector that somebody set meanwhile stays, and one that was put back is the old one.
    private func judgeVector(_ run: WorldRun) async throws {
        let now = try await space.presentVector()
        if run.edit == .vector, let theirs = vectors.last,
            now.map({ !WorldFrames.isNear([$0], [theirs]) }) ?? true
        {
            find(.lost, "the vector that somebody set")
        }
        guard case .undo = run.action, run.code == "complete", run.isCalm, vectors.isEmpty,
            let shift = space.vector
        else { return }
        if now.map({ !WorldFrames.isNear([$0], [shift]) }) ?? true {
            find(.untold, "put back, and the vector is \(now.map { "\($0)" } ?? "null")")
        }
    }

    /// What was done before is named where it is known, and nothing is refused for what was put back.
    private func judgeRefusal(_ run: WorldRun) {
        guard case .recalibrate(let decisions, let source, _, _, _) = run.action, !run.hasTrouble,
            ![.labels, .badScan].contains(source), run.edit == nil, !hasDamage,
            decisions.notMovedYet.isEmpty, !decisions.onlyUnmoved, !decisions.movesAgain
        else { return }
        let same = deeds.values.filter { $0.frame == run.frame && $0.sessions == run.sessions }
        let isDone = isAll(run.sessions, run.before, in: run.frame)
        let isKnown = same.contains {
            $0.isComplete && !$0.isUndone && ($0.isMarked || $0.isRecorded && $0.person == run.person)
        }
        let isAsked = run.code.hasSuffix("MOVED_PERHAPS")
        if isDone, isKnown, isAsked, same.allSatisfy({ !$0.isUndone }) {
            find(.untold, "\(run.code), and \(persons[run.person].name) could be told that it is done")
        }
        let isOpen = isAll(run.sessions, run.before, in: run.frame - 1)
        let isUnderWay = deeds.values.contains {
            !$0.sessions.isDisjoint(with: run.sessions) && !$0.isComplete && !$0.isUndone
        }
        if run.code == "ALREADY_APPLIED", isOpen, !isHidden(run.code, run.frame) {
            find(.untold, "ALREADY_APPLIED, and nothing is moved")
        }
        if run.code == "SESSION_MARKED", isOpen, !isUnderWay, !isHidden(run.code, run.frame),
            run.sessions.isDisjoint(with: unsettled)
        {
            find(.untold, "SESSION_MARKED, and nothing is moved or under way")
        }
    }

    /// A job leaves no marker behind, moves none once it is put back, and puts back what it moved.
    private func judgeJob(_ run: WorldRun, _ after: [UUID: WorldSpace.Seen]) {
        guard let path = run.job, var deed = deeds[path] else { return }
        defer { deeds[path] = deed }
        let own = run.before.filter { run.sessions.contains($0.value.session) && space.placed[$0.key] != nil }
        func isIn(_ frame: Int, _ seen: [UUID: WorldSpace.Seen], _ id: UUID) -> Bool {
            seen[id].map { space.frames(of: $0).contains(frame) } ?? false
        }
        let moved = own.keys.filter {
            isIn(run.frame - 1, run.before, $0) && isIn(run.frame, after, $0)
                && run.before[$0]?.corners != after[$0]?.corners && run.before[$0]?.place == after[$0]?.place
        }
        switch run.action {
        case .recalibrate(let decisions, _, _, _, _):
            if !decisions.onlyUnmoved {
                deed.due = Set(own.keys.filter { isIn(run.frame - 1, run.before, $0) })
            }
            deed.moved.formUnion(moved)
            deed.isComplete = run.code == "complete"
        case .resume:
            if deed.isUndone, own.contains(where: { after[$0.key].map { $0.version } != $0.value.version }),
                run.edit == nil, !run.hasTrouble
            {
                find(.untold, "a job that was put back moves markers again")
            }
            deed.moved.formUnion(moved)
            deed.isComplete = deed.isComplete || run.code == "complete"
            let left = deed.due.filter { isIn(run.frame - 1, after, $0) && !isIn(run.frame, after, $0) }
            if run.code == "complete", !run.saysMore, !left.isEmpty, !deed.isUndone {
                find(.untold, "a job is complete, and \(left.count) of its markers are where they were")
            }
        case .undo:
            let left = deed.moved.filter {
                isIn(run.frame, run.before, $0) && isIn(run.frame, after, $0)
                    && !isIn(run.frame - 1, after, $0)
                    && run.before[$0]?.place == after[$0]?.place
            }
            if run.code == "complete", !run.saysMore, !left.isEmpty {
                find(.untold, "a job is put back, and \(left.count) of its markers are where it moved them")
            }
            if run.code == "complete" { deed.isUndone = true }
            // What another job moved and this one put back is due to neither.
            let back = own.keys.filter { run.before[$0]?.corners != after[$0]?.corners }
            for other in deeds.keys { deeds[other]?.due.subtract(back) }
            deed.due.subtract(back)
            deed.moved.subtract(back)
        }
        if run.edit == .setRight, run.code != "cut", run.counts[.conflict, default: 0] > 0 {
            find(.untold, "a marker that was moved, and edited after, is said to be somebody's")
        }
        if run.edit == .hungElsewhere, run.action.isNew, run.code == "complete", !run.saysMore,
            own.keys.allSatisfy({ deed.due.contains($0) })
        {
            find(.untold, "complete, and a marker was hung elsewhere meanwhile")
        }
        if run.edit == .painted, run.action.isNew, run.code == "open", !run.hasTrouble {
            find(.stuck, "a marker was painted, and \(run.counts[.conflict, default: 0]) are in conflict")
        }
    }

    /// What sessions say of a job is true for those who do not have it.
    private func judgeMarks(_ run: WorldRun) async throws {
        guard run.code == "complete", run.isCalm, !hasDamage, let path = run.job, let deed = deeds[path],
            deed.isMarked, let digest = try? Job.read(at: path).head.digest
        else { return }
        for (session, mark) in try await space.marks(on: run.sessions) where mark.job == digest {
            if deed.isUndone { find(.untold, "\(name(session)) says that it is moved, and it was put back") }
            if !deed.isUndone, !mark.isMoved {
                find(.untold, "\(name(session)) says that it is being moved, and it is done")
            }
        }
    }

    /// What the server works out from corners is worked out again for those that moved.
    private func judgeDetails(_ run: WorldRun, _ after: [UUID: WorldSpace.Seen]) {
        guard run.isCalm, run.code == "complete" else { return }
        let moved = Set(
            run.before.filter { after[$0.key].map { $0.corners } != $0.value.corners && after[$0.key] != nil }
                .map(\.value.session))
        let asked = space.server.requests.filter { $0.number >= run.firstRequest && $0.method == "POST" }
        for session in moved
        where !asked.contains(where: {
            $0.path.contains(session.uuidString.lowercased()) && $0.path.contains("calculate-details")
        }) {
            find(.untold, "what is derived of \(name(session)) is that of the old places")
        }
    }
}
