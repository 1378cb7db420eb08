public import Foundation
public import Markers

/// What happens while a job is carried out, in the order it happens.
public enum RunEvent: Sendable {
    /// The markers of a session were listed.
    case listed(session: UUID, markers: Int)
    /// Something is odd that does not keep anything from going on.
    case warning(RunWarning)
    /// A marker got this far.
    case marker(ordinal: Int, id: UUID, JobState)
    /// The space's vector got this far.
    case vector(JobState)
    /// Nothing new is begun any more; what is under way is waited for.
    case stopping(StopReason)
    case finished(RunReport)
}

/// What is odd about a run.
public enum RunWarning: Hashable, Sendable {
    /// A list of a round number of markers looks cut off.
    case looksCutOff(session: UUID, markers: Int)
    /// A value of a list is no marker.
    case noMarker(session: UUID, JSONError)
    /// The next edit in the app may replace what is written.
    case calibratedDataMayBeReplaced
    /// What was there before is back, apart from these fields, which the server makes itself or will not clear.
    case notRestored(UUID, fields: [MarkerField])
    /// The space's vector is what it was before, but not written as it was, or zero where there was none.
    case vectorNotRestored

    /// The warning in a word that never changes meaning.
    public var code: String {
        switch self {
        case .looksCutOff: "LIST_LOOKS_CUT_OFF"
        case .noMarker: "NO_MARKER"
        case .calibratedDataMayBeReplaced: "CALIBRATED_DATA_MAY_BE_REPLACED"
        case .notRestored: "NOT_RESTORED"
        case .vectorNotRestored: "VECTOR_NOT_RESTORED"
        }
    }
}

/// Why a run ended before its end.
public enum StopReason: Hashable, Sendable {
    /// The task was cancelled.
    case interrupted
    /// Somebody else changed this marker, and the policy is to stop; `nil` for the space's vector.
    case conflict(UUID?, PushConflict)
    /// The server does not do what the mode needs.
    case unsuitable(PushProblem)
    /// One marker after the other was given up.
    case outage
    case deadline
    /// The lock of a session might have expired before an answer.
    case lockLost
    case failed(APIError)
    case job(JobError)

    /// The reason in a word that never changes meaning.
    public var code: String {
        switch self {
        case .interrupted: "INTERRUPTED"
        case .conflict(_, let conflict): conflict.code
        case .unsuitable(let problem): problem.code
        case .outage: "OUTAGE"
        case .deadline: "DEADLINE"
        case .lockLost: "LOCK_LOST"
        case .failed(let error): error.code
        case .job(let error): error.code
        }
    }
}

/// How a run ended.
public struct RunReport: Hashable, Sendable {
    /// How many markers of the job stand where, after all runs so far.
    public var counts: [JobState.Word: Int] = [:]
    /// Where the space's vector stands, in the vector mode.
    public var vector: JobState?
    /// How many requests this run sent, lists apart.
    public var requests = 0
    /// Why it ended before its end.
    public var stop: StopReason?

    /// Whether everything that a run in this direction was to do is done.
    public func isComplete(_ direction: UpdateRule.Direction) -> Bool {
        guard stop == nil else { return false }
        if let vector { return vector.word == (direction == .apply ? .done : .undone) }
        var open: [JobState.Word] = [.conflict, .gone, .unfinished, .unconfirmed, .kept]
        if direction == .apply { open.append(.pending) }
        return open.allSatisfy { counts[$0, default: 0] == 0 }
    }
}
