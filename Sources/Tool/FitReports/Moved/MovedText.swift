import Markers
import QuadGeometry
import RigidCalibration
package import ToolTerminal

/// The markers that were moved, for people: the verdict first, then each of them.
package enum MovedText {
    package static func text(_ report: MovedReport, on screen: Screen) -> String {
        var text = verdict(report) + "\n"
        guard report.options.loudness != .quiet else { return text }
        text += "\n" + TextTable.list(facts(report))
        if !report.moved.moved.allSatisfy({ $0.mistakenCorner != nil }) {
            text += "\nmoved, in mm\n" + table(report, on: screen)
        }
        return text
    }

    /// The verdict, the files, and the reason.
    package static func verdict(_ report: MovedReport) -> String {
        "\(report.verdict.rawValue.uppercased())  \(report.files.label): \(reason(report))"
    }

    /// What the verdict rests on, in a sentence.
    static func reason(_ report: MovedReport) -> String {
        let moved = report.moved, count = counted(report.names.count, "marker")
        let mistaken = moved.moved.count { $0.mistakenCorner != nil }
        let shifted = moved.moved.count { $0.isShifted && $0.mistakenCorner == nil }
        let turned = moved.moved.count - shifted - mistaken
        let parts = [
            shifted > 0 ? "\(shifted) of \(count) moved" : nil,
            turned > 0 ? "\(turned) of \(count) turned in place" : nil,
            mistaken > 0 ? "\(mistaken) of \(count) with a mistaken corner" : nil,
        ].compactMap { $0 }
        let doubts = report.doubts.compactMap { words($0, report) }.joined(separator: ", and ")
        let doubt = doubts.isEmpty ? "" : ", but " + doubts
        return parts.isEmpty
            ? "none of \(count) seems to have moved relative to the others\(doubt)."
            : parts.joined(separator: ", ") + "."
    }

    /// A doubt in words; `nil` of what is no doubt about all.
    static func words(_ doubt: MovedCode, _ report: MovedReport) -> String? {
        switch doubt {
        case .unpaired:
            guard let (old, new) = report.unpaired else { return nil }
            return
                "\(counted(old, "old marker")) and \(counted(new, "new marker")) are not paired, and may be the same "
                + (old == 1 && new == 1 ? "one, moved" : "ones, moved")
        case .incongruent:
            return
                "all together differ by more than the stated errors explain, as where the scan bends or several moved a little"
        case .blurred:
            return report.moved.hidden.map {
                "a shift of up to \(MeasureText.length($0.size)) may go unnoticed"
            }
        case .moved, .turned, .mistaken, .unchecked: return nil
        }
    }

    static func facts(_ report: MovedReport) -> [(name: String, text: String)] {
        let moved = report.moved
        var facts = [("joined", report.files.facts.first?.text ?? "")]
        facts.append(
            (
                "stayed",
                "\(moved.stable.count) of \(counted(report.names.count, "marker")), which fix the motion between the scans"
            ))
        if moved.moved.isEmpty {
            facts.append(
                (
                    "chance",
                    "\(MeasureText.digits(2, moved.probability)) that errors alone make a marker stand out as much as one does"
                ))
        }
        if let congruence = moved.congruence {
            facts.append(
                (
                    "together",
                    "\(chance(congruence)) that the stated errors alone set all markers as far apart"
                ))
        }
        for (number, group) in moved.groups.enumerated() {
            let names = group.markers.map { quoted(report.names[$0]) }.joined(separator: ", ")
            facts.append(
                (
                    "group \(number + 1)",
                    "\(names) moved together by \(MeasureText.length(group.shift.length))"
                        + (group.isShift
                            ? ", without a turn"
                            : ", with a turn of \(MeasureText.digits(3, group.motion.rotation.angle / QuadLimits.degree))°")
                ))
        }
        for one in moved.moved {
            if let sentence = mistake(one, report) { facts.append(("mistaken", sentence)) }
        }
        for one in moved.moved where !one.alternatives.isEmpty && one.mistakenCorner == nil {
            let names = one.alternatives.map { quoted(report.names[$0]) }.joined(separator: " or ")
            facts.append(
                (
                    "or",
                    "instead of \(quoted(report.names[one.marker])), \(names): the markers cannot tell which"
                )
            )
        }
        if !moved.unchecked.isEmpty {
            facts.append(
                (
                    "not known",
                    listed(moved.unchecked.map { quoted(report.names[$0]) }) + ": nothing checks them"
                ))
        }
        facts.append(
            (
                "unnoticed",
                moved.hidden.map {
                    "a shift of less than \(MeasureText.length($0.size)) of \(quoted(report.names[$0.marker])) would be found in fewer "
                        + "than 80 of 100 cases"
                } ?? "not known: in some direction a shift of some marker may never be found"
            ))
        facts.append(("not seen", "what all markers have in common, such as a shift of the whole scan"))
        return facts
    }

    /// What happened to a marker, in a sentence.
    static func sentence(_ one: MarkerMovement, _ report: MovedReport) -> String {
        if let mistake = mistake(one, report) { return mistake }
        var parts: [String] = []
        if one.isShifted {
            parts.append(
                "It was moved by \(MeasureText.length(one.shift.length)) (give or take \(MeasureText.length(one.bound))); "
                    + "chance: \(chance(one.probability)).")
        }
        if let turn = one.turn {
            parts.append(
                "It was turned by \(MeasureText.digits(2, turn.length / QuadLimits.degree))° about its middle; chance: "
                    + "\(chance(one.turnProbability ?? 1)).")
        }
        if let group = report.group(of: one.marker) { parts.append("It moved with group \(group + 1).") }
        if !one.alternatives.isEmpty {
            parts.append(
                "Or it stayed, and one of \(one.alternatives.map { quoted(report.names[$0]) }.joined(separator: ", ")) moved."
            )
        }
        return parts.joined(separator: " ")
    }

    /// Which corner was mistaken; `nil` where the whole marker lies elsewhere.
    private static func mistake(_ one: MarkerMovement, _ report: MovedReport) -> String? {
        guard let corner = one.mistakenCorner else { return nil }
        return
            "p\(corner + 1) of \(quoted(report.names[one.marker])) alone is off, and its other corners are where they should be: "
            + "the corner was placed wrongly in one of the scans"
    }

    /// The heads and the rows of those that were moved or turned, the longest shift first.
    static func table(_ report: MovedReport) -> (heads: [String], rows: [[String]]) {
        let order = report.moved.moved.filter { $0.mistakenCorner == nil }.sorted {
            $0.shift.length > $1.shift.length
        }
        return (
            ["marker", "line", "by", "95 %", "dx", "dy", "dz", "turned °", "chance", "group"],
            order.map { one in
                let lengths = [one.shift.length, one.bound, one.shift.x, one.shift.y, one.shift.z]
                return [visible(report.names[one.marker]), "\(report.line(of: one.marker))"]
                    + (one.isShifted
                        ? lengths.map { MeasureText.millimetres($0) } : [String](repeating: "-", count: 5))
                    + [
                        one.turn.map { MeasureText.digits(2, $0.length / QuadLimits.degree) } ?? "-",
                        chance(one.isShifted ? one.probability : one.turnProbability ?? 1),
                        report.group(of: one.marker).map { "\($0 + 1)" } ?? "-",
                    ]
            }
        )
    }

    private static func table(_ report: MovedReport, on screen: Screen) -> String {
        let (heads, rows) = table(report)
        var table = TextTable(heads)
        let shown = report.options.loudness == .verbose ? rows[...] : rows.prefix(TextTable.mostRows)
        shown.forEach { table.add($0) }
        return table.text(on: screen) + TextTable.more(rows.count - shown.count)
    }

    /// A probability; of very small ones only that they are.
    private static func chance(_ probability: Double) -> String {
        probability < 1e-12 ? "< 1e-12" : MeasureText.digits(2, probability)
    }
}
