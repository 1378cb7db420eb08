import CheckReports
import FitReports
import FrameCodes
import FrameReports
import JobReports
import MarkersEndpoint
import QuadGeometry
import SensorReports
import StrictJSON
import ToolTerminal

/// A report of detections as a run of the tool.
struct SenseOutcome {
    let options: SenseOptions
    let inputs: [FileRecord]
    let report: SenseReport

    func writePage() throws(Failure) {
        guard let file = options.reportFile else { return }
        let page = SensePage.html(
            report, verdict: verdict.rawValue, try ReportFile.stamp(document(openDepth: 3)))
        try OutputFile.write(page, to: file, replaces: options.replacesFile, for: "--report")
    }

    /// The file of the detections, or the phone.
    var place: String { options.detections ?? options.sensor?.description ?? "demo" }

    var view: ResultView { SenseText.view(report, verdict: verdict.rawValue) }

    /// The text for people: the verdict first, then what was found, and tables.
    func text(on screen: Screen) -> String {
        guard options.detects else { return TextTable.list(report.phone?.facts ?? []) + view.remarkLines }
        return view.text(options.loudness, on: screen)
    }
}

extension SenseOutcome: RunDocument {
    var verdict: Verdict {
        options.codes.verdict(of: report.severity)
    }

    var exitCode: ExitCode { options.codes.exitCode(of: verdict) }

    static let members: [DocumentMember<SenseOutcome>] =
        .head(
            "quadcal.sense/1",
            verdict: "It is fail with a remark of severity error, else warn with a warning.")
        + [
            .always(
                "inputs", \.inputs, "The files that were read.",
                schema: .array(FileRecord.schema(roles: ["detections", "camera"]))),
            .always("sensor", \.sensor, "The URL of the phone; null without one."),
            .always(
                "camera", \.camera, "Where camera frames are from; null for those of the record."),
            .always(
                "record", \.options.record, "The file that the run was recorded to; null without --record."),
            .always("output", \.options.output, "The file of the markers; null without --out."),
            .always("ros", \.options.rosFile, "The file of the ROS message; null without --ros."),
            .always("seed", \.seed, "The seed of --demo as text; null without it."),
            .part(\.report, SenseReport.members),
        ]

    private var camera: String? { options.isDemo ? nil : options.camera }
    private var sensor: String? { options.isDemo ? nil : options.sensor?.description }
    private var seed: String? { options.isDemo ? "\(options.seed ?? 1)" : nil }
}

extension SchemaDocument {
    static let sense = SchemaDocument(
        name: "sense", about: "what quadcal sense --json prints", schema: SenseOutcome.schema)
    static let camera = SchemaDocument(
        name: "camera",
        about: "a line of the camera frames that quadcal sense and raycast read with --camera",
        schema: CameraLine.schema)
}
