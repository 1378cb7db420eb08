public import Foundation
internal import Markers
public import MarkersEndpoint

/// The progress of a job, and the outcome of its last run.
public struct JobStatus: Sendable {
    /// A marker that is not where the job wants it.
    public struct OpenMarker: Sendable {
        public let id: UUID
        public let label: String?
        public let state: JobState
    }

    /// The comparison of the server with a job.
    public enum Comparison: Sendable {
        case made(VerifyReport)
        case failed(APIError)
    }

    public let path: String
    public let head: JobHead
    /// The key of the space, or its id if the key cannot be read.
    public let space: String
    /// Whether the job is applied or undone.
    public let direction: UpdateRule.Direction
    public let counts: [JobState.Word: Int]
    /// The state of the space's vector; `nil` in the other modes.
    public let vector: JobState?
    public let open: [OpenMarker]
    /// Whether a run that puts it back was ended before it had come to its own end.
    let isUndoing: Bool
    /// The notes on its plan, the most serious first; none in jobs that older versions made.
    public let notes: [JobNote]
    /// The outcome of the run; `nil` if there was none.
    public internal(set) var run: RunReport?
    /// The comparison with the server; `nil` if it was not asked.
    public internal(set) var comparison: Comparison?
    /// The sessions that had their details recalculated; `nil` if no corners were sent.
    public internal(set) var details: DetailsReport?
    /// Whether corners may have been sent without the server having recalculated what it derives from them.
    public internal(set) var detailsAreDue: Bool
    /// The sessions whose mark of this job could not be brought up to date.
    public internal(set) var unmarked: [UUID] = []

    /// Reads the status from a job's file alone, even while another process runs the job.
    ///
    /// What is open depends on the direction in which the job is to run; without one, it is undone if any marker was restored, or that was begun.
    public init(
        ofJobAt path: String, running direction: UpdateRule.Direction? = nil
    ) async throws(JobError) { try await self.init(Job.read(at: path), direction) }

    init(_ job: Job, _ asked: UpdateRule.Direction? = nil) async throws(JobError) {
        (path, head) = (job.path, job.head)
        detailsAreDue = try await job.detailsAreDue()
        notes = try await job.notes()
        let bytes = try await job.spaceBefore()
        space = (try? Space(JSONValue(bytes)))?.key ?? job.head.space.text
        let vector = job.head.mode == .vector ? try await job.vectorState() : nil
        var counts = try await job.counts()
        // Its markers move together, with the vector.
        if let vector { counts = [vector.word: counts.values.reduce(0, +)] }
        (self.vector, self.counts) = (vector, counts)
        let isTakenBack =
            vector.map { $0.word == .undone || $0.word == .kept }
            ?? (counts[.undone, default: 0] + counts[.kept, default: 0] > 0)
        isUndoing = try await job.isUndoing()
        let direction = asked ?? (isTakenBack || isUndoing ? .undo : .apply)
        self.direction = direction
        var open: [OpenMarker] = []
        for row in try await job.rows() where job.head.mode != .vector {
            let isLeft = row.state.word == .left && direction == .apply
            guard row.state.word.isOpen(direction) || isLeft else { continue }
            open.append(OpenMarker(id: row.id, label: try await job.item(row).before.label, state: row.state))
        }
        self.open = open
    }

    /// The number of markers of the job.
    public var total: Int { counts.values.reduce(0, +) }

    /// The number of markers that are where the job wants them.
    public var ended: Int { counts[direction == .apply ? .done : .undone, default: 0] }

    /// Whether all of it is done.
    public var isComplete: Bool {
        run?.stop == nil && !isUndoing
            && (vector.map { direction == .apply ? $0.word == .done || $0.word == .left : $0.word == .undone }
                ?? (openCount == 0))
    }

    /// The number of open markers that were not left for good as somebody else wants them.
    public var openCount: Int { open.count { $0.state.word.isOpen(direction) } }

    /// Whether there is something to undo.
    public var canBeUndone: Bool {
        guard direction == .apply else { return false }
        return vector.map { $0.word == .done || $0.word == .unconfirmed }
            ?? (counts[.done, default: 0] + counts[.unconfirmed, default: 0] > 0)
    }
}

/// The sessions whose details the server recalculated.
public struct DetailsReport: Sendable {
    /// The number of sessions whose details were recalculated.
    public internal(set) var sessions = 0
    /// The reason why the other sessions were not recalculated.
    public internal(set) var problem: APIError?
}

extension JobState.Word {
    /// Whether a marker in this state is not where the job wants it.
    public func isOpen(_ direction: UpdateRule.Direction) -> Bool {
        switch self {
        case .done, .kept: direction == .undo
        case .pending, .unfinished, .conflict: direction == .apply
        case .undone, .left: false
        case .gone, .unconfirmed: true
        }
    }
}

extension JobRun {
    func comparison(_ direction: UpdateRule.Direction) async -> JobStatus.Comparison {
        do throws(APIError) { return .made(try await verify(direction)) } catch { return .failed(error) }
    }
}
