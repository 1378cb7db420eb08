public import Foundation
public import Markers
public import MarkersEndpoint

/// An event of a run, in the order in which they happen.
public enum RunEvent: Sendable {
    /// The sessions of the job are about to be held, so that from now on a stop has something to give back.
    case holding
    case present(session: UUID, users: [String])
    /// The job is on the disk and sending begins, with so many open markers; none in the vector mode.
    case started(open: Int)
    case listed(session: UUID, markers: Int)
    /// Something is odd but does not stop the run.
    case warning(RunWarning)
    /// The server does not answer; after this time the run gives up.
    case waiting(Duration)
    case marker(ordinal: Int, id: UUID, JobState)
    case vector(JobState)
    /// No new request is sent; those under way are awaited.
    case stopping(StopReason)
    case finished(RunReport)
}

/// Something odd about a run.
public enum RunWarning: Hashable, Sendable {
    /// The lists of these sessions have a round number of markers, as if they were cut off.
    case looksCutOff(sessions: [UUID])
    /// So many markers exist but are in no list.
    case unlisted(markers: Int)
    /// A value of a list is not a marker.
    case noMarker(session: UUID, JSONError)
    /// The next edit of a marker's corners may replace the calibrated data that was written.
    case calibratedDataMayBeReplaced
    /// A marker is restored except for these fields, which the server does not take back.
    case notRestored(UUID, fields: [MarkerField])
    /// So many markers are restored in value: the server spells them otherwise, or computes data where there was none.
    case restoredInValue(markers: Int)
    /// The server does not keep the mark of the job on this session, so that those without the job's file cannot know of it.
    case markNotKept(session: UUID)
    /// No copy of the job could be kept among those of this user, so that a run in another folder cannot know of it.
    case notRecorded(JobError)
    /// The space's vector is restored in value but not in spelling, or is zero instead of missing.
    case vectorNotRestored

    /// The warning as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .looksCutOff: "LIST_LOOKS_CUT_OFF"
        case .unlisted: "LIST_LACKS_MARKERS"
        case .noMarker: "NO_MARKER"
        case .calibratedDataMayBeReplaced: "CALIBRATED_DATA_MAY_BE_REPLACED"
        case .notRestored: "NOT_RESTORED"
        case .restoredInValue: "RESTORED_IN_VALUE"
        case .markNotKept: "MARK_NOT_KEPT"
        case .notRecorded: "NOT_RECORDED"
        case .vectorNotRestored: "VECTOR_NOT_RESTORED"
        }
    }
}

/// The reason why a run stopped early.
public enum StopReason: Hashable, Sendable {
    /// The task was cancelled.
    case interrupted
    /// Somebody else changed this marker, and the policy is to stop; `nil` means the space's vector.
    case conflict(UUID?, PushConflict)
    /// The server does not support what the mode needs.
    case unsuitable(PushProblem)
    /// The server appears to be down: ``RunOptions/outage`` markers in a row were given up, or a lock could not be extended for
    /// so long that it might have expired.
    case outage
    case deadline
    /// Somebody else has the lock of a session.
    case lockLost
    case failed(APIError)
    case job(JobError)

    /// The reason as a word whose meaning never changes.
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

/// The result of a run.
public struct RunReport: Hashable, Sendable {
    /// The number of markers of the job in each state, after all runs so far.
    public var counts: [JobState.Word: Int] = [:]
    /// The state of the space's vector, in the vector mode.
    public var vector: JobState?
    /// The number of requests that this run sent, not counting lists.
    public var requests = 0
    /// The reason why it stopped early.
    public var stop: StopReason?
    public var warnings: [RunWarning] = []

    /// Whether everything that a run in this direction had to do is done.
    public func isComplete(_ direction: UpdateRule.Direction) -> Bool {
        guard stop == nil else { return false }
        if let vector {
            return direction == .apply ? vector.word == .done || vector.word == .left : vector.word == .undone
        }
        return counts.allSatisfy { word, count in count == 0 || !word.isOpen(direction) }
    }
}
