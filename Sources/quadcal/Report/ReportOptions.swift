/// The options of `quadcal report`.
struct ReportOptions: Sendable {
    /// Files of the markers that the fit is for.
    var markerFiles: [String] = []
    /// The files for the page and the scene.
    var page: String?
    var scene: String?
    var replacesFile = false
    var loudness = Loudness.normal

    /// Every option, in the order of the help.
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
            heading: "output",
            options: [
                Option<ReportOptions>(
                    file: "--out", "OUT.html", to: "write",
                    "write the report, one self-contained HTML page"
                ) { $0.page = $1 },
                Option<ReportOptions>(
                    file: "--usdz", "OUT.usdz", to: "write",
                    "write the markers as a scene that phones can open"
                ) { $0.scene = $1 },
                Option<ReportOptions>(switch: "--force", "let --out and --usdz replace a file") {
                    $0.replacesFile = true
                },
                Option<ReportOptions>(switch: "--quiet", "print only problems") {
                    $0.loudness = .quiet
                },
            ]),
    ]

    /// Refuses contradictory options and files, before anything is read.
    func requireSense(for files: [String]) throws(Failure) {
        guard let file = files.first else {
            throw .noFile(
                example: "quadcal report fit.json --out report.html", isTerminal: Streams.inputIsTerminal)
        }
        if let extra = files.dropFirst().first { throw .unwantedOperand(extra, command: "report") }
        guard ([file] + markerFiles).count(where: { $0 == Input.standard }) < 2 else {
            throw .standardInputTwice
        }
        guard page != nil || scene != nil else {
            throw .neededOption("--out OUT.html", "a report is a file and needs a name")
        }
        if let page, page == scene { throw .contradiction("--out \(page)", "--usdz \(page)") }
        for (name, option) in [(page, "--out"), (scene, "--usdz")] {
            guard let name else { continue }
            try ReportFile.requireFree(name, replaces: replacesFile, for: option)
        }
    }
}
