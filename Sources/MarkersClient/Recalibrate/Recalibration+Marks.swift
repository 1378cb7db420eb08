internal import Foundation
internal import Markers

extension Recalibration {
    /// Refuses a plan for markers that were moved before, as far as that can be known: by the jobs in the folder of its own and by
    /// the marks on its sessions; see <doc:WhatASecondRunKnows>. Every run asks this first.
    public func requireUnmoved(_ plan: SpacePlan, job path: String) async throws(JobRunError) {
        guard !plan.plan.request.movesAgain else { return }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let jobs = await EarlierJob.standing(in: folder, against: plan, on: server)
        guard jobs.isEmpty else { throw .movedBefore(jobs) }
        if let (session, mark) = plan.standingMark { throw .marked(session, mark) }
    }

    /// Marks the sessions of a job, before the first marker is sent; throws if that fails.
    func mark(_ state: SessionMark.State, _ job: Job) async throws(JobRunError) {
        for session in job.head.sessions {
            let mark = SessionMark(job.head, state, by: user)
            let isMarked: Bool
            do throws(APIError) {
                isMarked = try await patientAPI.set(mark, on: session, ofJob: job.head.digest)
            } catch {
                throw .server(error)
            }
            guard isMarked else { throw .unmarkable(session) }
        }
    }

    /// Brings the marks of a job up to date at its end: moved, or removed with an undo; returns the sessions where that failed.
    func settleMarks(_ job: Job, _ status: JobStatus) async -> [UUID] {
        guard status.isComplete, (try? await job.marks()) == true else { return [] }
        let mark = status.direction == .apply ? SessionMark(job.head, .moved, by: user) : nil
        var failed: [UUID] = []
        for session in job.head.sessions
        where (try? await patientAPI.set(mark, on: session, ofJob: job.head.digest)) != true {
            failed.append(session)
        }
        return failed
    }
}
