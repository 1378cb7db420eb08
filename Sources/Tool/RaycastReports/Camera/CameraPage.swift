import CheckReports
import Foundation
import Markers
package import MarkersReport
import QuadGeometry
package import ToolTerminal

/// The view of a camera as one self-contained HTML page: the picture with the markers named in it, and their table.
package struct CameraPage {
    private let report: CameraReport
    private let stamp: PageStamp

    package init(_ report: CameraReport, _ stamp: PageStamp) {
        self.report = report
        self.stamp = stamp
    }

    private static let subject = "Markers in an image"

    /// The page, the same bytes for the same view.
    package var html: [UInt8] {
        PageFrame(
            title: CameraPage.subject, head: CameraPage.subject, kind: "quadcal view report", hasPicture: true
        ).html { page in
            open(&page)
            CameraDrawing(report: report).write(to: &page)
            let (heads, _, rows) = CameraText.table(report)
            // The names lead here, as in the tables of other pages.
            let ordered = ([heads] + rows).map { row in [row[row.count - 1]] + row.dropLast() }
            ResultTable(
                title: "Markers in view",
                caption: "The nearest first; hidden is the part of a marker's pixels that others hide.",
                ordered[0], words: [], Array(ordered.dropFirst())
            ).write(to: &page)
            page.data(stamp.document, command: "raycast", thing: "view")
        }
    }

    private func open(_ page: inout PageText) {
        let hidden = report.markers.count { $0.covered > 0 && $0.pixels == 0 }
        page.opening(
            kind: "View of a camera", subject: CameraPage.subject, verdict: "pass",
            words: CameraText.sum(report),
            rule: "A pixel shows the marker that the ray through its center meets first.",
            facts: stamp.facts + facts,
            cards: [
                (title: "Seen", value: "\(report.seenCount)", note: "of \(counted(report.count, "marker"))"),
                (title: "In view", value: "\(report.markers.count)", note: "seen or hidden"),
                (title: "Hidden", value: "\(hidden)", note: "wholly behind others"),
            ])
    }

    private var facts: [(name: String, value: String)] {
        let camera = report.frame.camera
        func pair(_ x: Double, _ y: Double) -> String {
            "\(MeasureText.digits(6, x)), \(MeasureText.digits(6, y)) px"
        }
        return [
            (name: "Camera", value: fileLabel(report.frame.file)),
            (name: "Markers", value: report.files.map { fileLabel($0.name) }.joined(separator: ", ")),
            (name: "Focal length", value: pair(camera.fx, camera.fy)),
            (name: "Optical axis", value: pair(camera.cx, camera.cy)),
            (name: "Camera at", value: "\(MeasureText.place(camera.worldFromCamera.translation)) m"),
        ]
    }
}

/// The view of a camera for people: a line for each marker in it, and how many are seen.
package enum CameraText {
    /// The heads of the columns, those of words, and the rows.
    static func table(_ report: CameraReport) -> (heads: [String], words: Set<Int>, rows: [[String]]) {
        let isColored = report.options.pictureFile != nil && report.options.shade != .depth
        let heads = ["side", "at m", "angle", "pixels", "hidden", "center px", "box px", "marker"]
        let rows = report.markers.map(row)
        guard isColored else { return (heads, [7], rows) }
        return (["color"] + heads, [1, 8], zip(report.markers, rows).map { [$0.hexColor] + $1 })
    }

    private static func row(_ marker: ShownMarker) -> [String] {
        let angle = marker.angle.map { String(format: "%.1f°", $0) }
        let box = marker.box.map { box -> String in
            let (from, to) = (place(box.left, box.top), place(box.right, box.bottom))
            return "\(from) to \(to)"
        }
        return [
            marker.side?.word ?? "edge", MeasureText.fixed(marker.distance), angle ?? "-",
            String(marker.pixels), marker.hidden.map(percent) ?? "-",
            marker.center.map { place($0.x, $0.y) } ?? "-", box ?? "-", marker.marker.shortText(.whole),
        ]
    }

    package static func text(_ report: CameraReport, on screen: Screen) -> String {
        let (heads, words, rows) = table(report)
        var table = TextTable(heads, words: words)
        rows.forEach { table.add($0) }
        return (rows.isEmpty ? "" : table.text(on: screen)) + sum(report) + "\n"
    }

    /// The numbers of markers in view and seen, and the frame.
    static func sum(_ report: CameraReport) -> String {
        let frame = report.frame, camera = frame.camera
        let name = frame.id.map { " \"\(visible($0))\"" } ?? ""
        let which = frame.count > 1 ? "frame \(frame.number) of \(frame.count)\(name)" : "the frame\(name)"
        return
            "\(report.seenCount) of \(counted(report.count, "marker")) seen, \(report.markers.count) in view: "
            + "\(camera.width) x \(camera.height) pixels, \(which) in \(fileLabel(frame.file))"
    }

    private static func place(_ x: Double, _ y: Double) -> String { "\(pixel(x)), \(pixel(y))" }

    private static func pixel(_ number: Double) -> String {
        guard number.magnitude < 1e7 else { return String(format: "%.3g", number) }
        let text = String(format: "%.1f", number)
        return text == "-0.0" ? "0.0" : text
    }

    /// In whole per cent, but neither none nor all unless it is.
    private static func percent(_ share: Double) -> String {
        if share > 0, share < 1 { return "<1 %" }
        if share < 100, share > 99 { return ">99 %" }
        return String(format: "%.0f %%", share)
    }
}
