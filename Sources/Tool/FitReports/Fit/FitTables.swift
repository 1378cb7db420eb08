import MarkerTables
import Markers
import QuadGeometry
import RigidCalibration
import ToolMarkers
import ToolTerminal

enum FitTables {
    static func pairs(_ report: FitReport, on screen: Screen) -> String {
        var table = TextTable(["id", "dx", "dy", "dz", "length", "standardised", "leverage", "LOO"])
        let column = MillimetreColumn(largest: report.calibration.evidence.largest)
        for pair in report.pairsByMisfit {
            let one = report.calibration.evidence.pairs[pair]
            table.add(
                [visible(report.pairs.ids[pair])] + column.parts(one.residual) + [
                    column.text(one.length), number(one.standardised), MeasureText.digits(3, one.leverage),
                    one.leaveOneOut.map(column.text) ?? "-",
                ])
        }
        return table.text(on: screen)
    }

    /// The markers, or pairs, with the errors that would not be noticed in them.
    static func hidden(_ reliability: FitDocument.Reliability, on screen: Screen) -> String {
        var table = TextTable(
            ["marker", "checked of 3", "chance", "hides", "which moves", "by"], words: [4])
        let shown = reliability.markers.prefix(TextTable.mostRows)
        for one in shown {
            table.add([
                visible(one.name), MeasureText.digits(3, one.redundancy), number(one.probability),
                one.hidden.map { MeasureText.millimetres($0.size) } ?? "any error",
                one.hidden?.point.map { visible($0) } ?? "-",
                one.hidden?.effect.map { MeasureText.millimetres($0) } ?? "-",
            ])
        }
        return table.text(on: screen) + TextTable.more(reliability.markers.count - shown.count)
    }

    /// The rejected pairs, those of one marker with one reason in one row.
    static func rejections(_ report: FitReport, on screen: Screen) -> String {
        let rows = rejectedMarkers(report)
        let shown = report.options.loudness == .verbose ? rows[...] : rows.prefix(TextTable.mostRows)
        let column = MillimetreColumn(largest: rows.first?.worst.distance ?? 0)
        let isGrouped = report.pairs.groupNames != nil
        var table = TextTable(
            isGrouped ? ["marker", "pairs", "off by", "reason"] : ["id", "off by", "reason"],
            words: [isGrouped ? 3 : 2])
        let swaps = report.swaps(report.rejectionsByDistance.map(\.pair)).flatMap { [($0, $1), ($1, $0)] }
        for (worst, pairs) in shown {
            let partner = swaps.first { $0.0.contains(worst.pair) }.map { report.markerName($0.1) }
            let name =
                pairs.count > 1 ? report.pairs.name(ofGroupOf: worst.pair) : report.pairs.ids[worst.pair]
            table.add(
                [visible(name)] + (isGrouped ? ["\(pairs.count)"] : []) + [
                    column.text(worst.distance),
                    partner.map(MisplacedThing.reason(swappedWith:)) ?? worst.reason.text,
                ])
        }
        return table.text(on: screen) + TextTable.more(rows.count - shown.count)
    }

    /// The worst rejection of each marker and reason, and its pairs; the worst first.
    private static func rejectedMarkers(_ report: FitReport) -> [(worst: Rejection, pairs: [Int])] {
        var rows: [(worst: Rejection, pairs: [Int])] = []
        var places: [Int: [RejectionReason: Int]] = [:]
        for one in report.rejectionsByDistance {
            if let group = one.group, let row = places[group]?[one.reason] {
                rows[row].pairs.append(one.pair)
                continue
            }
            if let group = one.group { places[group, default: [:]][one.reason] = rows.count }
            rows.append((one, [one.pair]))
        }
        return rows
    }

    static func points(_ report: FitReport, on screen: Screen) -> String {
        let isStraightened = report.straightening.taken != nil
        let columns = ["id", "goes to x", "y", "z", "in 95 of 100 within"]
        var table = TextTable(
            columns + (isStraightened ? ["shifted by", ""] : []), words: isStraightened ? [6] : [])
        let order = report.predictions.indices.sorted { first, second in
            let (a, b) = (report.predictions[first].error ?? 0, report.predictions[second].error ?? 0)
            return (-a, first) < (-b, second)
        }
        let shown = listed(order, report)
        for place in shown {
            let one = report.predictions[place]
            table.add(
                [visible(report.points?.ids[place] ?? "")] + (0..<3).map { MeasureText.fixed(one.moved[$0]) }
                    + [one.error.map(MeasureText.length) ?? "-"]
                    + (one.shift.map {
                        [MeasureText.length($0.shift.length), one.beyond == nil ? "" : "fades"]
                    } ?? []))
        }
        return table.text(on: screen) + TextTable.more(order.count - shown.count)
    }

    static func checks(_ report: FitReport, on screen: Screen) -> String {
        let isGrouped = report.checkPairs?.groupNames != nil
        let columns = ["dx", "dy", "dz", "length", "95 % alone", "95 % of all", ""]
        var table = TextTable(
            (isGrouped ? ["id", "marker"] : ["id"]) + columns, words: isGrouped ? [1, 8] : [7])
        let order = report.checks.indices.sorted { first, second in
            (-report.checks[first].residual.length, first) < (-report.checks[second].residual.length, second)
        }
        let shown = listed(order, report)
        let column = MillimetreColumn(largest: order.first.map { report.checks[$0].residual.length } ?? 0)
        for place in shown {
            let one = report.checks[place]
            table.add(
                [report.checkPairs?.ids[place], report.checkPairs?.groupName(of: place)]
                    .compactMap { $0.map { visible($0) } } + column.parts(one.residual) + [
                        column.text(one.residual.length), one.error.map(column.text) ?? "-",
                        one.bound.map(column.text) ?? "-", one.misses ? "misses" : "",
                    ])
        }
        return table.text(on: screen) + TextTable.more(order.count - shown.count)
    }

    static func models(_ report: FitReport, on screen: Screen) -> String {
        var table = TextTable(["model", "rms mm", "LOO mm", "turn °", "tilt °", "worst error mm"])
        for one in report.calibration.evidence.comparison {
            table.add([
                one.model.name == report.calibration.model.name ? "\(one.model.name) *" : one.model.name,
                MeasureText.millimetres(one.rms), number(one.leaveOneOutRMS.map { $0 * 1000 }),
                MeasureText.digits(3, one.turn), MeasureText.digits(3, one.tilt),
                number(one.worstError.map { $0 * 1000 }),
            ])
        }
        return table.text(on: screen)
    }

    private static func listed(_ order: [Int], _ report: FitReport) -> ArraySlice<Int> {
        report.options.loudness == .verbose ? order[...] : order.prefix(TextTable.mostRows)
    }

    private static func number(_ number: Double?) -> String {
        number.map { MeasureText.digits(3, $0) } ?? "-"
    }
}
