internal import Foundation
internal import Markers
internal import MarkersEndpoint

extension Recalibration {
    /// Marks the sessions of a job before the first marker is sent; throws where another job is under way, or where other data of
    /// a session change with the mark: this server is then not marked again. No mark of the job is then left.
    ///
    /// A server that drops the mark, or does not take it, is passed over: those who do not have the job's file then cannot know of it.
    ///
    /// - Parameters:
    ///   - job: The job, of which nothing was sent.
    ///   - takesOver: Whether the mark of another job gives way that has not ended.
    ///   - onEvent: Called for each session that cannot be marked.
    func mark(
        _ job: Job, takingOver takesOver: Bool, _ onEvent: (RunEvent) -> Void
    ) async throws(JobRunError) {
        for session in job.head.sessions {
            let mark = SessionMark(job.head, .moving, by: user)
            let outcome: MarkOutcome
            do throws(APIError) {
                outcome = try await patientAPI.set(
                    mark, on: session, ofJob: job.head.digest, takesOver: takesOver)
            } catch {
                throw .server(error)
            }
            switch outcome {
            case .kept: break
            case .notKept: onEvent(.warning(.markNotKept(session: session)))
            case .taken(let other):
                await unmark(job, before: session)
                throw .marked(session, other)
            case .changedOthers:
                records?.noteUnmarkable(server)
                await unmark(job, before: session)
                throw .unmarkable(session)
            }
        }
    }

    /// Removes the marks of a job from the sessions before one of them.
    private func unmark(_ job: Job, before session: UUID) async {
        for other in job.head.sessions.prefix(while: { $0 != session }) {
            _ = try? await patientAPI.set(nil, on: other, ofJob: job.head.digest)
        }
    }

    /// Brings the marks of a job up to date at its end: moved, or removed with an undo; returns the sessions where that failed.
    func settleMarks(_ job: Job, _ status: JobStatus) async -> [UUID] {
        guard status.isComplete, (try? await job.marks()) == true else { return [] }
        let mark = status.direction == .apply ? SessionMark(job.head, .moved, by: user) : nil
        var failed: [UUID] = []
        for session in job.head.sessions {
            do throws(APIError) {
                // A server that dropped it has nothing to bring up to date.
                guard let present = SessionMark(try await patientAPI.workSession(session)),
                    mark == nil || present.job == job.head.digest
                else { continue }
                if try await patientAPI.set(mark, on: session, ofJob: job.head.digest) != .kept {
                    failed.append(session)
                }
            } catch {
                failed.append(session)
            }
        }
        return failed
    }
}
