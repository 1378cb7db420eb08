internal import Markers

/// The tables of the pairs: those that were rejected with the reasons, and those that were used, the worst first.
struct PagePairs {
    let content: ReportContent
    /// The most rows of a table; the other pairs are in the data of the page.
    private static let mostRows = 250
    /// The number of rows that are printed, which the style also states.
    private static let rowsOnPaper = 40

    func write(to page: inout PageText) {
        let pairs = content.pairs
        guard !pairs.isEmpty else { return }
        let numbers = numbers
        page.section("pairs", "Pairs")
        let rejected = PagePairs.sorted(content.rejected)
        if !rejected.isEmpty {
            page.element("h3", "Rejected: \(content.shareRejected)")
            let largest = rejected.map(\.length).max() ?? 0
            let (reasons, swapped) = (reasons, content.fit.document.swapped)
            table(
                rejected, [("length", true), ("reason", false)],
                "Residuals in mm: how far the target is from the moved source.", &page
            ) { pair, page in
                let partner = swapped[pair.group ?? pair.id].map(Listener.program.quoted)
                let reason =
                    partner.map(MisplacedThing.reason(swappedWith:))
                    ?? reasons[RowName(id: pair.id, line: pair.line)] ?? "not stated"
                page.row(
                    names(pair), isFlagged: true, shape: numbers[pair.group ?? pair.id],
                    [ReportText.millimetres(pair.length, largest: largest), reason])
            }
        }
        let used = PagePairs.sorted(content.followers), largest = content.fit.document.evidence?.largest ?? 0
        page.element("h3", "Used: \(ReportText.counted(used.count, "pair")), the worst first")
        let columns = ["dx", "dy", "dz", "length", "standardised", "leverage", "LOO", "shift"]
        table(
            used, columns.map { ($0, true) },
            "Residuals in mm: target less moved source. LOO: the residual if only the others predict the pair. "
                + "Shift: how far omitting it moves the pairs.", &page
        ) { pair, page in
            func millimetres(_ metres: Double?) -> String {
                metres.map { ReportText.millimetres($0, largest: largest) } ?? "–"
            }
            page.row(
                names(pair), isFlagged: false, shape: numbers[pair.group ?? pair.id],
                (0..<3).map { millimetres(pair.residual[$0]) } + [
                    millimetres(pair.length), pair.standardised.map { ReportText.fixed(2, $0) } ?? "–",
                    ReportText.fixed(3, pair.leverage), millimetres(pair.leaveOneOut),
                    millimetres(pair.influence),
                ])
        }
        page.raw("</section>\n")
    }

    /// The worst first, by their standardised residuals where they are known.
    private static func sorted(_ pairs: [FitDocument.Pair]) -> [FitDocument.Pair] {
        pairs.indices.sorted { first, second in
            let (a, b) = (pairs[first], pairs[second])
            return (-(a.standardised ?? 0), -a.length, first) < (-(b.standardised ?? 0), -b.length, second)
        }.map { pairs[$0] }
    }

    /// A table of as many pairs as a page has room for, with a note on the others.
    private func table(
        _ pairs: [FitDocument.Pair], _ columns: [(title: String, isNumber: Bool)], _ caption: String,
        _ page: inout PageText, row: (FitDocument.Pair, inout PageText) -> Void
    ) {
        let shown = pairs.prefix(PagePairs.mostRows)
        let names = [("pair", false)] + (hasGroups ? [("marker", false)] : [])
        page.scrolling("Table of pairs") { page in
            page.table(names + columns, caption: caption, isSortable: true) { page in
                for pair in shown { row(pair, &page) }
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
    }

    private var hasGroups: Bool { content.pairs.contains { $0.group != nil } }

    private func names(_ pair: FitDocument.Pair) -> [String] {
        guard hasGroups else { return [ReportText.name(pair.id)] }
        return [
            ReportText.name(pair.corner.map { "p\($0 + 1)" } ?? pair.id), ReportText.name(pair.group ?? ""),
        ]
    }

    /// The numbers of the shapes by their names, as far as those are unique.
    private var numbers: [String: Int] {
        Dictionary(grouping: content.shapes, by: \.name).compactMapValues {
            $0.count == 1 ? $0[0].number : nil
        }
    }

    /// The identity of a pair: corners of one marker share its line.
    private struct RowName: Hashable {
        let id: String
        let line: Int
    }

    private var reasons: [RowName: String] {
        let rejected = content.fit.document.selection?.rejected ?? []
        return Dictionary(rejected.map { (RowName(id: $0.id, line: $0.line), $0.sentence) }) { _, last in last
        }
    }
}
