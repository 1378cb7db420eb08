import Markers
import QuadGeometry
package import ToolTerminal

extension JoinedFiles {
    package func tables(all: Bool, on screen: Screen) -> String {
        orders(all: all, on: screen) + leftOut(all: all, on: screen)
    }

    /// Markers whose corners match in another order than they are written, or all.
    private func orders(all: Bool, on screen: Screen) -> String {
        var table = TextTable(
            ["marker", "its p1, p2, p3, p4 are the new", "next order worse by mm"], words: [1])
        let shown = joined.matches.filter { all || $0.order != .identity }
        guard !shown.isEmpty else { return "" }
        for match in shown {
            let corners = (0..<4).map { "p\(match.order.indices[$0] + 1)" }
            table.add([
                visible(match.name), corners.joined(separator: ", "), MeasureText.millimetres(match.margin),
            ])
        }
        return "\ncorner orders\n" + table.text(on: screen)
    }

    /// Unmatched markers.
    private func leftOut(all: Bool, on screen: Screen) -> String {
        var table = TextTable(["file", "line", "marker", "reason"], words: [2, 3])
        let left = joined.leftOut, shown = all ? left[...] : left.prefix(TextTable.mostRows)
        guard !left.isEmpty else { return "" }
        for one in shown {
            let isOld = one.side == .old
            let marker = isOld ? joined.join.old[one.place] : joined.join.new[one.place]
            table.add([
                fileLabel(isOld ? old.file : new.file), "\(marker.place.line)",
                visible(marker.name), one.reason.text(joined.join.key),
            ])
        }
        return "\nunmatched markers\n" + table.text(on: screen) + TextTable.more(left.count - shown.count)
    }
}
