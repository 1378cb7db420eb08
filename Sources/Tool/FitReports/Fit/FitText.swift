import MarkerTables
import Markers
import QuadGeometry
import RigidCalibration
package import ToolTerminal

/// A fit for people: the verdict first, then what they act on; with -v the motion, the evidence for it and against it, and the pairs.
package enum FitText {
    package static func write(_ report: FitReport, to streams: inout Streams) throws(Failure) {
        try streams.print(verdict(report) + "\n")
        guard report.options.loudness != .quiet else { return }
        let isVerbose = report.options.loudness == .verbose
        let facts = isVerbose ? motion(report) + evidence(report) : FitSummary.facts(report)
        try streams.print("\n" + TextTable.list(facts))
        // What the shifts bring is among the facts.
        let others = report.remarks.dropFirst(report.gravest == nil ? 0 : 1).filter {
            if case .straightened = $0, $0.severity == .info { false } else { true }
        }
        if !others.isEmpty {
            try streams.print("\nalso\n")
            for remark in others {
                try streams.print(
                    "  \(remark.severity.rawValue.uppercased()) \(remark.code) \(report.sentence(remark))\n")
            }
        }
        if isVerbose {
            try streams.print(
                "\npairs, the worst first, in mm\n" + FitTables.pairs(report, on: streams.screen))
        }
        if isVerbose, let reliability = report.reliability {
            try streams.print(
                "\nwhat could hide, in mm\n" + FitTables.hidden(reliability, on: streams.screen))
        }
        if !report.rejectionsByDistance.isEmpty {
            try streams.print("\nrejected pairs, in mm\n" + FitTables.rejections(report, on: streams.screen))
        }
        if isVerbose { try streams.print(report.pairs.source.tables(on: streams.screen)) }
        if let points = report.points {
            try streams.print(
                "\npoints of \(fileLabel(points.file))\n" + FitTables.points(report, on: streams.screen))
        }
        if let checks = report.checkPairs {
            try streams.print(
                "\ncheck pairs of \(checks.label), in mm\n" + FitTables.checks(report, on: streams.screen))
        }
        guard isVerbose else { return }
        try streams.print("\nmodels\n" + FitTables.models(report, on: streams.screen))
    }

    /// The verdict, the file, and the reason.
    package static func verdict(_ report: FitReport) -> String {
        let word = report.verdict.rawValue.uppercased(), file = report.pairs.source.label
        let reason = report.gravest.map { "\($0.code): \(report.sentence($0))" }
        return "\(word)  \(file): \(reason ?? passed(report))"
    }

    /// The reason of a pass: what was asked for, and the figure that met it.
    private static func passed(_ report: FitReport) -> String {
        guard let tolerance = report.options.tolerance,
            let error = report.predictions.compactMap(\.error).max() ?? report.worstErrorAtPairs
        else { return "no problems found." }
        let place = report.points == nil ? "the worst pair" : "the worst point"
        return
            "no problems found, and the error to expect at \(place) is \(MeasureText.length(error)), within the tolerance of "
            + "\(MeasureText.length(tolerance))."
    }

    private static func motion(_ report: FitReport) -> [(name: String, text: String)] {
        let calibration = report.calibration, motion = calibration.targetFromSource
        var facts = [
            ("motion", "target from source: p_target = d + \(scaled(calibration))R (p_source - c) + rest"),
            ("pairs", FitSummary.size(report.pairs)),
        ]
        facts += report.pairs.source.facts + (report.checkPairs?.facts ?? [])
        facts += [
            ("used", used(report)), ("model", "\(calibration.model.name): \(report.modelReason)"),
            (
                "rotation",
                "\(MeasureText.angle(motion.rotation.angle, calibration.turnBound)), \(tilt(report))"
            ),
            (
                "shift",
                "\(MeasureText.point(calibration.shift, calibration.shiftBounds)), of the middle of the pairs"
            ),
        ]
        if let scale = calibration.evidence.scale {
            let bound = scale.deviation.map { " ± \(MeasureText.digits(2, 2 * $0))" } ?? ""
            facts.append(("scale", "\(MeasureText.digits(7, scale.factor))\(bound)\(scaleUse(calibration))"))
        }
        facts.removeAll { $0.1.isEmpty }
        facts += FitSummary.straightening(report)
        guard report.options.loudness == .verbose else { return facts }
        let (first, second, third) = motion.rotation.rows
        return facts + [
            ("c", MeasureText.exact(motion.sourceCenter)), ("d", MeasureText.exact(motion.targetCenter)),
            ("rest", MeasureText.exact(motion.rest)), ("R row 1", MeasureText.exact(first)),
            ("R row 2", MeasureText.exact(second)), ("R row 3", MeasureText.exact(third)),
        ]
            + MotionFacts.matrix(
                motion.rotation, scale: calibration.growth, calibration.moved(.zero))
    }

    /// The result of a robust fit for the pairs; empty if all are trusted.
    private static func used(_ report: FitReport) -> String {
        guard let selection = report.calibration.selection else { return "" }
        let rival = selection.rival.map { "; another motion is supported by \($0.support)" } ?? ""
        let origin =
            selection.boundWasEstimated
            ? "estimated" : report.options.bound == nil ? "by the stated noise" : "as requested"
        return "\(selection.inliers.count { $0 }) of \(counted(selection.inliers.count, "pair")), within "
            + "\(MeasureText.length(selection.bound)) of their places "
            + "(\(origin))\(rival)"
    }

    private static func scaled(_ calibration: Calibration) -> String {
        calibration.model == .similarity ? "scale " : ""
    }

    private static func scaleUse(_ calibration: Calibration) -> String {
        calibration.model == .similarity ? "" : ", for information: the motion keeps lengths"
    }

    private static func tilt(_ report: FitReport) -> String {
        "tilt \(MeasureText.digits(3, report.calibration.evidence.tilt))°"
    }

    private static func evidence(_ report: FitReport) -> [(name: String, text: String)] {
        let evidence = report.calibration.evidence
        var facts = [
            (
                "residuals",
                "rms \(MeasureText.length(evidence.rms)), median \(MeasureText.length(evidence.median)), "
                    + "p95 \(MeasureText.length(evidence.p95)), max \(MeasureText.length(evidence.largest))"
                    + (evidence.leaveOneOutRMS.map { ", LOO rms \(MeasureText.length($0))" } ?? "")
            ),
            ("noise", noise(evidence)), ("drift", drift(evidence.errors)),
        ]
        facts.removeAll { $0.1.isEmpty }
        let errors = [
            evidence.errorAtFiveMetres.map { "\(MeasureText.length($0)) at 5 m from the pairs" },
            report.worstErrorAtPairs.map { "\(MeasureText.length($0)) at the worst pair" },
            report.predictions.compactMap(\.error).max().map {
                "\(MeasureText.length($0)) at the worst point"
            },
        ].compactMap { $0 }
        facts.append(
            (
                "error",
                errors.isEmpty
                    ? "not known, since the noise is not known"
                    : "in 95 of 100 cases within " + errors.joined(separator: ", ")
            ))
        if !errors.isEmpty { facts.append(("means", FitDocument.Evidence.meaning)) }
        return facts + FitSummary.hidden(report) + (report.advice.map { [("advice", $0.sentence)] } ?? [])
    }

    /// Markers and their corners, each with its own error.
    private static func told(_ errors: PairErrors) -> String {
        let source =
            errors.isAssumed
            ? "assumed \(MeasureText.length(errors.marker)) a marker, since fewer than three show none"
            : errors.freedom == .infinity
                ? "as stated" : "estimated, \(MeasureText.digits(3, errors.freedom)) degrees of freedom"
        return "corner noise \(MeasureText.length(errors.corner)), marker noise "
            + "\(MeasureText.length(errors.marker)) a coordinate (\(source))"
    }

    /// The drift that the markers show; empty where none was reckoned with.
    private static func drift(_ errors: PairErrors?) -> String {
        errors?.driftAtTenMetres.map {
            "\(MeasureText.length($0)) a coordinate between places 10 m apart"
        } ?? ""
    }

    private static func noise(_ evidence: FitEvidence) -> String {
        let count = MeasureText.digits(3, evidence.freedom)
        let freedom = "\(count) degree\(count == "1" ? "" : "s") of freedom"
        guard let noise = evidence.noise else { return "not known, \(freedom)" }
        if let errors = evidence.errors, errors.hasMarkers { return told(errors) }
        // Covariances leave no common unit but their own.
        guard evidence.noiseIsEstimated || noise != 1 else { return "as the columns state, \(freedom)" }
        return
            "\(MeasureText.length(noise)) a coordinate, \(evidence.noiseIsEstimated ? "estimated" : "as stated"), "
            + freedom
    }
}
