internal import Markers

/// The table of the pairs, the worst first.
struct PagePairs {
    let content: ReportContent
    /// The most rows on a page; the others are in its data.
    private static let mostRows = 250
    /// The number of rows that are printed, which the style also states.
    private static let rowsOnPaper = 40

    func write(to page: inout PageText) {
        let pairs = content.pairs
        guard !pairs.isEmpty else { return }
        let worst = pairs.indices.sorted { first, second in
            let (a, b) = (pairs[first], pairs[second])
            if a.follows != b.follows { return !a.follows }
            return (-(a.standardised ?? 0), -a.length, first) < (-(b.standardised ?? 0), -b.length, second)
        }
        let shown = worst.prefix(PagePairs.mostRows)
        let hasGroups = pairs.contains { $0.group != nil }
        page.raw("<section id=\"pairs\">")
        page.element("h2", "Pairs, the worst first")
        var columns: [(String, Bool)] = [("pair", false)]
        if hasGroups { columns.append(("marker", false)) }
        columns += ["dx", "dy", "dz", "length", "standardised", "leverage", "LOO", "shift"].map {
            ($0, true)
        }
        columns.append(("state", false))
        let largest = content.fit.document.evidence?.largest ?? 0
        page.scrolling("Table of the pairs") { page in
            page.table(
                columns,
                caption:
                    "Residuals in mm: target less moved source. LOO: the residual if only the others predict the pair. "
                    + "Shift: how far omitting it moves the pairs.",
                isSortable: true
            ) { page in
                let reasons = reasons
                for place in shown { row(pairs[place], reasons, hasGroups, largest, &page) }
            }
        }
        if shown.count > PagePairs.rowsOnPaper {
            page.element(
                "p class=\"note on-paper\"",
                "On paper the \(PagePairs.rowsOnPaper) first of \(ReportText.counted(shown.count, "row")).")
        }
        if shown.count < pairs.count {
            page.element(
                "p class=\"note\"",
                "The \(ReportText.grouped(shown.count)) worst of \(ReportText.counted(pairs.count, "pair")); all are in the "
                    + "data of this page.")
        }
        page.raw("</section>\n")
    }

    /// The identity of a pair: corners of one marker share its line.
    private struct RowName: Hashable {
        let id: String
        let line: Int
    }

    /// The reasons why pairs were left out, in words.
    private var reasons: [RowName: String] {
        let rejected = content.fit.document.selection?.rejected ?? []
        return Dictionary(rejected.map { (RowName(id: $0.id, line: $0.line), $0.sentence) }) { _, last in last
        }
    }

    private func row(
        _ pair: FitDocument.Pair, _ reasons: [RowName: String], _ hasGroups: Bool, _ largest: Double,
        _ page: inout PageText
    ) {
        let id = ReportText.name(hasGroups ? pair.corner.map { "p\($0 + 1)" } ?? pair.id : pair.id)
        let reason = reasons[RowName(id: pair.id, line: pair.line)]
        func millimetres(_ metres: Double?) -> String {
            metres.map { ReportText.millimetres($0, largest: largest) } ?? "–"
        }
        page.row(
            hasGroups ? [id, ReportText.name(pair.group ?? "")] : [id], isFlagged: !pair.follows,
            (0..<3).map { millimetres(pair.residual[$0]) } + [
                millimetres(pair.length), pair.standardised.map { ReportText.fixed(2, $0) } ?? "–",
                ReportText.fixed(3, pair.leverage), millimetres(pair.leaveOneOut),
                millimetres(pair.influence),
                pair.follows ? "used" : "rejected" + (reason.map { ": \($0)" } ?? ""),
            ])
    }
}
