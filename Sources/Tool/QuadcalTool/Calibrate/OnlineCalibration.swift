import FitReports
import Foundation
import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
import ToolMarkers
import ToolServer
import ToolTerminal

/// The calibrated data of a server's markers: compared with what is stored, and written where asked.
enum OnlineCalibration {
    static func run(_ options: CalibrateOptions, _ streams: inout Streams) throws(Failure) -> ExitCode {
        let interruption = Interruption("stopped; nothing was sent")
        let server = try options.place.server, listing = try options.place.listing()
        let lists = try chosen(of: listing, options)
        let space = (ReadFile(listing.space.key, Array(listing.space.value.text)), listing.space)
        let read = lists.map { ReadMarkers($0) }
        let calibration = try UsedCalibration(options, space, read.flatMap(\.markers))
        let report = CalibrateReport(
            read, by: calibration, named: "\(visible(listing.space.key)) on \(server)",
            closed: options.place.sessions.isEmpty ? left(of: listing, by: lists) : [], options)
        if !listing.unreadable.isEmpty {
            streams.advise(
                "\(counted(listing.unreadable.count, "listed value")) cannot be read: \(listed(listing.unreadable, \.text))"
            )
        }
        let plan = try plan(report, listing, lists)
        guard options.writes, plan.hasWork else { return try report.show(&streams) }
        try requireSign(calibration)
        let file = options.job.file ?? listing.jobFile(of: plan)
        guard !FileManager.default.fileExists(atPath: file) else { throw .job(file: file, .exists(file)) }
        try show(report, &streams)
        guard
            options.job.saysYes
                || Question.isAnsweredWithYes(
                    "Write calibrated_data of \(counted(plan.updates.count, "marker")) of \(report.label)?")
        else { throw .declined }
        return try write(
            SpacePlan(listing, plan, fit: calibration.fit?.bytes, inputs: report.jobInputs), report,
            on: server,
            job: file, interruption, &streams)
    }

    /// The sessions that were named, or all that are not closed.
    private static func chosen(
        of listing: SpaceListing, _ options: CalibrateOptions
    ) throws(Failure) -> [SessionListing] {
        let lists = try options.place.lists(of: listing)
        guard options.place.sessions.isEmpty, !options.includesClosed else { return lists }
        let closed = Set(listing.sessions.filter(\.isClosed).map(\.id))
        return lists.filter { !closed.contains($0.session) }
    }

    /// The sessions with markers that were not chosen.
    private static func left(of listing: SpaceListing, by chosen: [SessionListing]) -> [SessionListing] {
        let known = Set(chosen.map(\.session))
        return listing.lists.filter { !known.contains($0.session) }
    }

    private static func plan(
        _ report: CalibrateReport, _ listing: SpaceListing, _ lists: [SessionListing]
    ) throws(Failure) -> RecalibrationPlan {
        let frames = FrameMembership(chosen: Set(lists.map(\.session)))
        var request = UsedCalibration.request(
            report.calibration.motion, frames, in: report.calibration.own)
        request.limits = report.options.limits
        do throws(RecalibrationPlanError) {
            return try RecalibrationPlan(listing.markers, request)
        } catch {
            throw .unusableFit(file: report.calibration.fit?.file ?? report.label, error)
        }
    }

    /// Nothing is written by a sign that stored data contradict, unless it is stated.
    private static func requireSign(_ calibration: UsedCalibration) throws(Failure) {
        guard calibration.isUndecided else { return }
        throw .neededOption(
            "--sign added or --sign subtracted",
            "stored data follow from neither sign of the vector throughout, and --write would replace them")
    }

    /// Shows the comparison: with the results, or on standard error if those are for a program.
    private static func show(_ report: CalibrateReport, _ streams: inout Streams) throws(Failure) {
        guard case .json = report.options.form else {
            _ = try report.show(&streams)
            return
        }
        if report.options.loudness != .quiet { Streams.tell(CalibrateText.text(report, on: .none)) }
    }

    private static func write(
        _ plan: SpacePlan, _ report: CalibrateReport, on server: Origin, job file: String,
        _ interruption: Interruption, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        let options = report.options, settings = options.jobSettings
        let phases = PhaseProgress(options.loudness)
        let recalibration = settings.recalibration(
            on: server, try options.place.connection.api(of: server, log: phases.log))
        let created = try RunDate.text
        let steps = NextSteps(file: file, connection: options.place.connection)
        let status = try JobWatch(interruption, steps, settings, phases).wait(on: server) {
            onEvent async throws(JobRunError) in
            try await recalibration.run(plan, job: file, created: created, onEvent: onEvent)
        }
        return try ExistingJob.show(
            JobReport(status, .apply, steps, options.loudness, of: plan), settings, &streams)
    }
}

extension WorkSession {
    /// Whether nobody works in it any more.
    fileprivate var isClosed: Bool {
        status == SessionStatus.done.rawValue || status == SessionStatus.archived.rawValue
    }
}

extension CalibrateReport {
    fileprivate var jobInputs: [JobInput] {
        (files + [calibration.file].compactMap(\.self)).map { JobInput(name: $0.file, sha256: $0.sha256) }
    }
}
