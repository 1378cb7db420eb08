package import Markers
package import MarkersClient

extension Failure {
    package init(_ error: SpaceListingError, on server: Origin) {
        if case .failed(let error) = error {
            self = .server(server.description, error)
        } else {
            self = .listing(ListingFault(error: error, server: server))
        }
    }

    /// The reason why a job does not run, with its server and its file.
    package init(_ error: JobRunError, on server: Origin, job file: String) {
        switch error {
        case .server(let error): self = .server(server.description, error)
        case .job(let error): self = .job(file: file, error)
        case .interrupted: self = .stopped
        case .movedBefore(let jobs): self = .movedBefore(jobs, server: server)
        case .locked, .marked, .unmarkable, .movedPerhaps: self = .kept(error)
        }
    }

    /// The reason why there is no plan for a space by a saved fit, which needs no pairs.
    package init(_ error: RecalibrationError, on server: Origin, fit file: String) {
        switch error {
        case .listing(let error): self.init(error, on: server)
        case .undecidedSign(let error): self.init(error)
        case .plan(let error): self = .unusableFit(file: file, error)
        default: preconditionFailure("only a plan was asked for")
        }
    }

    /// The sign of a vector that the stored markers do not show.
    package init(_ error: UndecidedSign) {
        let evidence = error.evidence
        self = .neededOption(
            "--sign added or --sign subtracted",
            "the calibrated corners of \(counted(evidence.count, "marker")) do not say how the space's vector counts "
                + "(\(evidence.conclusion.code), they differ by \(MeasureText.length(evidence.spread)) from each other)"
        )
    }
}
