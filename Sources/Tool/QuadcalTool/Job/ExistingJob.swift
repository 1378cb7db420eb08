import FitReports
import Foundation
import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
import MarkersReport
import StrictJSON
import ToolServer
import ToolTerminal

/// A job that exists: its status, its comparison with the server, and its continuation.
enum ExistingJob {
    static func run(_ options: RecalibrateOptions, _ streams: inout Streams) throws(Failure) -> ExitCode {
        let file = options.job.file ?? "", action = options.job.action
        guard FileManager.default.fileExists(atPath: file) else { throw .unopened(file: file, errno: ENOENT) }
        var steps = NextSteps(file: file, connection: options.connection)
        let interruption = Interruption("stopped; nothing was sent")
        let known = JobReport(
            try waiting { () async throws(Failure) in
                do throws(JobError) {
                    return try await JobStatus(ofJobAt: file, running: action.direction)
                } catch {
                    throw .job(file: file, error)
                }
            }, action, steps, options.loudness)
        guard action != .status else { return try show(known, options, &streams) }
        if action == .resume, known.isUndone { throw .undoneJob(file: file) }
        try options.job.check(for: known.head.mode)
        let server = try server(of: known, options)
        let phases = PhaseProgress(options.loudness)
        let api = try options.connection.api(
            of: server, namedBy: file, asks: options.canAsk, log: phases.log)
        let recalibration = options.recalibration(on: server, api)
        steps.connection.server = server
        if action != .verify { try ask(known, options) }
        let status = try JobWatch(interruption, steps, options, phases).wait(on: recalibration.server) {
            onEvent async throws(JobRunError) in
            switch action {
            case .verify: try await recalibration.verify(job: file)
            case .undo: try await recalibration.undo(job: file, onEvent: onEvent)
            default: try await recalibration.resume(job: file, onEvent: onEvent)
            }
        }
        return try show(JobReport(status, action, steps, options.loudness), options, &streams)
    }

    /// Prints a report and writes its page; if nobody reads it any more, the exit code stays.
    static func show(
        _ report: JobReport, _ options: RecalibrateOptions, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        if case .json = options.form {
            try streams.print(report.document(openDepth: 2))
        } else {
            try streams.printReport(JobText.text(report, on: streams.screen))
        }
        try streams.flush()
        if let page = options.reportFile {
            var content = try ReportContent(ofJobAt: report.commands.file)
            content.heading = options.titleBlock.heading
            try ReportFile.write(content, page: page, replaces: options.replacesFile, for: "--report")
        }
        return report.exitCode
    }

    /// The server that the job names; refused if `--api` names another.
    private static func server(of job: JobReport, _ options: RecalibrateOptions) throws(Failure) -> Origin {
        let file = job.commands.file
        if let asked = options.connection.server, asked.description != job.head.server {
            throw .job(file: file, .anotherServer(ofJob: job.head.server, asked: asked.description))
        }
        do throws(OriginError) { return try Origin(job.head.server) } catch {
            throw .job(file: file, .damaged("server"))
        }
    }

    private static func ask(_ job: JobReport, _ options: RecalibrateOptions) throws(Failure) {
        let isUndone = options.job.action == .undo
        let kept = options.job.policy == .overwrite ? job.counts[.kept, default: 0] : 0
        let done = job.counts[.done, default: 0] + kept
        // A run that was killed has not noted all that it moved.
        let unnoted = isUndone ? job.counts[.pending, default: 0] + job.counts[.unconfirmed, default: 0] : 0
        let mayWrite =
            unnoted > 0 || job.advice.contains { $0 != .undo }
            || job.open.contains { $0.state.word == .unfinished }
            || options.job.policy == .overwrite && !job.open.isEmpty
        guard !options.job.saysYes, mayWrite else { return }
        let open = options.job.policy == .overwrite ? job.open.count : job.openCount
        let what =
            job.vector != nil
            ? "\(isUndone ? "Put back" : "Rewrite") the vector"
            : isUndone
                ? "Put back \(unnoted > 0 ? "up to " : "")\(counted(done + unnoted, "marker"))"
                : open == 0 && job.detailsAreDue
                    ? "Recalculate the details"
                    : "Resume \(open) of \(counted(job.total, "marker"))"
        guard Question.isAnsweredWithYes("\(what) of \(visible(job.space)) on \(visible(job.head.server))?")
        else {
            throw .declined
        }
    }
}
