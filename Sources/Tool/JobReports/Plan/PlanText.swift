import FitReports
import Markers
import QuadGeometry
import RigidCalibration
package import ToolTerminal

/// A plan for people: the verdict first, then its inputs, the warnings, and the markers.
package enum PlanText {
    package static func text(_ report: PlanReport, on screen: Screen) -> String {
        var text = verdict(report)
        guard report.options.loudness != .quiet else { return text }
        text += "\n" + TextTable.list(facts(report))
        let rest = report.remarks.dropFirst()
        if !rest.isEmpty {
            text += "\nalso\n"
            for remark in rest {
                text += "  \(remark.severity.uppercased()) \(remark.code) \(remark.sentence)\n"
            }
        }
        return text + "\nlists\n" + PlanTables.lists(report, on: screen)
            + PlanTables.markers(report, on: screen)
    }

    /// The verdict, the files, and the reason.
    private static func verdict(_ report: PlanReport) -> String {
        let word = report.verdict.rawValue.uppercased()
        let summary = "\(report.summary)."
        let first = report.remarks.first.map { "\($0.code): \($0.sentence)" }
        let text =
            report.verdict == .fail
            ? first ?? summary : [summary, first].compactMap { $0 }.joined(separator: " ")
        return "\(word)  \(report.markers.label): \(text)\n"
    }

    private static func facts(_ report: PlanReport) -> [(name: String, text: String)] {
        let (request, fit) = (report.plan.request, report.fit.fit)
        let motion = request.motion, rotation = motion.targetFromSource.rotation
        var facts = [
            ("plan", mode(request.mode)),
            ("fit", "\(fit.verdict.rawValue)  \(fileLabel(report.fit.file)), model \(visible(fit.model))"),
            (
                "motion",
                "\(motion.target.rawValue) from \(motion.source.rawValue) points: turned by "
                    + MeasureText.angle(rotation.angle, motion.covariance?.turnBound)
            ),
            ("frames", frames(request.frames)),
        ]
        if let straightened = motion.straightened {
            facts.insert(("shifts", shifts(report.plan, by: straightened)), at: 3)
        }
        if let finished = finished(report) { facts.append(("left out", finished)) }
        facts.append(("space", space(report)))
        if let update = report.plan.vectorUpdate {
            facts.append(
                (
                    "vector",
                    "\(text(update.before)) becomes \(text(update.after)), which is off by \(MeasureText.length(update.loss.largest)) at most"
                ))
        }
        facts.append(("digest", report.plan.digest))
        return facts
    }

    /// What markers are shifted by on top of the motion.
    private static func shifts(_ plan: RecalibrationPlan, by straightened: StraightenedMotion) -> String {
        let lengths = plan.updates.compactMap { $0.shift?.shift.length }
        let range = lengths.min().flatMap { least in
            lengths.max().map { ", from \(MeasureText.length(least)) to \(MeasureText.length($0))" }
        }
        return
            "straightened by \(straightened.law.kind.rawValue): each marker has its own on top of the motion"
            + (range ?? "")
    }

    private static func mode(_ mode: PushMode) -> String {
        switch mode {
        case .raw: "raw: the corners of each marker are rewritten"
        case .calibrated: "calibrated: the calibrated data of each marker is rewritten, its corners stay"
        case .vector: "vector: the space's calibration vector is rewritten, once for all markers"
        }
    }

    private static func frames(_ frames: FrameMembership) -> String {
        let chosen = frames.chosen.map(\.wireText).sorted()
        var parts: [String] = []
        switch frames.rule {
        case .onlyChosen: break
        case .before(let date): parts.append("sessions created before \(visible(date.text))")
        default: parts.append("all sessions")
        }
        if !chosen.isEmpty { parts.append("by name \(listed(chosen))") }
        let targets = frames.targets.map(\.wireText).sorted()
        return "old: \(parts.joined(separator: ", and "))"
            + (targets.isEmpty ? "" : "; new: \(listed(targets)), which supplied the targets")
    }

    /// The sessions that a rule left out because they are done or archived.
    private static func finished(_ report: PlanReport) -> String? {
        let markers = report.plan.leftOut.filter { $0.reason == .session(.finished) }
        let sessions = Set(markers.map { report.markers.markers[$0.index].workSessionID })
        guard !sessions.isEmpty else { return nil }
        return
            "\(counted(sessions.count, "session")) with \(counted(markers.count, "marker")), done or archived: "
            + "they only move if they are named, as in --sessions \(sessions.map(\.wireText).min() ?? "ID")"
    }

    private static func space(_ report: PlanReport) -> String {
        guard let vector = report.calibration.calibration.vector, vector.numbers != .zero else {
            return report.space == nil ? "not given" : "no calibration vector"
        }
        let sign = report.calibration.calibration.sign == .added ? "added" : "subtracted"
        let basis =
            switch report.calibration.basis {
            case .stated: "as stated"
            case .inferred: "as \(counted(report.calibration.evidence.count, "stored marker")) show"
            case .assumed: "by default, since nothing shows it"
            case .none: "too short to matter"
            }
        return "vector \(text(vector)), \(sign) \(basis)"
    }

    private static func text(_ vector: CalibrationVector?) -> String {
        vector.map { MeasureText.point($0.numbers, nil) } ?? "no vector"
    }
}
