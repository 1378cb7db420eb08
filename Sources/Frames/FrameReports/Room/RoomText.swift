internal import MarkersReport
internal import QuadGeometry

/// A ``RoomReport`` as lines of text.
package struct RoomText {
    private let report: RoomReport

    package init(_ report: RoomReport) { self.report = report }

    /// The text, one table for each way of carrying the stroke.
    package var text: String {
        var lines = [
            "\(report.devices.count) devices, seed \(report.seed): each has a frame of its own; the others were held to device 1.",
            "Device \(report.writer + 1) draws a stroke at \(RoomText.place(report.stroke.translation)) m of its frame.",
        ]
        for play in report.plays {
            lines += ["", "By \(play.rule), \(RoomText.words(play, report)):"]
            lines.append("  device  sees it in its frame at, m   which is in the room, m      off by")
            for sight in play.sights {
                let own = RoomText.place(sight.columns[3]), room = RoomText.place(origin(sight))
                lines.append(
                    "  \(RoomText.padded("\(sight.device + 1)", 6))  \(RoomText.padded(own, 27))  "
                        + "\(RoomText.padded(room, 23))  \(RoomText.distance(report.error(sight)))")
            }
        }
        // Of terminals, not all have the minus sign of pages.
        return lines.joined(separator: "\n").replacing("−", with: "-") + "\n"
    }

    /// The largest distance that counts as none, in metres: what rounding leaves of some products of metres.
    package static let bound = 1e-12

    /// The outcome of a play in a few words.
    static func words(_ play: RoomReport.Play, _ report: RoomReport) -> String {
        guard play.sights.count == report.devices.count else {
            return "\(play.sights.count) of \(report.devices.count) devices see it"
        }
        let worst = play.sights.map(report.error).max() ?? 0
        return worst <= bound
            ? "every device sees it where it was drawn"
            : "a device sees it up to \(distance(worst)) from where it was drawn"
    }

    private func origin(_ sight: RoomReport.Sight) -> SIMD3<Double> {
        report.devices[sight.device].roomFromDevice * sight.columns[3]
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }

    static func place(_ point: SIMD3<Double>) -> String {
        "(" + [point.x, point.y, point.z].map { ReportText.fixed(3, $0) }.joined(separator: ", ") + ")"
    }

    /// A distance; what only rounding makes is none.
    static func distance(_ metres: Double) -> String {
        metres <= bound ? "less than 1e-12 m" : "\(ReportText.fixed(3, metres)) m"
    }
}
