import Foundation
import Markers
import MarkersClient
import MarkersReport
import StrictJSON

/// What `quadcal recalibrate` does with a job that there is.
enum JobCommand {
    static func run(_ options: RecalibrateOptions, _ streams: inout Streams) throws(Failure) -> ExitCode {
        let file = options.job.file ?? "", action = options.job.action
        guard FileManager.default.fileExists(atPath: file) else { throw .unopened(file: file, errno: ENOENT) }
        let commands = JobCommands(file: file, connection: options.connection)
        let interruption = Interruption("stopped; nothing was sent")
        let known = try waiting { () async throws(Failure) in
            try await found(file) { () async throws(JobError) in
                try await JobReport(Job.read(at: file), action, commands, options.loudness)
            }
        }
        guard action != .status else { return try show(known, options, &streams) }
        let server = try server(of: known, options)
        let api = try options.connection.api(of: server)
        if action == .verify {
            let report = try waiting { () async throws(Failure) in
                try await found(file) { () async throws(JobError) in
                    var report = known
                    let recalibration = Recalibration(api, try Job.read(at: file))
                    report.comparison = await JobRun.comparison(recalibration, known.direction)
                    return report
                }
            }
            return try show(report, options, &streams)
        }
        try ask(known, options)
        let run = JobRun(
            api: api, head: known.head, options: options, commands: commands, interruption: interruption)
        let report = try waiting { () async throws(Failure) in
            try await run.run(opening: { () throws(JobError) in
                try Job.open(at: file, server: known.head.server)
            })
        }
        return try show(report, options, &streams)
    }

    /// Prints what became of a job and writes its report; that nobody reads it any more changes nothing about how it ended.
    static func show(
        _ report: JobReport, _ options: RecalibrateOptions, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        do throws(Failure) {
            if case .json = options.form {
                try streams.print(report.document(openDepth: 2))
            } else {
                try streams.print(JobText.text(report))
            }
            try streams.flush()
        } catch {
            guard case .readerWentAway = error else { throw error }
        }
        if let page = options.reportFile {
            try ReportFile.write(ReportContent(ofJobAt: report.commands.file), page: page, for: "--report")
        }
        return report.exitCode
    }

    /// The server that the job names, which may be named again to make sure.
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
        guard !options.job.saysYes, !job.isComplete else { return }
        let isUndone = options.job.action == .undo
        let what =
            job.vector != nil
            ? "\(isUndone ? "Put back" : "Rewrite") the vector"
            : isUndone
                ? "Put back \(counted(job.counts[.done, default: 0], "marker"))"
                : "Go on with \(job.open.count) of \(counted(job.total, "marker"))"
        guard Question.isAnsweredWithYes("\(what) of \(visible(job.space)) on \(visible(job.head.server))?")
        else {
            throw .declined
        }
    }

    private static func found<Value: Sendable>(
        _ file: String, _ body: @Sendable () async throws(JobError) -> Value
    ) async throws(Failure) -> Value {
        do throws(JobError) { return try await body() } catch { throw .job(file: file, error) }
    }
}
