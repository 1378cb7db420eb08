import MarkersEndpoint

extension Recalibration {
    /// Compares the server with a job, or with what was there before if the job was undone. Nothing is changed.
    public func verify(job path: String) async throws(JobRunError) -> JobStatus {
        do throws(JobError) {
            let job = try Job.read(at: path)
            guard job.head.server == server.description else {
                throw JobError.anotherServer(ofJob: job.head.server, asked: server.description)
            }
            try api.requireServer(ofJob: job.head.server)
            var status = try await JobStatus(job)
            status.comparison = await JobRun(api, job, options).comparison(status.direction)
            return status
        } catch {
            throw .job(error)
        }
    }
}
