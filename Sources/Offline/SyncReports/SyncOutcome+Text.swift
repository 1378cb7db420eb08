internal import Foundation
internal import Markers
internal import MarkersEndpoint
internal import MarkersOffline
import ToolServer
package import ToolTerminal

extension SyncOutcome {
    /// The report for people: what waits for a decision, what is kept, and the verdict.
    package func text(_ loudness: Loudness, on screen: Screen) -> String {
        guard loudness != .quiet else { return verdictLine }
        let parts = [demo?.text ?? "", parkedTable(loudness, screen), listTable(loudness, screen), remarks]
        return parts.filter { !$0.isEmpty }.map { $0 + "\n" }.joined() + verdictLine
    }

    private func parkedTable(_ loudness: Loudness, _ screen: Screen) -> String {
        guard !report.parked.isEmpty else { return "" }
        var table = TextTable(
            ["parked", "kind", "reason", "field", "mine", "theirs", "apart"], words: [1, 2, 3, 4, 5])
        let shown = loudness == .verbose ? report.parked[...] : report.parked.prefix(TextTable.mostRows)
        for edit in shown {
            let sides = edit.sides.filter { $0.mine != $0.theirs }
            for (place, side) in (sides.isEmpty ? [nil] : sides.map(Optional.init)).enumerated() {
                let isFirst = place == 0
                table.add([
                    isFirst ? String(edit.id.wireText.prefix(Self.shownDigits)) : "",
                    isFirst ? edit.kind.rawValue : "",
                    isFirst ? (edit.reason?.rawValue ?? "") + (edit.code.map { " \($0)" } ?? "") : "",
                    side?.field ?? "", Self.short(side?.mine), Self.short(side?.theirs),
                    side?.distance.map { MeasureText.length($0) } ?? "",
                ])
            }
        }
        return table.text(on: screen) + TextTable.more(report.parked.count - shown.count)
    }

    /// The digits of an id that are shown, which name it.
    private static let shownDigits = 8
    private static let shownValue = 30

    private static func short(_ text: String?) -> String {
        text.map { visible($0, atMost: shownValue) } ?? ""
    }

    private func listTable(_ loudness: Loudness, _ screen: Screen) -> String {
        guard !report.lists.isEmpty else { return "" }
        var table = TextTable(["kept", "state", "elements", "new", "changed", "gone"], words: [1])
        let shown = loudness == .verbose ? report.lists[...] : report.lists.prefix(TextTable.mostRows)
        for list in shown {
            table.add([
                visible(list.category.name), list.staleness.rawValue, list.count.map { "\($0)" } ?? "-",
                "\(list.added)", "\(list.changed)", "\(list.removed)",
            ])
        }
        return table.text(on: screen) + TextTable.more(report.lists.count - shown.count)
    }

    private var remarks: String {
        var lines: [String] = []
        if let failure = report.flush.failure { lines.append("not all was sent: \(failure.text)") }
        if let failure = report.flush.storeFailure {
            lines.append("what was sent could not be noted: \(failure.code); the next run finds it out")
        }
        if report.flush.storeFailure == nil, let failure = report.storeFailure {
            let (message, remedy) = failure.explained(to: .terminal)
            lines.append("not all could be kept: \(message)\(remedy.map { "; \($0)" } ?? "")")
        }
        if report.flush.failure == nil, let failure = offline {
            lines.append("the server was not reached: \(failure.text)")
        }
        if let fallback = report.fallback {
            lines.append(
                "the server does not validate all lists at once (\(fallback.code)); each was asked for")
        }
        if !report.flush.superseded.isEmpty {
            lines.append(
                "\(counted(report.flush.superseded.count, "edit")) withdrawn: a newer fit takes their place")
        }
        for session in report.flush.uncompared.map(\.wireText).sorted() {
            lines.append(
                "session \(session): too little was kept to tell whether it was recalibrated while its markers waited"
            )
        }
        for list in report.lists {
            guard case .listCutOff(let name, let lacking, let existing)? = list.failure else { continue }
            lines.append(
                "\(visible(name)): the server's list lacks \(lacking) of what was there, but \(visible(existing)) exists "
                    + "(LIST_LOOKS_CUT_OFF); what is kept stays")
        }
        for list in report.lists {
            guard let count = list.count, MarkersAPI.suspiciousCounts.contains(count) else { continue }
            lines.append(
                "\(visible(list.category.name)): exactly \(count) elements, as where a server cuts lists off without a word "
                    + "(LIST_LOOKS_CUT_OFF); nothing here can tell")
        }
        if !report.damaged.isEmpty {
            let fresh = Set(report.lists.filter { $0.staleness == .fresh }.map(\.category))
            let isRead = report.damaged.allSatisfy(fresh.contains)
            lines.append(
                "damaged and set aside\(isRead ? ", and read again since" : ""): "
                    + listed(report.damaged.map(\.name)))
        }
        let moved = Set(report.parked.filter { $0.reason == .sessionMoved }.map(\.session.wireText)).sorted()
        for session in moved {
            lines.append(
                "session \(session) has moved since: quadcal sync --store \(ShellWord.quoted(file)) --follow \(session)"
            )
        }
        if let output { lines.append("the markers are in \(fileLabel(output))") }
        return lines.map { "  \($0)\n" }.joined()
    }

    private var verdictLine: String {
        var parts: [String] = []
        if sends { parts.append("\(counted(report.flush.done.count, "edit")) sent") }
        if !decided.isEmpty { parts.append("\(counted(decided.count, "edit")) decided on") }
        parts.append("\(report.flush.waiting.count) waiting")
        parts.append("\(report.parked.count) parked")
        let fresh = report.lists.count { $0.staleness == .fresh }
        parts.append(
            sends
                ? "\(fresh) of \(counted(report.lists.count, "list")) fresh"
                : "\(counted(report.lists.count, "list")) kept")
        let next = isInterrupted ? "; interrupted: run the same command again to resume" : ""
        return
            "\(verdict.rawValue.uppercased())  \(fileLabel(file)): \(parts.joined(separator: ", "))\(next)\n"
    }
}
