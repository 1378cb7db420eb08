import Markers
import QuadGeometry
import RigidCalibration
import ToolMarkers
import ToolTerminal

enum PlanTables {
    /// The number of markers in each list, with the reasons.
    static func lists(_ report: PlanReport, on screen: Screen) -> String {
        let plan = report.plan
        var table = TextTable(["list", "markers", "reason"], words: [2])
        func row(_ name: String, _ count: Int, _ reasons: [String]) {
            table.add([name, "\(count)", reasons.isEmpty ? "" : wordCounts(reasons)])
        }
        row("move", plan.updates.count, [])
        row("unchanged", plan.unchanged.count, [])
        row("refused", plan.refused.count, plan.refused.map(\.reason.code))
        row("left out", plan.leftOut.count, plan.leftOut.map(\.reason.code))
        if !report.markers.refused.isEmpty {
            row("no markers", report.markers.refused.count, report.markers.refused.map(\.error.code.rawValue))
        }
        return table.text(on: screen)
    }

    /// Refused markers, then those that move, the worst first; with `--verbose` all others, too.
    static func markers(_ report: PlanReport, on screen: Screen) -> String {
        let isVerbose = report.options.loudness == .verbose
        var rows = values(report) + refused(report) + updates(report)
        if isVerbose { rows += others(report) }
        guard !rows.isEmpty else { return "" }
        let shown = isVerbose ? rows[...] : rows.prefix(TextTable.mostRows)
        var table = TextTable(
            ["marker", "at", "session", "goes by mm", "turns by", "in 95 of 100 within", ""],
            words: [1, 2, 6])
        shown.forEach { table.add($0()) }
        return "\nmarkers, the worst first\n" + table.text(on: screen)
            + TextTable.more(rows.count - shown.count)
    }

    /// A row that is made only if it is shown.
    private typealias Row = () -> [String]

    private static func values(_ report: PlanReport) -> [Row] {
        report.markers.refused.map { file, error in
            {
                let place = "\(fileLabel(file)):\(error.line)"
                return [
                    "-", place, "-", "-", "-", "-",
                    "not a marker: \(error.code.rawValue) at \(visible(error.pointer))",
                ]
            }
        }
    }

    private static func refused(_ report: PlanReport) -> [Row] {
        report.plan.refused.map { one in
            { head(one.index, report) + ["-", "-", "-", "refused: \(one.reason.text)"] }
        }
    }

    private static func updates(_ report: PlanReport) -> [Row] {
        let updates = report.plan.updates
        let errors = updates.map(\.predictedError)
        let meets = Dictionary(grouping: report.neighbors, by: \.moved)
        let column = MillimetreColumn(largest: report.farthest)
        let request = report.plan.request
        // The vector shifts whatever it is added to.
        let turn = request.mode == .vector ? 0 : request.motion.targetFromSource.rotation.angle
        let order = updates.indices.sorted { first, second in
            let keys = [first, second].map { place in
                let one = updates[place]
                let isFound = meets[one.index] != nil || one.findings.contains { $0.severity == .error }
                return (isFound ? 0 : 1, -(errors[place] ?? 0), -one.displacement, place)
            }
            return keys[0] < keys[1]
        }
        return order.map { place in
            {
                let one = updates[place]
                let said =
                    one.findings.map(\.short)
                    + (meets[one.index] ?? []).map {
                        "\($0.issue.short) with \"\(report.markers.name($0.unmoved))\""
                    }
                return head(one.index, report) + [
                    column.text(one.displacement), MeasureText.angle(turn, nil),
                    errors[place].map(MeasureText.length) ?? "-",
                    said.joined(separator: "; "),
                ]
            }
        }
    }

    private static func others(_ report: PlanReport) -> [Row] {
        report.plan.unchanged.map { one in
            { head(one.index, report) + ["0", "0", "-", "unchanged"] }
        }
            + report.plan.leftOut.map { one in
                { head(one.index, report) + ["-", "-", "-", "left out: \(one.reason.text(report.markers))"] }
            }
    }

    private static func head(_ index: Int, _ report: PlanReport) -> [String] {
        let marker = report.markers.markers[index]
        return [
            report.markers.name(index), "\(fileLabel(report.markers.file(of: index))):\(marker.place.line)",
            String(marker.workSessionID.wireText.prefix(8)),
        ]
    }
}

extension QuadIssue {
    package var short: String {
        guard let value, value.isFinite else { return code.rawValue }
        let shown = MeasureText.pair(value, limit, unit)
        return "\(code.rawValue) \(shown.value)" + (shown.limit.map { ", limit \($0)" } ?? "")
    }
}

extension RefusedMarker.Reason {
    /// The code and what it means.
    package var text: String {
        switch self {
        case .badCorner(let error): "\(code) at \(visible(error.pointer)), expected three finite numbers"
        case .outOfRange(let issue): "\(issue.short), where it is"
        case .outOfRangeAfter(let issue): "\(code), \(issue.short) where the motion leads"
        case .missingTime:
            "\(code), so its shift is not known: add created_at, or take --straighten place"
        case .missingVersion: "\(code), so changes by somebody else would go unnoticed"
        case .unsound(let issue): "\(issue.short) (--strict)"
        }
    }
}

extension LeftOutMarker.Reason {
    /// The code and what it means.
    package func text(_ markers: PlannedMarkers) -> String {
        switch self {
        case .session(.suppliedTargets): "\(code), its session supplied targets"
        case .session(.notChosen): "\(code), its session was not named as one in the old frame"
        case .session(.notBefore(let date)):
            "\(code), its session was not created before \(visible(date.text))"
        case .session(.createdAfterTargets):
            "\(code), its session is newer than the one that supplied targets: choose it by name if it is in the old "
                + "frame"
        case .session(.finished):
            "\(code), its session is done or archived: choose it by name if it is to move"
        case .session(.undated): "\(code), the creation date of its session is not known (--sessions-file)"
        case .listedTwice(let index):
            "\(code), as \(fileLabel(markers.file(of: index))):\(markers.markers[index].place.line)"
        case .movedBefore:
            "\(code), this motion has moved it already, and only unmoved markers were asked for"
        case .movedPerhaps:
            "\(code), this motion may have moved it already, and only unmoved markers were asked for"
        }
    }
}
