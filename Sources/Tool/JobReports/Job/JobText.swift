import Markers
import MarkersJobs
import RigidCalibration
import ToolServer
package import ToolTerminal

/// The report of a job for people: the verdict first, then the numbers, open markers, and the next steps.
package enum JobText {
    package static func text(_ report: JobReport, on screen: Screen) -> String {
        let head = report.head
        var text =
            "\(report.verdict.rawValue.uppercased())  \(visible(report.space)) on \(visible(head.server)): "
        text += ([summary(report)] + reasons(report)).joined(separator: " ") + "\n"
        guard report.loudness != .quiet else { return text }
        var facts: [(name: String, text: String)] = [
            ("job", visible(report.commands.file)),
            (
                "plan",
                "\(visible(String(head.digest.prefix(16)))), \(head.mode.rawValue), made \(visible(head.created))"
            ),
            ("markers", counts(report)),
        ]
        if let kind = head.straightened?.law.kind {
            facts.append(("shifts", "each marker by its own, straightened by \(kind.rawValue)"))
        }
        if let run = report.run { facts.append(("requests", "\(run.requests)")) }
        if let details = report.details {
            facts.append(("details", JobText.details(details)))
        } else if report.detailsAreDue, report.openCount == 0 {
            facts.append(("details", "not recalculated since corners were last sent"))
        }
        text += "\n" + TextTable.list(facts)
        if !report.unmarked.isEmpty {
            let sessions = listed(report.unmarked.map(\.wireText))
            text +=
                "\nalso\n  WARNING MARK_NOT_SETTLED The mark of this job could not be brought up to date on \(sessions).\n"
        }
        if !report.warnings.isEmpty {
            let shown =
                report.loudness == .verbose
                ? report.warnings[...] : report.warnings.prefix(TextTable.mostRows)
            text += "\nalso\n" + shown.map { "  WARNING \($0.code) \($0.sentence)\n" }.joined()
            text += TextTable.more(report.warnings.count - shown.count)
        }
        return text + open(report, on: screen) + "\n" + commands(report)
    }

    private static func summary(_ report: JobReport) -> String {
        let isApplied = report.direction == .apply
        if let vector = report.vector {
            let isThere = vector.word == (isApplied ? .done : .undone)
            return "the space's vector is \(isThere ? "" : "not ")\(isApplied ? "rewritten" : "put back")"
                + "\(isThere ? isCompared(report) ? ", as verified on the server" : "" : ": \(vector.word.rawValue)")."
        }
        // The server is the truth where it was asked.
        var ended = report.ended
        if case .made(let comparison)? = report.comparison {
            ended = isApplied ? comparison.asPlanned : min(ended, comparison.asPlanned)
        }
        let all = "\(ended) of \(counted(report.total, "marker"))"
        return
            "\(all) \(isApplied ? "moved" : "put back")\(isCompared(report) ? ", as verified on the server" : "")."
    }

    private static func isCompared(_ report: JobReport) -> Bool {
        if case .made(let comparison)? = report.comparison { comparison.isSound } else { false }
    }

    /// The reasons why it is not good, the gravest first.
    private static func reasons(_ report: JobReport) -> [String] {
        var reasons: [String] = []
        if let stop = report.run?.stop { reasons.append("\(stop.code): \(stop.sentence(report.head))") }
        if report.refused > 0, report.vector != nil {
            reasons.append(
                "REFUSED_MARKERS: \(counted(report.refused, "marker")) \(report.refused == 1 ? "is" : "are") not fit to be "
                    + "moved, but the vector moves them anyway.")
        } else if report.refused > 0 {
            reasons.append(
                "MIXED_SPACE: \(counted(report.refused, "marker")) could not be moved and "
                    + "\(report.refused == 1 ? "stays" : "stay") in the old frame.")
        }
        switch report.comparison {
        case .failed(let error)?: reasons.append("NOT_COMPARED: \(error.text).")
        case .made(let comparison)?: reasons += comparison.sentences
        case nil: break
        }
        if report.detailsAreDue, report.run?.stop == nil, report.run != nil || report.action == .verify {
            reasons.append("DETAILS_DUE: the server has not recalculated what it derives from corners.")
        }
        return reasons
    }

    private static func counts(_ report: JobReport) -> String {
        guard report.vector == nil else { return "\(report.total), moved by the space's vector" }
        let words = JobState.Word.allCases.compactMap { word in
            report.counts[word].map { "\($0) \(word.rawValue)" }
        }
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }

    private static func details(_ details: DetailsReport) -> String {
        let done = "recalculated in \(counted(details.sessions, "session"))"
        return details.problem.map { "\(done); not for the others: \($0.text)" } ?? done
    }

    /// The markers that are not where the job wants them.
    private static func open(_ report: JobReport, on screen: Screen) -> String {
        // That they wait says the number already.
        let open = report.open.filter { $0.state.word != .pending && $0.state.word != .done }
        guard !open.isEmpty else { return "" }
        let shown = report.loudness == .verbose ? open[...] : open.prefix(TextTable.mostRows)
        var table = TextTable(["marker", "id", "state", "reason"], words: [1, 2, 3])
        for one in shown {
            table.add([
                one.label.map { visible($0) } ?? "-", one.id.wireText, one.state.word.rawValue,
                one.state.code.map { visible($0) } ?? "",
            ])
        }
        return "\nnot done\n" + table.text(on: screen) + TextTable.more(open.count - shown.count)
    }

    /// The next steps, as they are typed.
    private static func commands(_ report: JobReport) -> String {
        let ways = report.ways, width = ways.map(\.name.count).max() ?? 0
        return ways.map { "  \(padded($0.name, width))  \($0.command)\n" }.joined()
    }
}
