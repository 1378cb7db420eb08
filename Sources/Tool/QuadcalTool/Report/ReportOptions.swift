import FitReports
import MarkersReport
import ToolTerminal

struct ReportOptions: Sendable {
    var markerFiles: [String] = []
    var titleBlock = TitleBlock()
    var page: String?
    var scenes: [SceneFormat: String] = [:]
    var replacesFile = false
    var loudness = Loudness.normal

    static let groups = [
        OptionGroup(
            heading: "markers",
            options: [
                Option<ReportOptions>(
                    file: "--markers", "FILE", mayRepeat: true,
                    "markers that the fit is for, as JSON; may be repeated"
                ) { $0.markerFiles.append($1) }
            ]),
        OptionGroup(
            heading: "title block",
            options: TitleBlock.options.map { Option($0, of: \ReportOptions.titleBlock) }),
        OptionGroup(
            heading: "output",
            options: [
                Option<ReportOptions>(
                    file: "--out", "OUT.html", to: "write",
                    "write the report, one self-contained HTML page", \.page),
                Option<ReportOptions>(
                    file: "--usdz", "OUT.usdz", to: "write",
                    "write the markers as a scene that phones can open"
                ) { $0.scenes[.usdz] = $1 },
                Option<ReportOptions>(
                    file: "--glb", "OUT.glb", to: "write",
                    "write the same for viewers, with ids, as binary glTF"
                ) { $0.scenes[.glb] = $1 },
                Option<ReportOptions>(
                    file: "--ply", "OUT.ply", to: "write",
                    "write them as polygons with their residuals and errors"
                ) { $0.scenes[.ply] = $1 },
                Option<ReportOptions>(switch: "--force", "let these replace files") {
                    $0.replacesFile = true
                },
                Option<ReportOptions>(switch: "--quiet", "print only problems") {
                    $0.loudness = .quiet
                },
            ]),
    ]

    var outputs: [(option: String, file: String)] {
        (page.map { [("--out", $0)] } ?? [])
            + SceneFormat.allCases.compactMap { format in scenes[format].map { (format.option, $0) } }
    }

    func requireSense(for files: [String]) throws(Failure) {
        guard let file = files.first else {
            throw .noFile(
                example: "quadcal report fit.json --out report.html", isTerminal: Streams.inputIsTerminal)
        }
        if let extra = files.dropFirst().first { throw .unwantedOperand(extra, command: "report") }
        guard
            ([file] + markerFiles + (titleBlock.logo.map { [$0] } ?? [])).count(where: {
                $0 == Input.standard
            }) < 2
        else {
            throw .standardInputTwice
        }
        let outputs = outputs
        guard !outputs.isEmpty else {
            throw .neededOption("--out OUT.html", "a report is a file and needs a name")
        }
        try OutputFile.requireFree(outputs.map { ($0.option, $0.file) }, replaces: replacesFile)
    }
}
