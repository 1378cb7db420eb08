internal import Markers

/// The tables of markers, of points that were asked for, and of pairs that are only checked.
struct PageMarkers {
    let scene: SceneDrawing
    private var content: ReportContent { scene.content }
    /// The most rows of a table; a note says how many more there are.
    private var mostRows: Int { content.pairs.count > PageMarkers.manyPairs ? 400 : 1000 }
    /// With more pairs than this, the data of the page need the room.
    private static let manyPairs = 2000

    func write(to page: inout PageText) {
        markers(&page)
        points(&page)
        checks(&page)
    }

    /// Markers that need attention, then the others, worst first.
    private func markers(_ page: inout PageText) {
        let rows = content.shapes.map { (shape: $0, error: content.error(of: $0)) }
        let order = rows.indices.sorted { first, second in
            let keys = [first, second].map { place in
                (rows[place].shape.tone == .flagged ? 0 : 1, -(rows[place].error ?? 0), place)
            }
            return keys[0] < keys[1]
        }
        let largest = rows.compactMap(\.error).max() ?? 0
        folded(
            "Every marker with its error and its state", rows.count, "markers",
            [
                ("marker", false), ("x", true), ("y", true), ("z", true), ("goes by", true), ("error", true),
                ("state", false),
            ], caption: "Middle afterwards and way in m, error in mm.", &page
        ) { page in
            for (shape, error) in order.prefix(mostRows).map({ rows[$0] }) {
                page.row(
                    [ReportText.name(shape.name)], isFlagged: shape.tone == .flagged,
                    shape: shape.after.isEmpty ? nil : shape.number,
                    PageMarkers.places(shape) + [
                        error.map { ReportText.millimetres($0, largest: largest) } ?? "–", shape.note,
                    ])
            }
        }
    }

    private static func places(_ shape: ReportShape) -> [String] {
        guard !shape.after.isEmpty else { return ["–", "–", "–", "–"] }
        let center = shape.center
        let way = center - shape.before.reduce(.zero, +) / Double(max(shape.before.count, 1))
        return (0..<3).map { ReportText.fixed(3, center[$0]) }
            + [ReportText.fixed(3, (way * way).sum().squareRoot())]
    }

    private func points(_ page: inout PageText) {
        let points = content.fit.document.points ?? []
        guard !points.isEmpty else { return }
        let order = points.indices.sorted {
            (-(points[$0].error95 ?? 0), $0) < (-(points[$1].error95 ?? 0), $1)
        }
        let largest = points.compactMap(\.error95).max() ?? 0
        folded(
            "The requested points", points.count, "points",
            [("point", false), ("x", true), ("y", true), ("z", true), ("error", true)],
            caption: "Where the motion leads, in m; error in mm.", &page
        ) { page in
            for point in order.prefix(mostRows).map({ points[$0] }) {
                page.row(
                    [ReportText.name(point.id)], isFlagged: false,
                    (0..<3).map { ReportText.fixed(3, point.moved[$0]) } + [
                        point.error95.map { ReportText.millimetres($0, largest: largest) } ?? "–"
                    ])
            }
        }
    }

    private func checks(_ page: inout PageText) {
        let checks = content.fit.document.checks ?? []
        guard !checks.isEmpty else { return }
        let order = checks.indices.sorted { (-checks[$0].length, $0) < (-checks[$1].length, $1) }
        let largest = checks.map(\.length).max() ?? 0
        func millimetres(_ metres: Double) -> String { ReportText.millimetres(metres, largest: largest) }
        let isGrouped = checks.contains { $0.group != nil }
        let columns = ["dx", "dy", "dz", "length", "95 % alone", "95 % of all"].map { ($0, true) }
        folded(
            "Check pairs, which were not used in the fit", checks.count, "checks",
            (isGrouped ? [("pair", false), ("marker", false)] : [("pair", false)]) + columns + [
                ("state", false)
            ],
            caption:
                "In mm: target less moved source, what 95 of 100 such pairs stay within, and what all check pairs "
                + "together stay within in 95 of 100 cases.", &page
        ) { page in
            for check in order.prefix(mostRows).map({ checks[$0] }) {
                page.row(
                    [ReportText.name(check.id)] + (isGrouped ? [ReportText.name(check.group ?? "")] : []),
                    isFlagged: check.misses,
                    (0..<3).map { millimetres(check.residual[$0]) } + [
                        millimetres(check.length), check.error95.map(millimetres) ?? "–",
                        check.bound.map(millimetres) ?? "–",
                        check.misses ? "farther off than expected" : "as expected",
                    ])
            }
        }
    }

    /// A table that the reader can open.
    private func folded(
        _ title: String, _ count: Int, _ what: String, _ columns: [(title: String, isNumber: Bool)],
        caption: String, _ page: inout PageText, _ rows: (inout PageText) -> Void
    ) {
        let shown = min(count, mostRows)
        page.raw("<details><summary>")
        page.text(
            shown < count
                ? "\(title) (\(ReportText.grouped(shown)) of \(ReportText.grouped(count)))"
                : "\(title) (\(ReportText.grouped(count)))")
        page.raw("</summary>")
        page.scrolling("Table of the \(what)") { page in
            page.table(columns, caption: caption, isSortable: true, rows)
        }
        page.raw("</details>\n")
    }
}
