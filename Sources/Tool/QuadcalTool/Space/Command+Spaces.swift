import JobReports
import Markers
import MarkersClient
import StrictJSON
import ToolCommands
import ToolTerminal

extension Command {
    /// `quadcal spaces`.
    static let spaces = Command(
        "spaces", "list the spaces of a server", operands: "--api URL",
        notes: """
            Reads only. Ids are cut to what keeps them apart; --json has them whole.

            \(ConnectionOptions.notes)

            Exit codes: 0 success, 2 usage error, 5 the server cannot be asked.
            """,
        settings: SpaceOptions(),
        options: [
            SpaceOptions.serverGroup,
            OptionGroup(
                heading: "report",
                options: [
                    Option(switch: "--all", "inactive spaces, too") { $0.includesInactive = true },
                    SpaceOptions.json,
                ]),
        ],
        examples: [
            ("quadcal spaces --api https://host", "what can be given to --space"),
            ("quadcal spaces --api https://host --all --json", "all of them, for a program"),
        ],
        work: { (options, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "spaces") }
            let report = try SpacesReport(options)
            return try report.show(report.text(on: streams.screen), report.unreadable, options, &streams)
        })
}

extension RunDocument {
    /// Prints what a server has, and what of it is not understood.
    func show(
        _ text: String, _ unreadable: [UnreadableElement], _ options: SpaceOptions, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        if options.printsJSON {
            try streams.print(document(openDepth: 2))
        } else {
            try streams.printLines(text)
        }
        try streams.flush()
        if !unreadable.isEmpty {
            streams.advise(
                "\(counted(unreadable.count, "listed value")) cannot be read: \(listed(unreadable, \.text))")
        }
        return exitCode
    }
}
