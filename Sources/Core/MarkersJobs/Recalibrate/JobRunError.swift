public import Foundation
public import Markers
public import MarkersEndpoint

/// The reason why a job does not run.
public enum JobRunError: Error, Hashable, Sendable {
    /// Somebody else holds the lock of this session; with the users present in it.
    case locked(UUID, present: [String])
    case server(APIError)
    /// The task was cancelled before anything was sent.
    case interrupted
    case job(JobError)
    /// Earlier jobs have moved a part of the markers, or all of them by the same motion.
    case movedBefore([EarlierJob])
    /// The mark of another job is on this session: somebody has moved its markers, or is moving them.
    ///
    /// Boxed for the same reason as ``RecalibrationError``.
    indirect case marked(UUID, SessionMark)
    /// Other data of this session changed with the mark of this job and were restored; the server is not marked again.
    case unmarkable(UUID)
    /// Nothing tells whether these markers were moved before, so that a person has to.
    case movedPerhaps(UnknownMoves)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .locked: "LOCKED"
        case .interrupted: "INTERRUPTED"
        case .movedBefore(let jobs): jobs.contains(where: \.isPartial) ? "PARTLY_MOVED" : "ALREADY_APPLIED"
        case .marked: "SESSION_MARKED"
        case .unmarkable: "MARK_NOT_KEPT"
        case .movedPerhaps(let unknown): unknown.unmoved > 0 ? "PARTLY_MOVED_PERHAPS" : "MOVED_PERHAPS"
        case .server(let error): error.code
        case .job(let error): error.code
        }
    }

    init(_ error: SessionHoldError) {
        self =
            switch error {
            case .locked(let session, let present): .locked(session, present: present)
            case .failed(let error): .server(error)
            case .interrupted: .interrupted
            }
    }
}

extension SessionHoldError: ExplainedError {
    /// The reason why sessions are not held.
    public var message: String { JobRunError(self).message }

    public var remedy: String? { JobRunError(self).remedy }
}

extension JobRunError: ExplainedError {
    /// The reason why the job does not run.
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    /// The reason why the job does not run, and the next thing to try.
    package func explained(to listener: Listener) -> (message: String, remedy: String?) {
        let again = listener.words(
            program: "move them once more anyway", commandLine: "move them once more with --also-moved")
        return switch self {
        case .locked(let session, let present):
            (
                "session \(session.wireText) is locked by somebody else"
                    + (present.isEmpty ? "" : " (present: \(listed(present, listener.shown)))"),
                "wait until they are done (\(SessionLock.seconds) s if a run was killed), or continue without locks"
                    + listener.words(program: "", commandLine: ": --no-lock")
            )
        case .server(let error): error.explained(to: listener)
        case .interrupted: ("stopped, and nothing was sent", nil)
        case .job(let error): error.explained(to: listener)
        case .movedBefore(let jobs):
            (
                "\(code), "
                    + listed(jobs.filter(\.isPartial) + jobs.filter { !$0.isPartial }) {
                        $0.facts(to: listener)
                    },
                jobs.contains(where: \.isPartial)
                    ? (jobs.contains { $0.way == .resume }
                        ? "resume or undo the job that did it, or "
                        : jobs.contains { $0.way != nil } ? "undo the job that did it, or " : "")
                        + "move the others alone"
                        + listener.words(program: "", commandLine: " with --only-unmoved")
                    : "do nothing, or \(again)"
            )
        case .marked(let session, let mark):
            (
                "\(code), a job that \(listener.quoted(mark.user)) created at \(listener.shown(mark.created)) "
                    + (mark.state == .moving
                        ? "is moving the markers of session \(session.wireText), or was interrupted"
                        : "has moved the markers of session \(session.wireText) by the same motion"),
                (mark.state == .moving ? "have it resumed or undone" : "do nothing, or have it undone")
                    + ", or \(again)"
            )
        case .unmarkable(let session):
            (
                "the server changed other data of session \(session.wireText) when this job noted itself in its meta; that was "
                    + "restored, and no marker was sent",
                "run it again: this server is not marked any more"
                    + listener.words(program: "", commandLine: " (--no-mark where no state can be kept)")
            )
        case .movedPerhaps(let unknown):
            (
                "\(code), nothing tells whether this motion has moved \(counted(unknown.count, "marker")) of "
                    + listed(unknown.markers.keys.map(\.wireText).sorted()) { "session \($0)" }
                    + " before (\(listed(unknown.markers.values.joined().map(\.wireText).sorted()) { $0 })): they were updated or made since, "
                    + (unknown.others.isEmpty
                        ? "no job that is known here has them"
                        : "\(listed(unknown.others, listener.shown)) moved some of them by another motion")
                    + ", and no date shows that it was before the rescan"
                    + (unknown.unmoved > 0 ? "; \(unknown.unmoved) others were not moved" : ""),
                "look at where they are; if they were not moved, say so: "
                    + listener.words(
                        program: "MoveDecisions.notMovedYet",
                        commandLine: unknown.markers.keys.map { "--not-moved-yet \($0.wireText)" }.sorted()
                            .joined(separator: " "))
                    + (unknown.unmoved > 0
                        ? listener.words(
                            program:
                                "; if they were, fit without them, and let only those move that were not moved",
                            commandLine:
                                "; if they were, fit without them (--exclude), and --only-unmoved moves the others"
                        )
                        : "")
            )
        }
    }
}

extension EarlierJob {
    package func facts(to listener: Listener) -> String {
        let job = "\(listener.shown(path)), created at \(listener.shown(created))"
        guard isPartial else {
            return
                "already done by \(job): \(counted(moved, "marker")) \(moved == 1 ? "is" : "are") where it moved "
                + (moved == 1 ? "it" : "them")
        }
        let rest = unmoved + besides, isAre = rest == 1 ? "is where it was" : "are where they were"
        return "\(job), has moved \(counted(moved, "marker")) of this space, and \(rest) "
            + (isHalfDone ? isAre : "\(rest == 1 ? "other" : "others"), which it did not have, \(isAre)")
    }
}

/// Markers of which nothing tells whether they were moved before.
public struct UnknownMoves: Hashable, Sendable {
    /// Such markers, by their sessions.
    public let markers: [UUID: [UUID]]
    /// The number of markers of the same sessions that were not moved: a part of a session may have been moved.
    public let unmoved: Int
    /// The files of jobs that have moved some of them by another motion.
    public let others: [String]

    init(_ markers: [UUID: [UUID]], unmoved: Int, others: [String] = []) {
        (self.markers, self.unmoved, self.others) = (markers, unmoved, others)
    }

    /// The number of all such markers.
    package var count: Int { markers.values.reduce(0) { $0 + $1.count } }
}
