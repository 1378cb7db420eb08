import MarkerTables
import Markers
import QuadGeometry
import RigidCalibration

/// A matrix that places a scan by a model.
struct MatrixFile {
    let file: String
    let sha256: String
    let matrix: RigidMatrix

    /// Reads a file, or standard input where the name is `-`.
    init(reading file: String, _ layout: MatrixLayout?) throws(Failure) {
        let bytes = try Input.bytes(of: file)
        do throws(MatrixReadError) { matrix = try MatrixReader.matrix(bytes, layout: layout) } catch {
            throw .matrix(file: file, error)
        }
        (self.file, sha256) = (file, SHA256.hex(of: bytes[...]))
    }

    /// The assumptions and corrections made in reading it.
    var notes: [String] {
        let size = MeasureText.digits(3, matrix.defect)
        return [
            matrix.layoutIsStated
                ? nil
                : "read \(matrix.layout == .rows ? "row by row" : "column by column"), since only then it is a motion",
            matrix.correction > 0
                ? "not an exact rotation (|RᵀR - 1| is \(size)); the nearest one is used, which differs by at most "
                    + "\(MeasureText.digits(3, matrix.correction)) in a number" : nil,
        ].compactMap { $0 }
    }
}

/// The motion between two scans by their matrices to one model, and the residuals of known pairs.
struct MatrixReport {
    let options: FitOptions
    let direction: MatrixDirection
    let old, new: MatrixFile
    let newFromOld: RigidTransform
    let points: NumberTable?
    let checkPairs: CheckPairs?
    /// The moved points of `--at`.
    let predictions: [Prediction]
    /// The results for the pairs of `--check-points`.
    let checks: [CheckedPair]

    init(reading files: [String], _ direction: MatrixDirection, _ options: FitOptions) throws(Failure) {
        let old = try MatrixFile(reading: files[0], options.layout)
        let new = try MatrixFile(reading: files[1], options.layout)
        let newFromOld = direction.newFromOld(old: old.matrix.transform, new: new.matrix.transform)
        points = try options.pointFile.map { (file) throws(Failure) in
            try NumberTable(reading: file, .points)
        }
        if let points,
            let row = (0..<points.count).first(where: {
                points.point($0, 0).largestMagnitude > Correspondences.largestCoordinate
            })
        {
            throw points.refusal(.badInterest(point: row))
        }
        let checkPairs = try CheckPairs(options)
        predictions =
            points.map { points in
                (0..<points.count).map { Prediction(newFromOld, points.point($0, 0)) }
            } ?? []
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
    var remark: (code: FitCode, fails: Bool, sentence: String)? {
        let worst = worstResidual
        guard let tolerance = options.tolerance else {
            return (
                .noRedundancy, false,
                "Two matrices leave no residual to show how good the motion is, nor whether it was already "
                    + "applied. "
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

    var verdict: Verdict {
        guard let remark else { return .pass }
        return remark.fails || options.failsOn == .warning ? .fail : .warn
    }

    var exitCode: ExitCode { verdict == .fail && options.failsOn != .never ? .findings : .good }

    var notes: [String] {
        [old, new].flatMap { one in one.notes.map { "\(fileLabel(one.file)): \($0)" } }
    }

    /// The largest residual of a check pair, in metres.
    var worstResidual: Double? { checks.map(\.residual.length).max() }

    /// The tilt of the vertical, in degrees.
    var tilt: Double {
        let angle = newFromOld.rotation.y.angle(to: SIMD3(0, 1, 0)) ?? 0
        return MeasureText.rounded(angle / QuadLimits.degree)
    }
}
