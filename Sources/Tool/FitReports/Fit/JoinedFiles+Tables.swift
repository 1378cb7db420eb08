import Markers
import QuadGeometry
package import ToolTerminal

extension JoinedFiles {
    package func tables(on screen: Screen) -> String {
        orders(on: screen) + leftOut(on: screen)
    }

    /// The order of corners in which each marker matches.
    private func orders(on screen: Screen) -> String {
        var table = TextTable(
            ["marker", "its p1, p2, p3, p4 are the new", "next order worse by mm"], words: [1])
        for match in joined.matches {
            let corners = (0..<4).map { "p\(match.order.indices[$0] + 1)" }
            table.add([
                visible(match.name), corners.joined(separator: ", "), MeasureText.millimetres(match.margin),
            ])
        }
        return "\ncorner orders\n" + table.text(on: screen)
    }

    /// Unmatched markers.
    private func leftOut(on screen: Screen) -> String {
        var table = TextTable(["file", "line", "marker", "reason"], words: [2, 3])
        let left = joined.leftOut
        guard !left.isEmpty else { return "" }
        for one in left {
            let isOld = one.side == .old
            let marker = isOld ? joined.join.old[one.place] : joined.join.new[one.place]
            table.add([
                fileLabel(isOld ? old.file : new.file), "\(marker.place.line)",
                visible(marker.name), one.reason.text(joined.join.key),
            ])
        }
        return "\nunmatched markers\n" + table.text(on: screen)
    }
}
