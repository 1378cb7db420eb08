internal import MarkersEndpoint

extension MarkersAPI {
    /// Refuses a job that names another server than requests go to, whatever the base path.
    func requireServer(ofJob server: String) throws(JobError) {
        guard let origin, (try? Origin(server))?.isSameServer(as: origin) != true else { return }
        throw .anotherServer(ofJob: server, asked: origin.description)
    }
}
