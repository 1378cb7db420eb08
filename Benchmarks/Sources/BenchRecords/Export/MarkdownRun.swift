import Foundation

/// A run as tables, one an area.
package enum MarkdownRun {
    package static func text(_ run: RunRecord) -> String {
        var lines = ["# Measurements of \(run.date)", "", heading(run.machine), ""]
        for area in run.areas {
            lines += ["## \(area)", "", "| measurement | value | peer | ratio | limit | |"]
            lines.append("| --- | --- | --- | --- | --- | --- |")
            lines += run.measurements.filter { $0.area == area }.map(row)
            lines.append("")
        }
        lines += run.notes.map { "* \(cell($0))" }
        return lines.joined(separator: "\n").trimmingCharacters(in: .newlines) + "\n"
    }

    /// The machine in a sentence.
    package static func heading(_ machine: MachineRecord) -> String {
        let commit = machine.commit.map { ", commit \($0.prefix(7))" } ?? ""
        let dirty = machine.isDirty == true ? " with changes" : ""
        return "\(cell(machine.processor)) (\(machine.processorClass)), \(machine.processors) processors, "
            + "\(machine.compiler), kernels \(machine.kernels)\(commit)\(dirty)."
    }

    private static func row(_ one: MeasuredValue) -> String {
        let peer = one.peer.map { "\(number($0.value)) (\(cell($0.name)))" } ?? ""
        let limit = one.limit.map {
            (one.better == .lower ? "≤ " : "≥ ") + number($0) + (one.limitIsRatio == true ? " times" : "")
        }
        let verdict = one.isWithinLimit.map { $0 ? "met" : "**not met**" }
        return "| \(cell(one.name)) | \(number(one.value)) \(one.unit) | \(peer) | "
            + "\(one.ratio.map(number) ?? "") | \(limit ?? "") | \(verdict ?? "") |"
    }

    /// Three digits, or all those before the point.
    package static func number(_ value: Double) -> String {
        guard value.isFinite else { return "none" }
        if value.magnitude >= 999.5 { return String(format: "%.0f", value) }
        return String(format: "%.3g", value)
    }

    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\n", with: " ")
    }
}
