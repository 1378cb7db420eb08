package import Markers
import QuadGeometry
import ToolTerminal

/// A thing worth saying about a check that does not change the result. Every one is listed here.
package enum Advice {
    case repairsSuggested(count: Int, format: MarkerFormat)
    case repaired(Repair)
    case repairedInAll(reordered: Int, flattened: Int, leftOut: Int, output: String)
    case notRepaired(MarkerFinding)
    /// Markers that were not looked at for repairs, since their unit may have slipped.
    case unitsUncertain(count: Int)
    case nothingWritten(output: String)
    case more(count: Int)

    package var text: String {
        switch self {
        case .repairsSuggested(let count, let format):
            "\(counted(count, "finding")) can be fixed: --fix OUT.\(format.rawValue) writes a fixed file"
        case .repaired(let repair):
            "\(repair.site.text(.whole)): "
                + repair.steps.map { Advice.text($0, repair.original) }.joined(separator: ", ")
        case .repairedInAll(let reordered, let flattened, let leftOut, let output):
            "\(visible(output)): \(reordered) reordered, \(flattened) flattened, \(leftOut) removed"
        case .notRepaired(let finding):
            "\(finding.text(.whole)): not fixed, still \(finding.code.rawValue): \(finding.message(.whole))"
        case .unitsUncertain(let count):
            "\(counted(count, "marker")) not repaired, since the unit may have slipped (UNIT_SLIP): correct that "
                + "first, or repair anyway with --ignore UNIT_SLIP"
        case .nothingWritten(let output):
            "\(visible(output)): not written, since the input was not read to the end"
        case .more(let count): "and \(count) more; -v lists all"
        }
    }

    private static func text(_ fix: QuadFix, _ original: MarkerSite?) -> String {
        switch fix {
        case .reorder(let order): "reordered to \(QuadIssue.order(order))"
        case .flatten: "flattened"
        case .dropMarker:
            "removed" + (original.map { ", since \($0.text(.whole)) is in the same place" } ?? "")
        }
    }

    package static func on(_ report: CheckReport) -> [Advice] {
        let isQuiet = report.options.loudness == .quiet
        let findings = report.files.flatMap(\.findings)
        guard let output = report.options.fixedFile else {
            let count = findings.count { $0.fix != nil }
            // One file is fixed at a time.
            guard count > 0, !isQuiet, report.files.count == 1, let file = report.files.first else {
                return []
            }
            return [.repairsSuggested(count: count, format: file.file.format)]
        }
        guard report.failures.isEmpty else { return isQuiet ? [] : [.nothingWritten(output: output)] }
        let repairs = report.files.flatMap(\.repairs)
        let remaining = findings.filter { $0.severity == .error || $0.severity == .warning }
        func count(_ matches: (QuadFix) -> Bool) -> Int {
            repairs.count { $0.steps.contains(where: matches) }
        }
        let leftOut = count { $0 == .dropMarker }
        let inAll = Advice.repairedInAll(
            reordered: count { if case .reorder = $0 { true } else { false } },
            flattened: count { $0 == .flatten }, leftOut: leftOut, output: output)
        // Markers are never removed without a word.
        guard !isQuiet else { return leftOut > 0 ? [inAll] : [] }
        let lines =
            cut(repairs.map { .repaired($0) }, report) + cut(remaining.map { .notRepaired($0) }, report)
        let unrepaired = report.files.reduce(0) { $0 + $1.unrepaired }
        return lines + (unrepaired > 0 ? [.unitsUncertain(count: unrepaired)] : []) + [inAll]
    }

    /// The most lines of one kind, unless more are asked for.
    private static let mostLines = 20

    private static func cut(_ lines: [Advice], _ report: CheckReport) -> [Advice] {
        guard report.options.loudness != .verbose, lines.count > mostLines else { return lines }
        return lines.prefix(mostLines) + [.more(count: lines.count - mostLines)]
    }
}
