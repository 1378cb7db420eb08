import MarkerTables
import Markers
import QuadGeometry
package import ToolTerminal

/// A motion from two matrices for people.
package enum MatrixText {
    /// The verdict, the files, and the reason.
    package static func verdict(_ report: MatrixReport) -> String {
        let remark = report.remark.map { "\($0.code.rawValue): \($0.sentence)" }
        return "\(report.verdict.rawValue.uppercased())  \(report.label): "
            + (remark ?? passed(report))
    }

    /// The reason of a pass: the worst check pair, and the tolerance that it met.
    private static func passed(_ report: MatrixReport) -> String {
        guard let worst = report.worstResidual, let tolerance = report.options.tolerance else {
            return "all check pairs are within the tolerance."
        }
        return
            "the worst of \(counted(report.checks.count, "check pair")) is off by \(MeasureText.length(worst)), within the "
            + "tolerance of \(MeasureText.length(tolerance))."
    }

    package static func write(_ report: MatrixReport, to streams: inout Streams) throws(Failure) {
        try streams.print(verdict(report) + "\n")
        guard report.options.loudness != .quiet else { return }
        let motion = report.newFromOld, (first, second, third) = motion.rotation.rows
        var facts: [(name: String, text: String)] = [
            ("motion", "new from old: p_new = R p_old + t"), ("matrices", report.direction.rawValue),
            (
                "rotation",
                "\(MeasureText.angle(motion.rotation.angle, nil)), tilt \(MeasureText.digits(3, report.tilt))°"
            ),
            ("t", MeasureText.exact(motion.translation)), ("R row 1", MeasureText.exact(first)),
            ("R row 2", MeasureText.exact(second)), ("R row 3", MeasureText.exact(third)),
        ]
        if report.options.loudness == .verbose {
            facts += MotionFacts.matrix(motion.rotation, motion.translation)
        }
        if let worst = report.worstResidual {
            facts.append(
                (
                    "checks",
                    "\(counted(report.checks.count, "pair")), off by \(MeasureText.length(worst)) at most"
                ))
        }
        try streams.print("\n" + TextTable.list(facts))
        guard let points = report.points else { return }
        var table = TextTable(["id", "goes to x", "y", "z"])
        for (id, one) in zip(points.ids, report.predictions) {
            table.add([visible(id)] + (0..<3).map { MeasureText.fixed(one.moved[$0]) })
        }
        try streams.print("\npoints of \(fileLabel(points.file))\n" + table.text(on: streams.screen))
    }
}

extension MatrixReport {
    package var label: String { (old.map { "\(fileLabel($0.file)) to " } ?? "") + fileLabel(new.file) }
}

/// A motion in lines for people.
enum MotionFacts {
    /// The rows of the 4x4 matrix M in p_to = M p_from.
    ///
    /// - Parameters:
    ///   - rotation: The rotation.
    ///   - scale: The factor of all lengths.
    ///   - translation: The image of the origin.
    static func matrix(
        _ rotation: Rotation, scale: Double = 1, _ translation: SIMD3<Double>
    ) -> [(name: String, text: String)] {
        let (first, second, third) = rotation.rows
        let rows = [first, second, third].enumerated().map { place, row in
            "\(MeasureText.exact(row * scale))  \(MeasureText.shortest(translation[place]))"
        }
        return (rows + ["0  0  0  1"]).enumerated().map { ("M row \($0 + 1)", $1) }
    }
}
