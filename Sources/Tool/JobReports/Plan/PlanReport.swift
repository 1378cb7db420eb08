package import FitReports
import Foundation
package import Markers
package import MarkersJobs
package import ToolTerminal

/// A plan as it is reported: what people read and what programs read are both made from this value.
package final class PlanReport {
    package let options: RecalibrateOptions
    package let fit: SavedFitFile
    /// Assumptions made while reading the pairs, if the fit was made here.
    package let fitNotes: [String]
    package let markers: PlannedMarkers
    package let sessions: ReadFile?
    package let space: ReadFile?
    package let calibration: KnownCalibration
    package let plan: RecalibrationPlan
    /// The plan as a job takes it; `nil` if the markers are from files.
    package let spacePlan: SpacePlan?
    let neighbors: [PlannedNeighbor]
    package let remarks: [PlanRemark]

    /// Whether the error to expect at some marker that moves is larger than was asked for: then nothing is sent.
    package let exceedsTolerance: Bool

    package convenience init(_ inputs: PlanInputs, _ options: RecalibrateOptions) throws(Failure) {
        self.init(inputs, options, try inputs.planned(options))
    }

    package init(_ inputs: PlanInputs, _ options: RecalibrateOptions, _ planned: PlannedMoves) {
        (calibration, plan) = (planned.calibration, planned.plan)
        (fit, fitNotes, markers) = (inputs.fit, inputs.fitNotes, inputs.markers)
        (sessions, space) = (inputs.sessions?.file, inputs.space?.file)
        self.options = options
        neighbors = plan.neighbors()
        let renewed = options.renewedMembers
        let exceeded = PlanRemark(plan, markers, tolerance: options.tolerance)
        remarks =
            [exceeded].compactMap { $0 }
            + PlanRemark.all(
                plan, calibration, fit, neighbors, inputs,
                stale: plan.updates.flatMap { PlanReport.stale($0, renewed) })
        exceedsTolerance = exceeded != nil
        var spacePlan = planned.spacePlan
        spacePlan?.notes = remarks.map(\.note)
        self.spacePlan = spacePlan
    }

    package var notes: [JobNote] { remarks.map(\.note) }

    package var verdict: Verdict {
        guard let gravest = remarks.first else { return .pass }
        return gravest.fails ? .fail : .warn
    }

    package var exitCode: ExitCode { verdict == .fail ? .findings : .good }

    /// The members of a moved marker that are out of date afterwards, as JSON pointers.
    package func stale(_ update: MarkerUpdate) -> [String] {
        PlanReport.stale(update, options.renewedMembers)
    }

    private static func stale(_ update: MarkerUpdate, _ renewed: Set<String>) -> [String] {
        update.staleMembers.filter { !renewed.contains($0) }
    }

    /// The number of markers and values that cannot be moved.
    package var refusedCount: Int { plan.refused.count + markers.refused.count }

    /// The largest displacement, in metres.
    package var farthest: Double { plan.updates.map(\.displacement).max() ?? 0 }

    package var summary: String {
        let all = counted(markers.markers.count, "marker")
        guard !plan.updates.isEmpty else { return "none of \(all) moves" }
        return "\(plan.updates.count) of \(all) move\(plan.updates.count == 1 ? "s" : ""), by "
            + "\(MeasureText.length(farthest)) at most" + met
    }

    /// The tolerance, and the figure that met it.
    private var met: String {
        guard let tolerance = options.tolerance, !exceedsTolerance,
            let error = plan.updates.compactMap(\.predictedError).max()
        else { return "" }
        return ", with an error to expect of at most \(MeasureText.length(error)), within the tolerance of "
            + MeasureText.length(tolerance)
    }
}
