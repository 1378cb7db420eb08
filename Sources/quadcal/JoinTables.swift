import Markers
import QuadGeometry

extension FitTables {
    /// Markers whose corners go together in another order than they are written, or all.
    static func orders(_ files: MarkerFiles, all: Bool) -> String {
        var table = TextTable(["marker", "its p1, p2, p3, p4 are the new", "next order worse by mm"])
        let shown = files.joined.matches.filter { all || $0.order != .identity }
        guard !shown.isEmpty else { return "" }
        for match in shown {
            let corners = (0..<4).map { "p\(match.order.indices[$0] + 1)" }
            table.add([
                visible(match.name), corners.joined(separator: ", "), MeasureText.millimetres(match.margin),
            ])
        }
        return "\ncorner orders\n" + table.text
    }

    /// Markers that have no pair.
    static func leftOut(_ files: MarkerFiles, all: Bool) -> String {
        var table = TextTable(["file", "line", "marker", "because"])
        let left = files.joined.leftOut, shown = all ? left[...] : left.prefix(mostRows)
        guard !left.isEmpty else { return "" }
        for one in shown {
            let isOld = one.side == .old
            let marker = isOld ? files.joined.join.old[one.place] : files.joined.join.new[one.place]
            table.add([
                fileLabel(isOld ? files.old.file : files.new.file), "\(marker.place.line)",
                visible(marker.name), one.reason.text(files.joined.join.key),
            ])
        }
        return "\nmarkers left out\n" + table.text + more(left.count - shown.count)
    }
}
