import MarkerTables
package import Markers
package import QuadGeometry
import RigidCalibration
package import ToolTerminal

/// The motion between two scans by their matrices to one model, and the residuals of known pairs.
package struct MatrixReport {
    package let options: FitOptions
    package let direction: MatrixDirection
    /// `nil` where one matrix alone is the motion.
    package let old: MatrixFile?
    package let new: MatrixFile
    package let newFromOld: RigidTransform
    package let points: PointFile?
    let checkPairs: CheckPairs?
    /// The moved points of `--at`.
    let predictions: [Prediction]
    /// The results for the pairs of `--check-points`.
    package let checks: [CheckedPair]

    package init(reading files: [String], _ direction: MatrixDirection, _ options: FitOptions) throws(Failure)
    {
        let read = try files.map { (file) throws(Failure) in try MatrixFile(reading: file, options) }
        let (old, new) = read.count > 1 ? (read[0], read[1]) : (nil, read[0])
        let newFromOld = direction.newFromOld(
            old: old?.pose.transform ?? .identity, new: new.pose.transform)
        points = try options.pointFile.map { (file) throws(Failure) in
            try PointFile(reading: file)
        }
        if let points,
            let row = points.points.firstIndex(where: {
                $0.largestMagnitude > Correspondences.largestCoordinate
            })
        {
            throw points.refusal(.badInterest(point: row))
        }
        let checkPairs = try CheckPairs(options)
        predictions =
            points?.points.map { Prediction(newFromOld, $0) } ?? []
        checks =
            checkPairs.map { checked in
                zip(checked.pairs.sources, checked.pairs.targets).map {
                    CheckedPair($1 - newFromOld * $0, tolerance: options.tolerance)
                }
            } ?? []
        (self.options, self.direction, self.checkPairs) = (options, direction, checkPairs)
        (self.old, self.new, self.newFromOld) = (old, new, newFromOld)
    }

    /// The code, severity and sentence of the remark; `nil` if check pairs confirm the motion.
    package var remark: (code: FitCode, fails: Bool, sentence: String)? {
        let worst = worstResidual
        guard let tolerance = options.tolerance else {
            return (
                .noRedundancy, false,
                "\(old == nil ? "A matrix alone leaves" : "Two matrices leave") no residual to show how good the motion "
                    + "is, nor whether it was already applied. "
                    + (worst == nil
                        ? "Compare it with pairs: --check-points PAIRS --tolerance-mm MM."
                        : "Say how far the check pairs may be off: --tolerance-mm MM.")
            )
        }
        let limit = MeasureText.length(tolerance)
        guard let worst else {
            return (
                .toleranceExceeded, true,
                "The error to expect is not known, so the tolerance of \(limit) cannot be verified. Give pairs with "
                    + "--check-points."
            )
        }
        let missed = checks.count(where: \.misses)
        guard missed > 0 else { return nil }
        return (
            .checksMiss, true,
            "\(missed) of \(counted(checks.count, "check pair")) \(missed == 1 ? "is" : "are") off by more than the "
                + "tolerance of \(limit), the worst by \(MeasureText.length(worst)). Find out whether they or the "
                + "matrices are wrong."
        )
    }

    package var verdict: Verdict {
        guard let remark else { return .pass }
        return remark.fails || options.failsOn == .warning ? .fail : .warn
    }

    package var exitCode: ExitCode { verdict == .fail && options.failsOn != .never ? .findings : .good }

    package var notes: [String] {
        [old, new].compactMap { $0 }.flatMap { one in one.notes.map { "\(fileLabel(one.file)): \($0)" } }
    }

    /// The largest residual of a check pair, in metres.
    var worstResidual: Double? { checks.map(\.residual.length).max() }

    /// The tilt of the vertical, in degrees.
    package var tilt: Double {
        let angle = newFromOld.rotation.y.angle(to: SIMD3(0, 1, 0)) ?? 0
        return MeasureText.rounded(angle / QuadLimits.degree)
    }
}
