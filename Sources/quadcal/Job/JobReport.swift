import Foundation
import Markers
import MarkersClient

/// What became of a job: what people read and what programs read are both made from this value.
struct JobReport: Sendable {
    /// A marker that is not where the job wants it.
    struct OpenMarker: Sendable {
        let id: UUID
        let label: String?
        let state: JobState
    }

    /// How the server compares with the job, where it was asked.
    enum Comparison: Sendable {
        case made(VerifyReport)
        case failed(APIError)
    }

    let action: JobAction
    let commands: NextSteps
    let loudness: Loudness
    let head: JobHead
    /// The key of the space, or its id where that cannot be read.
    let space: String
    /// Whether the job is carried out or taken back.
    let direction: UpdateRule.Direction
    let counts: [JobState.Word: Int]
    /// Where the space's vector stands, in the vector mode.
    let vector: JobState?
    let open: [OpenMarker]
    /// How many markers the plan could not move, where it was made in this run.
    var refused = 0
    var run: RunReport?
    var warnings: [RunWarning] = []
    var comparison: Comparison?
    var details: DetailsReport?

    /// What the job's file says.
    init(
        _ job: Job, _ action: JobAction, _ commands: NextSteps, _ loudness: Loudness
    ) async throws(JobError) {
        (self.action, self.commands, self.loudness, head) = (action, commands, loudness, job.head)
        let bytes = try await job.spaceBefore()
        space = (try? Space(JSONValue(bytes)))?.key ?? job.head.space.text
        counts = try await job.counts()
        vector = job.head.mode == .vector ? try await job.vectorState() : nil
        let isTakenBack =
            vector.map { $0.word == .undone || $0.word == .kept }
            ?? (counts[.undone, default: 0] + counts[.kept, default: 0] > 0)
        let direction: UpdateRule.Direction =
            action == .undo || action.follows && isTakenBack ? .undo : .apply
        self.direction = direction
        var open: [OpenMarker] = []
        for row in try await job.rows() where job.head.mode != .vector && row.state.word.isOpen(direction) {
            open.append(OpenMarker(id: row.id, label: try await job.item(row).before.label, state: row.state))
        }
        self.open = open
    }

    /// How many markers the job has.
    var total: Int { counts.values.reduce(0, +) }

    /// How many are where the job wants them.
    var ended: Int { counts[direction == .apply ? .done : .undone, default: 0] }

    /// Whether all of it is done.
    var isComplete: Bool {
        run?.stop == nil
            && (vector.map { $0.word == (direction == .apply ? .done : .undone) } ?? open.isEmpty)
    }

    var exitCode: ExitCode {
        if let code = run?.stop?.exitCode { return code }
        switch comparison {
        case .failed(let error)?: return error.exitCode
        case .made(let report)? where !report.isSound: return .findings
        default: break
        }
        guard action != .verify else { return .good }
        return isComplete && refused == 0 ? .good : .findings
    }

    var verdict: Verdict {
        guard exitCode == .good else { return .fail }
        return warnings.isEmpty && details?.problem == nil ? .pass : .warn
    }

    /// What goes on with it, where there is something to go on with.
    var next: JobAction? {
        guard !isComplete else { return nil }
        return direction == .apply ? .resume : .undo
    }

    /// Whether there is something that can be taken back.
    var canBeUndone: Bool {
        guard direction == .apply else { return false }
        return vector.map { $0.word == .done || $0.word == .unconfirmed }
            ?? (counts[.done, default: 0] + counts[.unconfirmed, default: 0] > 0)
    }
}

/// Which sessions had their details calculated anew.
struct DetailsReport: Sendable {
    var sessions = 0
    /// Why the others have not.
    var problem: APIError?
}

extension JobAction {
    /// Whether it looks at a job as it stands.
    fileprivate var follows: Bool { !writes }
}

extension JobState.Word {
    /// Whether a marker that stands so is not where the job wants it.
    func isOpen(_ direction: UpdateRule.Direction) -> Bool {
        switch self {
        case .done: direction == .undo
        case .pending: direction == .apply
        case .undone: false
        case .conflict, .gone, .unfinished, .unconfirmed, .kept: true
        }
    }
}

extension StopReason {
    /// How a run ends that was stopped by it.
    fileprivate var exitCode: ExitCode {
        switch self {
        case .interrupted: .interrupted
        case .conflict, .deadline, .lockLost: .findings
        case .unsuitable, .outage: .network
        case .failed(let error): error.exitCode
        case .job: .unreadable
        }
    }
}
