import FitReports
import PublishedResults
import QuadGeometry
import RigidCalibration
import ToolMarkers
import ToolTerminal

extension MovedOptions {
    /// Every option of `quadcal moved`, in the order of the help.
    static let groups = [
        OptionGroup(
            heading: "markers", options: FitOptions.joinOptions.map { Option($0, of: \MovedOptions.fit) }),
        OptionGroup(heading: "errors", options: errorOptions),
        OptionGroup(heading: "report", options: reportOptions),
    ]

    private static let errorOptions =
        FitOptions.noiseOptions.map { Option($0, of: \MovedOptions.fit) } + ownOptions

    private static let ownOptions: [Option<MovedOptions>] = [
        Option("--bound-mm", "MM", "largest residual of a marker that stayed, in the first guess (estimated)")
        {
            (options, text) throws(BadValue) in
            options.fit.bound = LimitScale.millimetres.value(try OptionValue.positive(text, .millimetres))
        },
        Option("--false-alarm", "SHARE", "of scans without movement where one is called moved (0.01)") {
            (options, text) throws(BadValue) in
            let share = try OptionValue.positive(text, in: "a share above 0 and below 0.5")
            guard share < 0.5 else { throw BadValue(expected: "a share above 0 and below 0.5") }
            options.falseAlarm = share
        },
    ]

    private static let reportOptions: [Option<MovedOptions>] =
        [
            Option(
                word: "--fail-on", "LEVEL", "exit 1 at this level or above: error, warning or never (error)",
                \.failsOn),
            Option(switch: "--json", slot: formSlot, "one JSON document", \.isJSON),
            Option(PublishedForm.option(slot: formSlot), of: \.published),
            Option("--report", "PAGE.html", "write a page: who moved, seen from above, as one file") {
                (options, text) throws(BadValue) in
                options.reportFile = try OptionValue.file(text)
            },
            Option(switch: "--force", "let --report replace a file", \.replacesFile),
        ]
        + Option<MovedOptions>.loudness(
            verbose: "every marker that was moved", quiet: "only the verdict, without advice", \.loudness)

    private static let formSlot = "report"

    /// Refuses what makes no sense together, and too many or too few files.
    func requireSense(for files: [String]) throws(Failure) {
        guard let join = fit.join, join.isOfMarkers else {
            if files.count == 2 { throw .missingJoin(old: files[0], new: files[1]) }
            guard let file = files.first else {
                throw .noFile(
                    example: "quadcal moved --join label old.json new.json",
                    isTerminal: Streams.inputIsTerminal)
            }
            throw .missingSide(file: file)
        }
        try fit.requireSense(for: files, command: "moved")
        if let reportFile {
            try ReportFile.requireFree(reportFile, replaces: replacesFile, for: "--report")
        }
    }
}
