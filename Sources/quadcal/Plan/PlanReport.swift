import Foundation
import Markers

/// A plan as it is reported: what people read and what programs read are both made from this value.
struct PlanReport {
    let options: RecalibrateOptions
    let fit: SavedFitFile
    /// Assumptions made while reading the pairs, if the fit was made here.
    let fitNotes: [String]
    let markers: PlannedMarkers
    let sessions: ReadFile?
    let space: PlannedSpace
    let plan: RecalibrationPlan
    let neighbors: [PlannedNeighbor]
    /// The remarks about the plan, the gravest first.
    let remarks: [PlanRemark]

    /// Makes the plan of the inputs.
    init(_ inputs: PlanInputs, _ options: RecalibrateOptions) throws(Failure) {
        let mode = try options.requiredMode
        (fit, fitNotes, markers) = (inputs.fit, inputs.fitNotes, inputs.markers)
        sessions = inputs.sessions?.file
        space = try PlannedSpace(inputs.space, options.sign, markers.markers)
        let frames = FrameMembership(
            chosen: options.sessions, rule: options.rule ?? .onlyChosen,
            targets: fit.fit.targetSessions.union(options.targets).subtracting(inputs.sets)
        ).dated(by: inputs.sessions?.list ?? [])
        if options.rule == .all, !frames.targets.isEmpty, sessions == nil {
            throw .neededOption(
                "--sessions-file FILE, or --sessions ID",
                "sessions created after the new one may be in either frame, and without dates it is not known which"
            )
        }
        let request = PlanRequest(
            PlannedMotion(fit.fit, from: .raw, to: try PlanReport.target(fit, options)), mode: mode,
            frames: frames, space: space.calibration, isStrict: options.isStrict,
            movesAgain: options.movesAgain)
        do throws(RecalibrationPlanError) { plan = try RecalibrationPlan(markers.markers, request) } catch {
            throw .unusableFit(file: fit.file, error)
        }
        self.options = options
        neighbors = plan.neighbors()
        let renewed = options.renewedMembers
        remarks = PlanRemark.all(
            plan, markers, space, fit, neighbors, inputs,
            stale: plan.updates.flatMap { PlanReport.stale($0, renewed) })
    }

    /// The kind of points that the motion leads to: as the fit says, or else the options.
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

    /// The verdict that follows from the remarks.
    var verdict: Verdict {
        guard let gravest = remarks.first else { return .pass }
        return gravest.fails ? .fail : .warn
    }

    var exitCode: ExitCode { verdict == .fail ? .findings : .good }

    /// The members of a moved marker that are out of date afterwards, as JSON pointers.
    func stale(_ update: MarkerUpdate) -> [String] { PlanReport.stale(update, options.renewedMembers) }

    private static func stale(_ update: MarkerUpdate, _ renewed: Set<String>) -> [String] {
        update.staleMembers.filter { !renewed.contains($0) }
    }

    /// The number of markers and values that cannot be moved.
    var refusedCount: Int { plan.refused.count + markers.refused.count }

    /// The largest displacement, in metres.
    var farthest: Double { plan.updates.map(\.displacement).max() ?? 0 }

    /// A sentence with what the plan does.
    var summary: String {
        let all = counted(markers.markers.count, "marker")
        guard !plan.updates.isEmpty else { return "none of \(all) moves" }
        return "\(plan.updates.count) of \(all) move\(plan.updates.count == 1 ? "s" : ""), by "
            + "\(MeasureText.length(farthest)) at most"
    }
}
