import JobReports
import MarkersJobs
import ToolCommands
import ToolServer
import ToolTerminal

extension Command {
    static let pull = Command(
        "pull", "save a space as files", operands: "--api URL --space SPACE --out FOLDER",
        notes: """
            Reads only. The folder gets space.json, sessions.json and markers.json, and reference-sets.json, anchors.json
            and laser-guide.json where the space has them, as the server sent each value. check, fit and
            recalibrate --dry-run read these files, and sandbox --import serves them.

            \(ConnectionOptions.notes)

            Exit codes: 0 success, 1 something of the space could not be read or looks cut off, 2 usage error,
            5 the server cannot be asked.
            """,
        settings: SpaceOptions(),
        options: [
            SpaceOptions.serverGroup,
            OptionGroup(
                heading: "scope", options: [SpaceOptions.space, SpaceOptions.session]),
            OptionGroup(
                heading: "files",
                options: [
                    Option(file: "--out", "FOLDER", to: "write", "the folder; created if it does not exist") {
                        $0.folder = $1
                    },
                    Option(switch: "--force", "let --out replace files") { $0.replacesFiles = true },
                    SpaceOptions.json,
                    Option(switch: "--quiet", "only the verdict") { $0.isQuiet = true },
                ]),
        ],
        examples: [
            ("quadcal pull --api https://host --space hall --out hall", "the space as it is today"),
            ("quadcal sandbox --import hall", "the same space, to try a recalibration on"),
        ],
        work: { (options, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "pull") }
            let report = try PullReport(options)
            return try report.show(
                options.isQuiet ? report.verdictText : report.text, report.listing.allUnreadable, options,
                &streams)
        })
}
