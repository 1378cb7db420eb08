import Markers

extension PlanRemark {
    /// The remark on errors to expect that are larger than was asked for, or not known; `nil` if none are.
    init?(_ plan: RecalibrationPlan, _ markers: PlannedMarkers, tolerance: Double?) {
        guard let tolerance, !plan.updates.isEmpty else { return nil }
        let code = FitCode.toleranceExceeded.rawValue, limit = MeasureText.length(tolerance)
        let known = plan.updates.compactMap { one in one.predictedError.map { (error: $0, index: one.index) }
        }
        guard known.count == plan.updates.count, let worst = known.max(by: { $0.error < $1.error }) else {
            self.init(
                word: code, fails: true,
                "The error to expect is not known, so the tolerance of \(limit) cannot be verified. Add pairs to the fit, or "
                    + "state the noise with --noise-mm.")
            return
        }
        guard worst.error > tolerance else { return nil }
        let count = known.count { $0.error > tolerance }
        self.init(
            word: code, fails: true,
            "The error to expect is above the tolerance of \(limit) at \(counted(count, "marker")), at most "
                + "\(MeasureText.length(worst.error)) at \"\(markers.name(worst.index))\". Add pairs near "
                + "\(count == 1 ? "it" : "them") to the fit, or allow more.")
    }
}
