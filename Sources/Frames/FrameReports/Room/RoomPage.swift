internal import MarkersReport
internal import QuadGeometry

/// A ``RoomReport`` as one self-contained HTML page: the room from above, once for each way of carrying the stroke.
package struct RoomPage {
    private let report: RoomReport
    private let version: String

    /// - Parameter version: The version of the tool.
    package init(_ report: RoomReport, version: String) { (self.report, self.version) = (report, version) }

    /// The page, the same bytes for the same report.
    package var html: [UInt8] {
        let frame = PageFrame(
            title: "A stroke in a room of \(report.devices.count) devices",
            head: "Room of \(report.devices.count) devices",
            kind: "quadcal room report")
        return frame.html { page in
            page.raw("<p class=\"kind\">")
            page.text("Room of devices, quadcal \(version)")
            page.raw("</p>")
            page.element("h1", "One stroke, \(report.devices.count) devices")
            page.element(
                "p",
                "Each device has a frame of its own, which lies somewhere in the room. The others were held to device 1 at one place each, "
                    + "where both said their poses. Then device \(report.writer + 1) drew a stroke in its frame, and the relay "
                    + "carried it into the frame of each reader.")
            for play in report.plays {
                page.raw("<section>")
                page.element("h2", "By \(play.rule): \(RoomText.words(play, report))")
                RoomDrawing(report, play)?.write(to: &page)
                table(play, &page)
                page.raw("</section>")
            }
        }
    }

    private func table(_ play: RoomReport.Play, _ page: inout PageText) {
        let columns = [
            ("Device", false), ("In its frame, m", true), ("In the room, m", true), ("Off by", true),
        ].map { (title: $0.0, isNumber: $0.1) }
        page.scrolling("Where each device sees the stroke") { page in
            page.table(columns, caption: "The origin of the stroke", isSortable: false) { page in
                for sight in play.sights {
                    let device = report.devices[sight.device], error = report.error(sight)
                    page.row(
                        [device.name], isFlagged: error > RoomText.bound,
                        [
                            RoomText.place(sight.columns[3]),
                            RoomText.place(device.roomFromDevice * sight.columns[3]),
                            RoomText.distance(error),
                        ])
                }
            }
        }
    }
}
