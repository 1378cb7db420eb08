package import Markers
package import MarkersEndpoint
package import MarkersJobs
import ToolMarkers
import ToolServer
package import ToolTerminal

extension Failure {
    /// A file of a server's profile that says nothing known there.
    package static func profile(file: String, _ error: ServerProfileError) -> Failure {
        Failure(.unreadable, file: file, "\(fileLabel(file)): \(joined(error.explained(to: .terminal)))")
    }

    /// A mode that the server's profile speaks against.
    package static func unservedMode(_ mode: PushMode, profile file: String) -> Failure {
        Failure(
            .usage, file: file,
            "--mode \(mode.rawValue) cannot work on this server, according to \(fileLabel(file)); use another mode, or probe the server again "
                + "if it was changed")
    }

    /// A thing that was asked for and a server does not have.
    package static func listing(_ fault: ListingFault) -> Failure {
        Failure(fault.exitCode, code: fault.error.code, fault.text)
    }

    /// A job that is to be resumed, though all that it did was put back.
    package static func undoneJob(file: String) -> Failure {
        Failure(
            .usage, file: file,
            "\(fileLabel(file)): JOB_UNDONE, all that this job did was put back, and resuming does not do it again; plan a new job "
                + "for that, or compare with --verify")
    }

    package static func movedBefore(_ jobs: [EarlierJob], server: Origin) -> Failure {
        Failure(.findings, code: JobRunError.movedBefore(jobs).code, EarlierJob.text(jobs, server))
    }

    /// A session that keeps a job from running.
    package static func kept(_ error: JobRunError) -> Failure {
        let exitCode: ExitCode = if case .unmarkable = error { .network } else { .findings }
        return Failure(exitCode, code: error.code, joined(error.explained(to: .terminal)))
    }

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

extension EarlierJob {
    /// The message: what earlier jobs did, and the ways on; safe for a terminal.
    fileprivate static func text(_ jobs: [EarlierJob], _ server: Origin) -> String {
        let partial = jobs.filter(\.isPartial)
        guard let job = partial.first(where: { $0.way != nil }) ?? partial.first ?? jobs.first else {
            return ""
        }
        let facts = job.facts(to: .terminal), undo = line("--undo", job, server)
        guard job.isPartial else {
            return "ALREADY_APPLIED, \(facts); there is nothing to do."
                + (job.way == nil ? elsewhere(job, server) : " To take it back: \(undo)")
        }
        let others = "move the others alone with --only-unmoved"
        return switch job.way {
        case .resume? where job.besides == 0:
            "PARTLY_MOVED, \(facts). Complete it: \(line("--resume", job, server)); or take it back: \(undo); or \(others)"
        case .resume?, .undo?: "PARTLY_MOVED, \(facts). To take it back: \(undo); or \(others)"
        case .finishUndo?:
            "PARTLY_MOVED, \(facts). It was being taken back; finish that: \(undo); or \(others)"
        case nil: "PARTLY_MOVED, \(facts).\(elsewhere(job, server)) To \(others)"
        }
    }

    /// The reason why a job has no way on here.
    private static func elsewhere(_ job: EarlierJob, _ server: Origin) -> String {
        job.server == "\(server)"
            ? "" : " It is a job of \(visible(job.server)), which has markers of the same ids."
    }

    private static func line(_ action: String, _ job: EarlierJob, _ server: Origin) -> String {
        ["quadcal", "recalibrate", action, "--job", job.path, "--api", "\(server)"]
            .map(ShellWord.quoted).joined(separator: " ")
    }
}

/// Something that was asked for and that a server does not have.
package struct ListingFault {
    package let error: SpaceListingError
    package let server: Origin

    package var exitCode: ExitCode {
        if case .unreadable = error { .network } else { .usage }
    }

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String {
        let (message, remedy) = error.explained(to: .terminal, server: "\(server)")
        guard case .noSpace(let name, let known) = error, let near = nearest(to: name, among: known) else {
            return joined((message, remedy))
        }
        return "\(message); did you mean \(quoted(near))? \(remedy ?? "")"
    }
}

extension UnreadableElement {
    /// Its kind, its name and what is wrong with it; safe for a terminal.
    package var text: String { text(to: .terminal) }
}
