import Markers
import QuadGeometry
import ToolMarkers
import ToolTerminal

/// A comparison of calibrated data for people: a line for each marker that is off, the worst first, and the verdict.
enum CalibrateText {
    static func text(_ report: CalibrateReport, on screen: Screen) -> String {
        guard report.options.loudness != .quiet else { return verdict(report) }
        let isVerbose = report.options.loudness == .verbose
        let listed = report.rows.filter { isVerbose || $0.comparison.state != .same }
        let shown = isVerbose ? listed[...] : listed.prefix(TextTable.mostRows)
        let column = MillimetreColumn(largest: report.largest ?? 0)
        var table = TextTable(["marker", "stored data", "off by mm", "at"], words: [1, 3])
        for row in shown {
            let comparison = row.comparison
            table.add([
                row.name, comparison.state.text, comparison.distance.map(column.text) ?? "",
                comparison.distance == nil ? "" : comparison.corner.map { "p\($0 + 1)" } ?? "center",
            ])
        }
        return covered(report)
            + (shown.isEmpty ? "" : table.text(on: screen) + TextTable.more(listed.count - shown.count))
            + refusals(report) + verdict(report)
    }

    /// The part of a space that was looked at, if it is not the whole.
    private static func covered(_ report: CalibrateReport) -> String {
        guard report.closedCount > 0 else { return "" }
        let looked = report.rows.count + report.refused.count
        return "\(looked) of \(counted(looked + report.closedMarkers, "marker")) looked at: "
            + "\(counted(report.closedCount, "session")) done or archived \(report.closedCount == 1 ? "is" : "are") left out "
            + "(--closed takes them, too)\n"
    }

    private static func refusals(_ report: CalibrateReport) -> String {
        report.refused.prefix(TextTable.mostRows).map { one in
            "\(fileLabel(one.file)):\(one.line): not computed: \(one.error.text)\n"
        }.joined() + TextTable.more(max(0, report.refused.count - TextTable.mostRows))
    }

    private static func verdict(_ report: CalibrateReport) -> String {
        let (stale, missing) = (report.count(.stale), report.count(.missing)), all = report.rows.count
        let off = report.largest.map { ", by \(MeasureText.length($0)) at most" } ?? ""
        let follow = report.calibration.text
        var parts: [String] = []
        if let output = report.options.output {
            parts = [
                "\(visible(output)) has the calibrated_data of \(stale + missing) of \(counted(all, "marker")) computed again "
                    + "from \(follow)"
            ]
        } else if stale > 0 {
            parts = [
                "stored data of \(stale) of \(counted(all, "marker")) do not follow from \(follow)\(off)"
            ]
        } else {
            parts = ["stored data of \(all - missing) of \(counted(all, "marker")) follow from \(follow)"]
        }
        if missing > 0, report.options.output == nil { parts.append("\(missing) have no calibrated_data") }
        if !report.refused.isEmpty { parts.append("\(report.refused.count) cannot be read") }
        if report.closedCount > 0 {
            parts.append(
                "\(counted(report.closedCount, "closed session")) left out (--closed, or --session names them)"
            )
        }
        return "\(report.verdict.rawValue.uppercased())  \(report.label): \(parts.joined(separator: ", "))\n"
    }

    static func advice(_ report: CalibrateReport) -> [String] {
        let calibration = report.calibration
        if calibration.isOfOtherSign, let sign = calibration.known?.calibration.sign {
            return [
                "stored data follow from the vector with the other sign: --sign "
                    + VectorSign.allCases.filter { $0 != sign }.map(\.word).joined() + " counts it so"
            ]
        }
        var advice: [String] = []
        if report.count(.missing) > 0, calibration.fit == nil, calibration.known?.calibration.vector == nil {
            advice.append(
                "the space has no vector: --vector X,Y,Z or --fit FIT says what its data follow from")
        } else if report.count(.missing) > 0, report.options.output == nil, !report.options.writes {
            advice.append(
                "\(counted(report.count(.missing), "marker")) \(report.count(.missing) == 1 ? "has" : "have") no calibrated_data: "
                    + (report.isOfServer
                        ? "--write stores it on the server" : "--out FILE writes a copy with it"))
        }
        guard calibration.isUndecided || calibration.known?.basis == .assumed else { return advice }
        return advice + [
            (calibration.isUndecided
                ? "stored data follow from neither sign of the vector throughout"
                : "no stored data show the sign of the vector")
                + ", so it is taken as added; --sign says how it counts"
        ]
    }
}

extension CalibratedComparison.State {
    fileprivate var text: String {
        switch self {
        case .same: "as computed"
        case .stale: "do not follow"
        case .missing: "none"
        }
    }
}
