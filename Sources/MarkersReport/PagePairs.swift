internal import Markers

/// The table of the pairs, the worst first.
struct PagePairs {
    let content: ReportContent
    /// As many rows as a page may have; the others are in its data.
    static let mostRows = 1000
    /// As many of them as are printed, which the style says, too.
    private static let rowsOnPaper = 40

    func write(to page: inout PageText) {
        let pairs = content.evidence.pairs
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
        page.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of the pairs\">")
        var columns: [(String, Bool)] = [("pair", false)]
        if hasGroups { columns.append(("marker", false)) }
        columns += ["dx", "dy", "dz", "length", "standardised", "leverage", "left out", "shift"].map {
            ($0, true)
        }
        columns.append(("state", false))
        let largest = content.evidence.figures?.largest ?? 0
        page.table(
            columns,
            caption:
                "Residuals in mm: target less moved source. Left out: the residual where the others predict the pair. "
                + "Shift: how far leaving it out moves the pairs.",
            isSortable: true
        ) { page in
            for place in shown { row(pairs[place], hasGroups, largest, &page) }
        }
        page.raw("</div>")
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

    private func row(
        _ pair: SavedPair, _ hasGroups: Bool, _ largest: Double, _ page: inout PageText
    ) {
        page.raw(pair.follows ? "<tr><th scope=\"row\"><bdi>" : "<tr class=\"flag\"><th scope=\"row\"><bdi>")
        page.text(ReportText.name(hasGroups ? pair.corner.map { "p\($0 + 1)" } ?? pair.id : pair.id))
        page.raw("</bdi></th>")
        if hasGroups {
            page.raw("<td class=\"t\"><bdi>")
            page.text(ReportText.name(pair.group ?? ""))
            page.raw("</bdi></td>")
        }
        func number(_ text: String?) {
            page.raw("<td>")
            page.text(text ?? "–")
            page.raw("</td>")
        }
        for place in 0..<3 { number(ReportText.millimetres(pair.residual[place], largest: largest)) }
        number(ReportText.millimetres(pair.length, largest: largest))
        number(pair.standardised.map { ReportText.fixed(2, $0) })
        number(ReportText.fixed(3, pair.leverage))
        number(pair.leaveOneOut.map { ReportText.millimetres($0, largest: largest) })
        number(pair.influence.map { ReportText.millimetres($0, largest: largest) })
        page.raw("<td>")
        page.text(pair.follows ? "used" : "left out" + (pair.reason.map { ": \($0)" } ?? ""))
        page.raw("</td></tr>\n")
    }
}
