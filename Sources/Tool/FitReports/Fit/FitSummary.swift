import Markers
import QuadGeometry
import RigidCalibration
import ToolTerminal

/// The lines of a fit that people act on: who was seen again, the motion as one would walk it, the error to expect, and the next command.
enum FitSummary {
    static func facts(_ report: FitReport) -> [(name: String, text: String)] {
        let calibration = report.calibration
        var facts = pairs(report) + (report.checkPairs?.facts ?? [])
        facts.append(("turn", turn(calibration)))
        let moved = MeasureText.point(calibration.moved(.zero), nil)
        facts.append(("shift", "then \(moved), which is where the old origin goes"))
        if calibration.model == .similarity {
            facts.append(("scale", "\(MeasureText.digits(7, calibration.growth)), before both"))
        }
        facts += straightening(report)
        facts.append(("error", error(report)))
        facts += hidden(report) + (report.advice.map { [("advice", $0.sentence)] } ?? [])
        if let next = next(report) { facts.append(("next", next)) }
        return facts
    }

    /// The markers that follow the motion; where nothing says which pairs belong together, the pairs, and how they were made.
    private static func pairs(_ report: FitReport) -> [(name: String, text: String)] {
        let follows = report.calibration.selection?.inliers
        guard let files = report.pairs.source as? JoinedFiles, let groups = report.pairs.pairs.groups else {
            let used = follows.map { "\($0.count(where: \.self)) of \($0.count) follow the motion" }
            return [("pairs", used ?? size(report.pairs))] + report.pairs.source.facts
        }
        let markers = Set(groups.indices.filter { follows?[$0] ?? true }.map { groups[$0] }).count
        let (old, new) = files.sizes
        let key = files.joined.join.key.name
        return [
            (
                "seen again",
                "\(markers) of \(counted(old, "old marker")) among \(new) new ones, paired by \(key)\(files.beside)\(files.remainder)"
            )
        ]
    }

    /// What the shifts of markers bring; none where all have one motion.
    static func straightening(_ report: FitReport) -> [(name: String, text: String)] {
        guard let own = report.straightening.taken else { return [] }
        let facts = [("straightened", "by \(own.law.kind.rawValue): \(FitStraightening.gain(own))")]
        guard report.options.loudness == .verbose else { return facts }
        return facts + [("its drift", FitStraightening.law(own))]
    }

    static func size(_ pairs: FitPairs) -> String {
        "\(pairs.count)" + (pairs.groupNames.map { " in \(counted($0.count, "group"))" } ?? "")
    }

    /// The turn about the vertical where the tilt is that of level frames, or else about its own axis.
    private static func turn(_ calibration: Calibration) -> String {
        let rotation = calibration.targetFromSource.rotation, bound = calibration.turnBound
        guard calibration.model != .translation, let axis = rotation.axis else { return "none" }
        let tilt = calibration.evidence.tilt
        let shown = tilt > FitSummary.levelTilt ? ", tilt \(MeasureText.digits(3, tilt))°" : ""
        let sign = axis.y < 0 ? -1.0 : 1.0, turn = MeasureText.angle(sign * rotation.angle, bound)
        guard tilt > MotionModel.usualTilt else { return "\(turn) about +Y\(shown)" }
        return "\(turn) about \(MeasureText.axis(axis * sign))\(shown)"
    }

    /// Degrees of tilt below which a frame is level: a millimetre in a room of 6 m.
    private static let levelTilt = 0.01

    private static func error(_ report: FitReport) -> String {
        let points = report.predictions.compactMap(\.error).max()
        guard let worst = points ?? report.worstErrorAtPairs else {
            return "not known, since the noise is not known"
        }
        let place = points != nil ? "point" : report.pairs.groupNames == nil ? "pair" : "marker of the fit"
        let far =
            report.calibration.evidence.errorAtFiveMetres.flatMap {
                report.straightening.taken == nil ? ", \(MeasureText.length($0)) at 5 m from the pairs" : nil
            } ?? ""
        return "\(MeasureText.length(worst)) at the worst \(place)\(far), in 95 of 100 cases"
    }

    /// The error that could hide, and do most; nothing where that is not known.
    static func hidden(_ report: FitReport) -> [(name: String, text: String)] {
        guard let worst = report.reliability?.worst else { return [] }
        let kind = report.pairs.groupNames == nil ? "pair" : "marker", name = "\(kind) \(quoted(worst.name))"
        guard let hidden = worst.hidden else {
            return [
                ("unnoticed", "an error of any size in \(name) in some direction: no other one checks it")
            ]
        }
        let effect = hidden.point.flatMap { point in
            hidden.effect.map { ", which could move \(quoted(point)) by \(MeasureText.length($0))" }
        }
        return [
            ("unnoticed", "an error of up to \(MeasureText.length(hidden.size)) in \(name)\(effect ?? "")")
        ]
    }

    /// The command that uses the motion; `nil` where it should not be used.
    private static func next(_ report: FitReport) -> String? {
        guard report.verdict != .fail else { return nil }
        guard let file = report.options.savedFile else {
            return "--save FIT.json keeps the motion for apply, recalibrate and report; -v says more"
        }
        return
            "quadcal apply \(ShellWord.quoted(file)) MARKERS.json, or quadcal recalibrate --fit \(ShellWord.quoted(file)); -v says more"
    }
}
