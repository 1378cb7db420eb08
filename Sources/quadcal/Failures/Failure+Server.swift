import Markers
import MarkersClient

extension Failure {
    init(_ error: SpaceListingError, on server: Origin) {
        if case .failed(let error) = error {
            self = .server(server.description, error)
        } else {
            self = .listing(ListingFault(error: error, server: server))
        }
    }

    /// The reason why a job does not run, with its server and its file.
    init(_ error: JobRunError, on server: Origin, job file: String) {
        switch error {
        case .server(let error): self = .server(server.description, error)
        case .job(let error): self = .job(file: file, error)
        case .interrupted: self = .stopped
        case .movedBefore(let jobs): self = .movedBefore(jobs, server: server)
        case .locked, .marked, .unmarkable: self = .kept(error)
        }
    }
}
