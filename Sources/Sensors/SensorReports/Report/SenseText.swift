package import FrameReports
internal import Markers
internal import MarkersReport
internal import QuadGeometry
internal import VisionSensor

/// A run of detections in words and tables.
package enum SenseText {
    /// - Parameter verdict: `pass`, `warn` or `fail`.
    package static func view(_ report: SenseReport, verdict: String) -> ResultView {
        ResultView(
            verdict: verdict, sentence(report), facts: facts(report), remarks: report.remarks,
            tables: tables(report))
    }

    private static func sentence(_ report: SenseReport) -> String {
        let counts = report.counts
        let codes = report.remarks.filter { $0.severity != .info }.map(\.code)
        return
            "\(counts.replies == 1 ? "1 reply" : "\(counts.replies) replies") from \(counted(report.standCount, "stand")): "
            + counted(report.markers.count, "marker")
            + (report.left.isEmpty ? "" : ", \(counted(report.left.count, "object")) left out")
            + codes.map { ", " + $0 }.joined() + "."
    }

    private static func facts(_ report: SenseReport) -> [(name: String, text: String)] {
        let counts = report.counts
        var facts = report.phone?.facts ?? []
        facts += [
            ("run", report.id),
            (
                "detections",
                "\(counts.detections) of \(counted(counts.objects, "object")), \(counts.framed) replies with a camera frame"
            ),
            ("distance", distance(report)),
        ]
        if report.sizes.checked > 0 {
            let fitting = report.sizes.checked - report.sizes.inconsistent
            facts.append(("sizes", "\(fitting) of \(report.sizes.checked) fit box and distance"))
        }
        if let creation = report.creation {
            let log = creation.writes.map {
                ", \(counted($0, "write")) by its log, \(counted(creation.faults ?? 0, "fault")) on the way"
            }
            let place = "session \(creation.session) of \(creation.server)\(log ?? "")"
            if let store = creation.store {
                let markers = counted(report.markers.count, "marker")
                facts.append(("queued", "\(markers) for \(place) in \(store); quadcal sync sends them"))
            } else {
                facts.append(("created", "\(counted(creation.ids.count, "marker")) in \(place)"))
            }
        }
        if let truth = report.truth { facts.append(("truth", truth.sentence)) }
        return facts
    }

    private static func distance(_ report: SenseReport) -> String {
        let kind =
            switch report.kind {
            case .axis: "along the optical axis"
            case .ray: "along the ray"
            case nil: "undetermined"
            }
        return kind
            + (report.inference.map {
                " by the detections: log likelihood ratio \(MeasureText.digits(3, $0.logRatio)), spread of rays "
                    + MeasureText.digits(3, $0.spread)
            } ?? ", as stated")
    }

    private static func tables(_ report: SenseReport) -> [ResultTable] {
        let markers = report.markers.map { marker in
            [
                shown(marker.label), "\(marker.track.replies.count)", "\(marker.track.standCount)",
                MeasureText.place(marker.center),
                (0..<3).map { MeasureText.millimetres(marker.sigma[$0]) }.joined(separator: " "),
                "\(MeasureText.millimetres(marker.track.size.width)) x \(MeasureText.millimetres(marker.track.size.height))",
                MeasureText.digits(2, marker.track.viewAngle / QuadLimits.degree),
            ]
        }
        let left = report.left.map { left in
            [
                shown(left.track.label), left.state.code ?? "", "\(left.track.replies.count)",
                "\(left.track.standCount)", MeasureText.place(left.track.center),
            ]
        }
        return [
            ResultTable(
                title: "Markers", caption: "Centres with a standard deviation along each axis.",
                ["marker", "seen", "stands", "center m", "sigma mm", "size mm", "view deg"], words: [],
                markers),
            ResultTable(
                title: "Objects left out", caption: "Why each became no marker.",
                ["left out", "reason", "seen", "stands", "center m"], words: [1], left),
        ]
    }

    private static func shown(_ label: String) -> String { visibleText(label, atMost: longest) }

    private static let longest = 40
}
