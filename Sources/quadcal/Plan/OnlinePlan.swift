import Foundation
import Markers
import MarkersClient

/// What `quadcal recalibrate` does with a server: lists, plans, asks, and carries the plan out.
enum OnlinePlan {
    static func run(
        _ files: [String], on server: Origin, _ options: RecalibrateOptions, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        let interruption = Interruption("stopped; nothing was sent")
        let api = try options.connection.api(of: server)
        let name = options.space ?? "", withSets = !options.targets.isEmpty
        let withRows = files.isEmpty && options.pairs.join?.isOfRows == true
        let listing = try waiting { () async throws(Failure) in
            try await SpaceListing.read(name, withSets: withSets, withRows: withRows, on: server, api)
        }
        let report = try PlanReport(PlanInputs(listing, files, options), options)
        guard !options.onlyPlans, report.hasWork else { return try PlanOutput.show(report, &streams) }

        let file = options.job.file ?? fileName(listing, report)
        guard !FileManager.default.fileExists(atPath: file) else { throw .job(file: file, .exists(file)) }
        try show(report, &streams)
        try ask(report, listing, options)
        let commands = NextSteps(file: file, connection: options.connection)
        let head = JobHead(
            report.plan, server: server.description, space: listing.space.id, created: RunDate.text,
            inputs: report.jobInputs)
        let run = JobRun(
            api: api, head: head, options: options, commands: commands, interruption: interruption,
            refused: report.refusedCount)
        let (plan, space, fit) = (report.plan, Array(listing.space.value.text), report.fit.bytes)
        let outcome = try waiting { () async throws(Failure) in
            try await run.run(making: { () throws(JobError) in
                try Job.create(at: file, head, plan, space: space, fit: fit)
            })
        }
        return try ExistingJob.show(outcome, options, &streams)
    }

    /// In the current folder, after the space and the plan.
    private static func fileName(_ listing: SpaceListing, _ report: PlanReport) -> String {
        let key = String(
            listing.key.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "-" }.prefix(40))
        return "\(key.hasPrefix("-") ? "space" + key : key)-\(report.plan.digest.prefix(8)).job"
    }

    /// Shows the plan where the person is: with the results, or beside them where those are for a program.
    private static func show(_ report: PlanReport, _ streams: inout Streams) throws(Failure) {
        try PlanOutput.save(report)
        let text = PlanText.text(report)
        if case .json = report.options.form {
            if report.options.loudness != .quiet { Streams.tell(text) }
            return
        }
        do throws(Failure) {
            try streams.print(text + "\n")
            try streams.flush()
        } catch {
            // Who asked for it to be done wants it done, whether the plan is read or not.
            guard case .readerWentAway = error else { throw error }
        }
        PlanOutput.advise(report, streams)
    }

    private static func ask(
        _ report: PlanReport, _ listing: SpaceListing, _ options: RecalibrateOptions
    ) throws(Failure) {
        guard !options.job.saysYes else { return }
        let what =
            report.plan.request.mode == .vector
            ? "Rewrite the vector" : "Move \(counted(report.plan.updates.count, "marker"))"
        guard Question.isAnsweredWithYes("\(what) of \(listing.label)?") else { throw .declined }
    }
}

extension PlanReport {
    /// What the plan was made of, as a job keeps it.
    var jobInputs: [JobInput] {
        let read =
            [ReadFile(file: fit.file, sha256: fit.fit.sha256)] + markers.files.map(\.file)
            + [sessions, space.file].compactMap(\.self)
        return read.map { JobInput(name: $0.file, sha256: $0.sha256) }
    }
}
