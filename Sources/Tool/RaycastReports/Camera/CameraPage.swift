import Markers
import MarkersReport
import QuadGeometry
import ToolTerminal

/// The view of a camera as one self-contained HTML page: the picture with the markers named in it, and their table.
package struct CameraPage {
    private let report: CameraReport
    private let version, date: String
    private let document: [UInt8]

    /// Takes what the page is made of.
    ///
    /// - Parameters:
    ///   - version: The version of the tool.
    ///   - date: The date of the run.
    ///   - document: The view in JSON, which the page carries for programs.
    package init(_ report: CameraReport, version: String, date: String, document: [UInt8]) {
        (self.report, self.version, self.date, self.document) = (report, version, date, document)
    }

    private static let subject = "Markers in an image"

    /// The page, the same bytes for the same view.
    package var html: [UInt8] {
        PageFrame(
            title: CameraPage.subject, head: CameraPage.subject, kind: "quadcal view report", hasPicture: true
        ).html { page in
            opening.write(to: &page)
            CameraDrawing(report: report).write(to: &page)
            let (heads, _, rows) = CameraText.table(report)
            // The names lead here, as in the tables of other pages.
            let ordered = ([heads] + rows).map { row in [row[row.count - 1]] + row.dropLast() }
            ResultTable(
                title: "Markers in view",
                caption: "The nearest first; hidden is the part of a marker's pixels that others hide.",
                ordered[0], words: [], Array(ordered.dropFirst())
            ).write(to: &page)
            PageData(document, command: "raycast", thing: "view").write(to: &page)
        }
    }

    private var opening: VerdictOpening {
        let hidden = report.markers.count { $0.covered > 0 && $0.pixels == 0 }
        return VerdictOpening(
            kind: "View of a camera", subject: CameraPage.subject, verdict: "pass",
            words: CameraText.sum(report),
            rule: "A pixel shows the marker that the ray through its center meets first.",
            facts: facts,
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
            (name: "Date", value: date), (name: "Software", value: "quadcal \(version)"),
            (name: "Camera", value: fileLabel(report.frame.file)),
            (name: "Markers", value: report.files.map { fileLabel($0.name) }.joined(separator: ", ")),
            (name: "Focal length", value: pair(camera.fx, camera.fy)),
            (name: "Optical axis", value: pair(camera.cx, camera.cy)),
            (name: "Camera at", value: "\(MeasureText.place(camera.worldFromCamera.translation)) m"),
        ]
    }
}
