import Foundation
import Markers

/// Everything a plan says: what people read and what programs read are both made from this value.
struct PlanReport {
    let options: RecalibrateOptions
    let fit: SavedFitFile
    /// What the reading of pairs took for granted, where the fit was made here.
    let fitNotes: [String]
    let markers: PlannedMarkers
    let sessions: ReadFile?
    let space: PlannedSpace
    let plan: RecalibrationPlan
    let neighbors: [PlannedNeighbor]
    /// Everything that has to be said beside the plan, the gravest first.
    let remarks: [PlanRemark]

    /// Reads the files, fits where that is asked for, and plans.
    init(reading files: [String], _ options: RecalibrateOptions) throws(Failure) {
        guard let mode = options.mode else {
            throw .neededOption(
                "--mode raw, --mode calibrated or --mode vector", "it says what is rewritten, and where")
        }
        let names: [String]
        if let file = options.fitFile {
            (fit, fitNotes) = (try SavedFitFile(reading: file), [])
            names = options.markerFiles + files
        } else {
            (fit, fitNotes) = try SavedFitFile.fitted(to: files, options.pairs)
            names = options.markerFiles.isEmpty ? Array(files.prefix(1)) : options.markerFiles
        }
        markers = try PlannedMarkers(reading: names)
        space = try PlannedSpace(reading: options.spaceFile, options.sign, markers.markers)
        var frames = FrameMembership(
            chosen: options.sessions, rule: options.rule ?? .onlyChosen, targets: fit.fit.targetSessions)
        if let file = options.sessionFile {
            let sessions: [WorkSession]
            (self.sessions, sessions) = try ReadFile.read(file) { (bytes) throws(JSONError) in
                try WorkSession.list(JSONValue(bytes))
            }
            frames.createdAt = sessions.reduce(into: [:]) { $0[$1.id] = $1.createdAt }
        } else {
            sessions = nil
        }
        if options.rule == .all, !frames.targets.isEmpty, sessions == nil {
            throw .neededOption(
                "--sessions-file FILE, or --sessions ID",
                "sessions that were created after the new one may be in either frame, and without dates nothing tells"
            )
        }
        let request = RecalibrationRequest(
            PlannedMotion(fit.fit, from: .raw, to: try PlanReport.target(fit, options)), mode: mode,
            frames: frames, space: space.calibration, isStrict: options.isStrict)
        do throws(RecalibrationPlanError) { plan = try RecalibrationPlan(markers.markers, request) } catch {
            throw .unusableFit(file: fit.file, error)
        }
        self.options = options
        neighbors = plan.neighbors()
        remarks = PlanRemark.all(plan, markers, space, fit, neighbors)
    }

    /// The kind of points that the motion leads to: as the fit says, or the options where it does not.
    private static func target(
        _ fit: SavedFitFile, _ options: RecalibrateOptions
    ) throws(Failure) -> PointKind {
        let stated = options.pairs.target.map { $0 == .raw ? PointKind.raw : .calibrated }
        switch (stated, fit.fit.kinds?.target) {
        case (let stated?, let known?) where stated != known:
            throw .contradiction(
                "--target \(stated.rawValue)", "\(fit.file), whose targets are \(known.rawValue),")
        case (let stated?, _): return stated
        case (nil, let known?): return known
        case (nil, nil):
            throw .neededOption(
                "--target raw or --target calibrated", "the fit does not say which corners its new points are"
            )
        }
    }

    /// The word that the remarks come to.
    var verdict: Verdict {
        guard let gravest = remarks.first else { return .pass }
        return gravest.fails ? .fail : .warn
    }

    var exitCode: ExitCode { verdict == .fail ? .findings : .good }

    /// How many markers or values are not moved that should be.
    var refusedCount: Int { plan.refused.count + markers.refused.count }

    /// How far the marker goes that goes farthest, in metres.
    var farthest: Double { plan.updates.map(\.displacement).max() ?? 0 }

    /// What the plan does, in a sentence.
    var summary: String {
        let all = counted(markers.markers.count, "marker")
        guard !plan.updates.isEmpty else { return "none of \(all) moves" }
        return "\(plan.updates.count) of \(all) move\(plan.updates.count == 1 ? "s" : ""), by "
            + "\(MeasureText.length(farthest)) at most"
    }
}

extension SavedFitFile {
    /// The fit that `quadcal fit` would save, and what its reading took for granted.
    static func fitted(
        to files: [String], _ options: FitOptions
    ) throws(Failure) -> (SavedFitFile, notes: [String]) {
        if let direction = options.matrices {
            let report = try MatrixReport(reading: files, direction, options)
            return (try SavedFitFile(MatrixJSON.document(report), file: report.label), report.notes)
        }
        let report = try FitReport(reading: files, options)
        return (try SavedFitFile(FitJSON.document(report), file: report.pairs.source.label), report.notes)
    }
}
