import Foundation
import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
import ToolMarkers
import ToolServer
import ToolTerminal

/// Shows the progress of a job and lets signals stop it.
final class JobWatch: Sendable {
    private struct State {
        var progress: PushProgress?
        var task: Task<Void, Never>?
    }

    private let state = Locked(State())
    private let interruption: Interruption
    private let steps: NextSteps
    private let options: RecalibrateOptions
    private let phases: PhaseProgress

    init(
        _ interruption: Interruption, _ steps: NextSteps, _ options: RecalibrateOptions,
        _ phases: PhaseProgress
    ) {
        (self.interruption, self.steps, self.options, self.phases) = (interruption, steps, options, phases)
    }

    /// Waits for a job of a server, which the first signal lets end in order.
    func wait(
        on server: Origin,
        for work:
            @escaping @Sendable (@escaping @Sendable (RunEvent) -> Void) async throws(JobRunError) ->
            JobStatus
    ) throws(Failure) -> JobStatus {
        try phases.during(options.job.action == .verify ? Self.comparing : "preparing") {
            () throws(Failure) in
            try waiting(starting: { task in self.state.with { $0.task = task } }) {
                () async throws(Failure) in
                do throws(JobRunError) { return try await work { self.take($0) } } catch {
                    throw Failure(error, on: server, job: self.steps.file)
                }
            }
        }
    }

    private static let comparing = "comparing with the server"

    private func take(_ event: RunEvent) {
        switch event {
        case .holding:
            phases.begin("taking locks")
            interruption.drains("stopped at once; locks that were taken last up to \(SessionLock.seconds) s")
            {
                self.phases.interject("stopping; locks that were taken are given back")
                self.state.with { $0.task }?.cancel()
            }
        case .present(let session, let users) where options.loudness != .quiet:
            phases.end()
            Streams.tell(
                "quadcal: present in session \(session.wireText): \(listed(users.map { visible($0) }))\n")
        case .started(let open):
            phases.end()
            start(PushProgress(total: open, options.loudness))
        case .finished(let report):
            state.with { $0.progress }?.end()
            if report.stop == nil { phases.begin(Self.comparing) }
            guard report.stop == nil else { return interruption.ends("stopped at once; \(next)") }
            interruption.drains(
                "stopped before everything was compared; compare again with: \(steps.line(.verify))"
            ) {
                self.phases.interject(
                    "everything is sent, and is now compared; stop that with another signal")
            }
        default: state.with { $0.progress }?.take(event)
        }
    }

    /// The way on after a stop.
    private var next: String {
        "continue with: \(steps.line(options.job.action == .undo ? .undo : .resume))"
    }

    private func start(_ progress: PushProgress) {
        state.with { $0.progress = progress }
        let next = next
        interruption.drains("stopped at once; \(next)") {
            progress.interject("stopping after the pending requests; \(next)")
            self.state.with { $0.task }?.cancel()
        }
    }
}

extension RecalibrateOptions {
    /// Recalibrates on a server with these options.
    func recalibration(on server: Origin, _ api: MarkersAPI) -> Recalibration {
        var run = RunOptions(
            policy: job.policy, concurrency: 1...job.concurrency, rate: job.rate,
            item: ItemLimits(patience: .seconds(job.patience)))
        run.marks = job.marks
        return Recalibration(
            api, on: server, as: "quadcal on \(ProcessInfo.processInfo.hostName)", options: run,
            takesLocks: job.takesLocks)
    }
}

extension RecalibrateOptions {
    /// The options completed by the profile of the server; refused if it is of another server, or says that the mode cannot
    /// work there.
    func withProfile() throws(Failure) -> RecalibrateOptions {
        guard let profileFile else { return self }
        let bytes = try Input.bytes(of: profileFile)
        let profile: ServerProfile
        do {
            profile = try ServerProfile(JSONValue(bytes))
        } catch let error as JSONError {
            throw .json(file: profileFile, error)
        } catch let error as ServerProfileError {
            throw .profile(file: profileFile, error)
        } catch {
            throw .profile(file: profileFile, ServerProfileError(member: ""))
        }
        if let server = connection.server, server.description != profile.server {
            throw .contradiction(
                "--api \(server)", "\(profileFile), which is about \(visible(profile.server)),")
        }
        if let mode, profile.serves(mode) == false { throw .unservedMode(mode, profile: profileFile) }
        var options = self
        options.sign = sign ?? profile.vectorSign
        options.renewsCalibrated = profile.renewsCalibrated
        if profile.keepsMeta == false { options.job.marks = false }
        return options
    }
}
