internal import MarkersReport
internal import QuadGeometry

/// A room from above: where each device's frame lies, the stroke as it was drawn, and where each device shows it.
struct RoomDrawing {
    private let report: RoomReport
    private let play: RoomReport.Play
    private let view: ViewDirection
    private let frame: ViewFrame

    /// The length of an axis of a device's frame, in metres.
    private static let axis = 0.35
    private static let margin = 0.3

    init?(_ report: RoomReport, _ play: RoomReport.Play) {
        let view = ViewDirection.all(isLongAlongZ: false)[0]
        // All plays are drawn to one scale, so that they can be compared.
        let points =
            report.drawn + report.plays.flatMap { $0.sights.flatMap(report.seen) }
            + report.devices.map(\.roomFromDevice.translation)
        guard let box = PaperBox(around: points.map(view.projected)) else { return nil }
        (self.report, self.play, self.view) = (report, play, view)
        frame = ViewFrame(view, around: box.grown(by: RoomDrawing.margin), isAlone: true)
    }

    func write(to page: inout PageText) {
        let caption =
            "\(view.description); grey and wide: the stroke as device \(report.writer + 1) drew it; blue or orange: "
            + "where another device shows it, orange where that is off; arrows: x (longer) and z of each device's frame"
        let title = "The room by \(play.mode), \(view.description)"
        frame.figure(title, name: "By \(play.mode)", caption, on: &page) { page in
            drawn(&page)
            sights(&page)
            devices(&page)
        }
        page.raw("\n")
    }

    private func line(_ points: [SIMD3<Double>]) -> String {
        "M" + points.map { frame.place($0) }.map { "\(n($0.x)) \(n($0.y))" }.joined(separator: "L")
    }

    private func drawn(_ page: inout PageText) {
        page.raw(
            "<path fill=\"none\" stroke=\"var(--grey)\" stroke-opacity=\".45\" stroke-width=\"12\" stroke-linecap=\"round\" "
                + "stroke-linejoin=\"round\" d=\"\(line(report.drawn))\"><title>")
        page.text("the stroke as device \(report.writer + 1) drew it")
        page.raw("</title></path>")
    }

    private func sights(_ page: inout PageText) {
        page.raw("<g fill=\"none\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\">")
        var texts = ""
        for sight in play.sights where sight.device != report.writer {
            let points = report.seen(sight), error = report.error(sight)
            let color = error <= RoomText.bound ? "var(--mark)" : "var(--orange)"
            page.shape(
                "path stroke=\"\(color)\" d=\"\(line(points))\"",
                "device \(sight.device + 1) shows it \(RoomText.distance(error)) from where it was drawn")
            guard error > RoomText.bound, let end = points.last else { continue }
            let place = frame.place(end)
            texts += label(
                "shown by \(sight.device + 1), \(RoomText.distance(error)) off",
                SIMD2(place.x + 8, place.y + 4))
        }
        page.raw("</g>")
        page.raw(RoomDrawing.labels(texts))
    }

    private func devices(_ page: inout PageText) {
        var texts = ""
        page.raw("<g fill=\"none\" stroke=\"var(--ink)\" stroke-width=\"2\" stroke-linecap=\"round\">")
        for device in report.devices {
            let pose = device.roomFromDevice, origin = frame.place(pose.translation)
            for (direction, share) in [(SIMD3<Double>(1, 0, 0), 1.0), (SIMD3(0, 0, 1), 0.6)] {
                arrow(from: origin, to: frame.place(pose * (direction * RoomDrawing.axis * share)), &page)
            }
            page.shape(
                "circle fill=\"var(--paper)\" cx=\"\(n(origin.x))\" cy=\"\(n(origin.y))\" r=\"5\"",
                "the origin of \(device.name)")
            // The name goes where the arrows do not.
            let ends = [SIMD3<Double>(1, 0, 0), SIMD3(0, 0, 1)].map { frame.place(pose * $0) - origin }
            let away = -(ends[0] + ends[1])
            texts += label(
                device.name, SIMD2(origin.x + (away.x < 0 ? -9 : 9), origin.y + (away.y < 0 ? -8 : 16)),
                endsThere: away.x < 0)
        }
        page.raw("</g>")
        page.raw(RoomDrawing.labels(texts))
    }

    private func arrow(from a: SIMD2<Double>, to b: SIMD2<Double>, _ page: inout PageText) {
        let way = b - a, length = (way.x * way.x + way.y * way.y).squareRoot()
        guard length > 0 else { return }
        let back = way * (8 / length), side = SIMD2(-back.y, back.x) * 0.5
        let (left, right) = (b - back + side, b - back - side)
        page.raw(
            "<path d=\"M\(n(a.x)) \(n(a.y))L\(n(b.x)) \(n(b.y))M\(n(left.x)) \(n(left.y))L\(n(b.x)) \(n(b.y))"
                + "L\(n(right.x)) \(n(right.y))\"/>")
    }

    private func label(_ text: String, _ place: SIMD2<Double>, endsThere: Bool = false) -> String {
        "<text\(endsThere ? " text-anchor=\"end\"" : "") x=\"\(n(place.x))\" y=\"\(n(place.y))\">\(PageText.escaped(ReportText.name(text, atMost: 60)))</text>"
    }

    private static func labels(_ texts: String) -> String {
        "<g class=\"l\" stroke=\"var(--panel)\" stroke-width=\"3\" paint-order=\"stroke\">\(texts)</g>"
    }
}

/// A ``RoomReport`` as one self-contained HTML page: the room from above, once for each way of carrying the stroke.
package struct RoomPage {
    private let report: RoomReport
    private let version: String

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
