internal import Markers
internal import MarkersEndpoint

extension Recalibration {
    /// Has the server recalculate what it derives from corners, if corners were sent since it last did.
    func details(_ job: Job) async -> DetailsReport? {
        guard job.head.mode == .raw, (try? await job.detailsAreDue()) == true else { return nil }
        var report = DetailsReport()
        for session in job.head.sessions {
            do throws(APIError) {
                _ = try await api.calculateDetails(ofSession: session)
                report.sessions += 1
            } catch {
                report.problem = error
                // Asking a server that has none, or no such session, would change nothing another time.
                guard error.isWrongRoute else { return report }
            }
        }
        try? await job.record(detailsAreDue: false)
        return report
    }
}
