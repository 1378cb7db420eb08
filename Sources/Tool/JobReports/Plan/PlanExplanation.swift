import Foundation
import Markers
import QuadGeometry
import RigidCalibration
package import ToolTerminal

/// The explanation of one marker in a plan, with all numbers.
package enum PlanExplanation {
    /// The explanation of every marker with the id or the label.
    package static func text(of name: String, _ report: PlanReport, on screen: Screen) throws(Failure)
        -> String
    {
        let markers = report.markers.markers
        let id = UUID(uuidString: name), key = JoinKey.folded(name)
        let found = markers.indices.filter {
            markers[$0].id == id || key != nil && markers[$0].label.flatMap(JoinKey.folded) == key
        }
        guard !found.isEmpty else {
            throw .badValue(
                option: "--explain", value: name,
                BadValue(
                    expected: "the id or the label of one of these markers",
                    nearest: nearest(to: name, among: Set(markers.compactMap(\.label)).sorted()).map(quoted)))
        }
        return found.map { explanation($0, report, on: screen) }.joined(separator: "\n")
    }

    private static func explanation(_ index: Int, _ report: PlanReport, on screen: Screen) -> String {
        let marker = report.markers.markers[index], request = report.plan.request
        let fate = Fate(index, report)
        var facts: [(name: String, text: String)] = [
            ("id", marker.id.wireText), ("session", marker.workSessionID.wireText), ("becomes", fate.text),
            ("version", marker.version.map(String.init) ?? "none"),
            ("before", SHA256.hex(of: marker.text[...])),
        ]
        let map = request.motion.targetFromSource, rows = map.rotation.rows
        facts += [
            (
                "motion",
                "\(request.motion.target.rawValue) = d + R (\(request.motion.source.rawValue) - c) + rest"
            ),
            ("c", MeasureText.exact(map.sourceCenter)), ("d", MeasureText.exact(map.targetCenter)),
            ("rest", MeasureText.exact(map.rest)), ("R row 1", MeasureText.exact(rows.0)),
            ("R row 2", MeasureText.exact(rows.1)), ("R row 3", MeasureText.exact(rows.2)),
            ("calibrated", "raw + \(MeasureText.exact(request.space.shift))"),
        ]
        var tables = ""
        do throws(JSONError) {
            let way = try report.plan.way(of: marker)
            facts.append(
                ("tolerance", "\(MeasureText.length(way.tolerance.metres)), coordinate by coordinate"))
            tables = table(way, on: screen)
        } catch {
            facts.append(("corners", "\(error.code.rawValue) at \(visible(error.pointer))"))
        }
        facts += fate.facts
        let place = "\(fileLabel(report.markers.file(of: index))):\(marker.place.line)"
        return "\(place) marker \"\(report.markers.name(index))\"\n"
            + TextTable.list(facts) + tables
    }

    private static func table(_ way: MarkerWay, on screen: Screen) -> String {
        let quads: [(String, Quad?)] = [
            ("raw", way.raw), ("calibrated by the vector", way.calibrated),
            ("calibrated as stored", way.storedCalibrated), ("where the motion leads", way.target),
            ("raw afterwards", way.rawAfter), ("calibrated afterwards", way.calibratedAfter),
        ]
        var table = TextTable(["corners", "", "x", "y", "z"])
        for case (let name, let quad?) in quads {
            for (corner, point) in quad.corners.enumerated() {
                table.add(
                    [corner == 0 ? name : "", "p\(corner + 1)"]
                        + (0..<3).map { MeasureText.shortest(point[$0]) })
            }
        }
        return table.text(on: screen)
    }

    /// The list that a marker is in, and what is said of it there.
    private struct Fate {
        var text = ""
        var facts: [(name: String, text: String)] = []

        init(_ index: Int, _ report: PlanReport) {
            let plan = report.plan
            if let one = plan.updates.first(where: { $0.index == index }) {
                text = "moved, by \(MeasureText.length(one.displacement)) at the corner that moves farthest"
                facts = [
                    (
                        "error",
                        one.predictedError.map { "\(MeasureText.length($0)) in 95 of 100 cases" }
                            ?? "not known"
                    )
                ]
                if let shift = one.shift?.shift {
                    facts.append(("shift", "\(MeasureText.exact(shift)) on top of the motion"))
                }
                say(one.findings)
                for meeting in report.neighbors where meeting.moved == index {
                    facts.append(
                        ("meets", "\"\(report.markers.name(meeting.unmoved))\": \(meeting.issue.short)"))
                }
                facts += report.stale(one).map { ("stale", visible($0)) }
                if let body = one.body() {
                    facts.append(("body", visible(String(decoding: body, as: UTF8.self), atMost: .max)))
                }
            } else if let one = plan.unchanged.first(where: { $0.index == index }) {
                text =
                    "unchanged: it would move by \(MeasureText.length(one.displacement)), which stored numbers cannot represent"
                say(one.findings)
            } else if let one = plan.refused.first(where: { $0.index == index }) {
                text = "refused: \(one.reason.text)"
            } else if let one = plan.leftOut.first(where: { $0.index == index }) {
                text = "left out: \(one.reason.text(report.markers))"
            }
        }

        private mutating func say(_ findings: [QuadIssue]) {
            facts += findings.map { ("finding", "\($0.severity.rawValue) \($0.short)") }
        }
    }
}
