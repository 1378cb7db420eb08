import Foundation

/// The plot of measurements of one unit, a line each.
struct AreaPlot {
    private let rows: [MeasuredValue]
    private let unit: String
    private let axis: PlotAxis

    private static let width = 960.0, left = 400.0, right = 150.0, step = 24.0, top = 10.0

    init(_ rows: [MeasuredValue], unit: String) {
        self.rows = rows
        self.unit = unit
        let limits = rows.compactMap { $0.limitIsRatio == true ? nil : $0.limit }
        axis = PlotAxis(
            rows.flatMap { $0.samples + [$0.value] + ($0.peer.map { [$0.value] } ?? []) } + limits,
            // Digits are logarithms already.
            isLogarithmic: !rows.contains { $0.quantity == .digits })
    }

    var svg: String {
        let bottom = AreaPlot.top + AreaPlot.step * Double(rows.count), height = bottom + 24
        var parts = [
            "<svg viewBox=\"0 0 \(Int(AreaPlot.width)) \(Int(height))\" role=\"img\" "
                + "aria-label=\"\(JUnitRun.escaped(rows.map(\.name).joined(separator: ", ")))\">"
        ]
        for tick in axis.ticks {
            let x = x(tick)
            parts.append(
                "<line class=\"grid\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(AreaPlot.top)\" y2=\"\(bottom)\"/>")
            parts.append(
                "<text class=\"faint\" x=\"\(x)\" y=\"\(bottom + 16)\" text-anchor=\"middle\">"
                    + "\(PlotAxis.label(tick))</text>")
        }
        for (index, row) in rows.enumerated() {
            parts += line(row, AreaPlot.top + AreaPlot.step * (Double(index) + 0.5))
        }
        return (parts + ["</svg>"]).joined(separator: "\n")
    }

    private func x(_ value: Double) -> String {
        let room = AreaPlot.width - AreaPlot.left - AreaPlot.right
        return String(format: "%.1f", AreaPlot.left + room * axis.share(value))
    }

    private func line(_ row: MeasuredValue, _ y: Double) -> [String] {
        let isBroken = row.isWithinLimit == false
        var parts = [
            "<text x=\"\(AreaPlot.left - 12)\" y=\"\(y + 4)\" text-anchor=\"end\">\(label(row.name))</text>"
        ]
        if let limit = row.limitIsRatio == true
            ? row.limit.flatMap({ limit in row.peer.map { limit * $0.value } })
            : row.limit
        {
            parts.append(
                "<line class=\"limit\" x1=\"\(x(limit))\" x2=\"\(x(limit))\" y1=\"\(y - 10)\" y2=\"\(y + 10)\"/>"
            )
        }
        if let peer = row.peer {
            parts.append(
                "<circle class=\"peer\" cx=\"\(x(peer.value))\" cy=\"\(y)\" r=\"4.5\"><title>"
                    + "\(JUnitRun.escaped(peer.name)): \(peer.value) \(unit)</title></circle>")
        }
        let kind = isBroken ? "broken" : "ours"
        if let least = row.samples.min(), let most = row.samples.max(), most > least {
            parts.append(
                "<path class=\"\(kind)\" d=\"M\(x(least)) \(y - 4)v8m0 -4H\(x(most))m0 -4v8\"/>")
        }
        parts.append(
            "<circle class=\"\(kind)\" cx=\"\(x(row.value))\" cy=\"\(y)\" r=\"4.5\"><title>"
                + "\(JUnitRun.escaped(row.name)): \(row.value) \(unit)</title></circle>")
        let ratio = row.ratio.map { ", \(MarkdownRun.number($0)) × peer" } ?? ""
        parts.append(
            "<text x=\"\(AreaPlot.width - AreaPlot.right + 14)\" y=\"\(y + 4)\">"
                + "\(MarkdownRun.number(row.value))\(ratio)</text>")
        return parts
    }

    /// A name that fits beside the plot.
    private func label(_ name: String) -> String {
        let most = 66
        return JUnitRun.escaped(name.count <= most ? name : name.prefix(most - 1) + "…")
    }
}
