public import Foundation

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
    /// The server does not keep the mark of this job on a session.
    case unmarkable(UUID)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .locked: "LOCKED"
        case .interrupted: "INTERRUPTED"
        case .movedBefore(let jobs): jobs.contains(where: \.isPartial) ? "PARTLY_MOVED" : "ALREADY_APPLIED"
        case .marked: "SESSION_MARKED"
        case .unmarkable: "MARK_NOT_KEPT"
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
