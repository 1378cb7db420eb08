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

/// A recalibration on a server: lists, plans, asks, and runs the plan as a job.
enum OnlinePlan {
    static func run(
        _ files: [String], on server: Origin, _ options: RecalibrateOptions, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        let interruption = Interruption("stopped; nothing was sent")
        let phases = PhaseProgress(options.loudness)
        let recalibration = options.recalibration(
            on: server, try options.connection.api(of: server, log: phases.log))
        let name = options.space ?? "", withSets = options.namesTargets || options.fitFile != nil
        let withRows = files.isEmpty && options.pairs.join?.isOfRows == true
        let listing = try phases.during("listing") { () throws(Failure) in
            try waiting { () async throws(Failure) in
                do throws(SpaceListingError) {
                    return try await SpaceListing.read(
                        name, withSets: withSets, withRows: withRows, recalibration.api)
                } catch {
                    throw Failure(error, on: server)
                }
            }
        }
        let options = try options.naming(listing, on: server)
        try options.job.check(for: try options.requiredMode)
        let report = try report(listing, recalibration, files, options)
        guard let plan = report.spacePlan else { preconditionFailure("planned for a space of a server") }
        let file = options.job.file ?? listing.jobFile(of: report.plan)
        guard !options.onlyPlans, report.plan.hasWork, !report.exceedsTolerance else {
            return try PlanOutput.show(report, &streams)
        }

        guard !FileManager.default.fileExists(atPath: file) else { throw .job(file: file, .exists(file)) }
        let created = try RunDate.text
        try show(report, &streams)
        try ask(report)
        let steps = NextSteps(file: file, connection: options.connection)
        let status = try JobWatch(interruption, steps, options, phases).wait(on: server) {
            onEvent async throws(JobRunError) in
            try await recalibration.run(plan, job: file, created: created, onEvent: onEvent)
        }
        return try ExistingJob.show(
            JobReport(status, .apply, steps, options.loudness, of: plan), options, &streams)
    }

    /// The plan, once nothing of it was moved before; where it was, the refusal names the job that moved it.
    private static func report(
        _ listing: SpaceListing, _ recalibration: Recalibration, _ files: [String],
        _ options: RecalibrateOptions
    ) throws(Failure) -> PlanReport {
        let server = recalibration.server, inputs: PlanInputs, planned: PlannedMoves
        do throws(Failure) {
            inputs = try PlanInputs(listing, on: server, files, options)
            planned = try inputs.planned(options)
        } catch {
            guard !options.decisions.movesAgain, ![.usage, .unreadable, .network].contains(error.exitCode)
            else {
                throw error
            }
            let frames = FrameMembership(
                chosen: options.sessions, rule: options.rule ?? .onlyChosen,
                targets: listing.sessions(among: Set(options.targets)))
            let jobs = try waiting { () async throws(Failure) in
                await recalibration.explanation(
                    of: error.code ?? "", listing, frames, job: options.job.file ?? "job")
            }
            throw jobs.isEmpty ? error : .movedBefore(jobs, server: server)
        }
        guard let plan = planned.spacePlan else { preconditionFailure("planned for a space of a server") }
        let file = options.job.file ?? listing.jobFile(of: planned.plan)
        let settled = try waiting { () async throws(Failure) in
            do throws(JobRunError) { return try await recalibration.requireUnmoved(plan, job: file) } catch {
                throw Failure(error, on: server, job: file)
            }
        }
        let settledMoves = PlannedMoves(
            calibration: planned.calibration, plan: settled.plan, spacePlan: settled)
        if options.loudness != .quiet {
            for note in settled.notes { Streams.tell("quadcal: \(note.sentence)\n") }
        }
        return PlanReport(inputs, options, settledMoves)
    }

    /// Shows the plan to the person: with the results, or on standard error if those are for a program.
    private static func show(_ report: PlanReport, _ streams: inout Streams) throws(Failure) {
        try PlanOutput.save(report)
        if case .json = report.options.form {
            if report.options.loudness != .quiet { Streams.tell(PlanText.text(report, on: .none)) }
            return
        }
        try streams.printReport(PlanText.text(report, on: streams.screen))
        try streams.print("\n")
        try streams.flush()
        PlanOutput.advise(report, streams)
    }

    private static func ask(_ report: PlanReport) throws(Failure) {
        guard !report.options.job.saysYes else { return }
        let what =
            report.plan.request.mode == .vector
            ? "Rewrite the vector" : "Move \(counted(report.plan.updates.count, "marker"))"
        guard Question.isAnsweredWithYes("\(what) of \(report.markers.label)?") else { throw .declined }
    }
}

/// The output of a plan that is only shown.
enum PlanOutput {
    static func show(_ report: PlanReport, _ streams: inout Streams) throws(Failure) -> ExitCode {
        let written = try save(report)
        switch report.options.form {
        case .json: try streams.print(written ?? report.document(openDepth: 2))
        case .text: try streams.printReport(PlanText.text(report, on: streams.screen))
        case .explanation(let name):
            try streams.print(try PlanExplanation.text(of: name, report, on: streams.screen))
        // Printed before there is a plan.
        case .codes, .codeExplanation: break
        }
        try streams.flush()
        if let page = report.options.reportFile {
            var content = try ReportContent(of: report)
            content.heading = report.options.titleBlock.heading
            try ReportFile.write(
                content, page: page, replaces: report.options.replacesFile, for: "--report")
        }
        advise(report, streams)
        return report.exitCode
    }

    /// Writes the plan to a file if asked to, and returns what was written.
    @discardableResult
    static func save(_ report: PlanReport) throws(Failure) -> [UInt8]? {
        guard let file = report.options.planFile else { return nil }
        let bytes = report.document(openDepth: 2)
        try OutputFile.write(bytes, to: file, replaces: report.options.replacesFile, for: "--plan-out")
        return bytes
    }

    /// Prints what the reading of pairs took for granted.
    static func advise(_ report: PlanReport, _ streams: Streams) {
        guard report.options.loudness != .quiet else { return }
        for note in report.fitNotes { streams.advise(note) }
    }
}
