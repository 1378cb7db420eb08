public import Foundation
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
