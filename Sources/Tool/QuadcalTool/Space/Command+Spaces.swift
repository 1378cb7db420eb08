import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
import StrictJSON
import ToolCommands
import ToolServer
import ToolTerminal

extension Command {
    static let spaces = Command(
        "spaces", "list the spaces of a server, or create one", operands: "--api URL",
        notes: """
            Reads only, unless --create asks for a new space. If there is a space with that key, nothing changes, so the same
            command can be run again. Ids are cut to what keeps them apart; --json has them whole.

            \(ConnectionOptions.notes)

            Exit codes: 0 success, 2 usage error, 5 the server cannot be asked.
            """,
        settings: SpaceOptions(),
        options: [
            SpaceOptions.serverGroup,
            OptionGroup(
                heading: "a new space",
                options: [
                    Option("--create", "KEY", "create a space with this key, unless there is one") {
                        (options, text) throws(BadValue) in
                        guard !text.isEmpty else { throw BadValue(expected: "the key of a new space") }
                        options.newKey = text
                    },
                    Option("--name", "NAME", "its name (its key)", \.newName)
                        .needs("--create KEY", "it makes the space that is to have the name"),
                ]),
            OptionGroup(
                heading: "report",
                options: [
                    Option(switch: "--all", "inactive spaces, too", \.includesInactive),
                    SpaceOptions.json,
                ]),
        ],
        examples: [
            ("quadcal spaces --api https://host", "what can be given to --space"),
            ("quadcal spaces --api https://host --all --json", "all of them, for a program"),
            (
                "quadcal spaces --api https://host --create hall --name Hall",
                "a new one, to upload markers to"
            ),
        ],
        work: { (options, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "spaces") }
            let report = try SpacesReport(options)
            if let key = options.newKey {
                streams.advise(
                    "the space \(quoted(key)) "
                        + (report.hasCreated ? "was created" : "was there already, and is as it was"))
            }
            return try report.show(report.text(on: streams.screen), report.unreadable, options, &streams)
        })
}

extension RunDocument {
    /// Prints what a server has, and what of it is not understood.
    func show(
        _ text: String, _ unreadable: [UnreadableElement], _ options: SpaceOptions, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        try streams.finish(options.printsJSON ? document(openDepth: 2) : nil) { _ in text }
        if !unreadable.isEmpty {
            streams.advise(
                "\(counted(unreadable.count, "listed value")) cannot be read: \(listed(unreadable, \.text))")
        }
        return exitCode
    }
}

extension Command {
    static let markers = Command(
        "markers", "list the markers of a space", operands: "--api URL --space SPACE [--session ID]",
        notes: """
            Reads only: the label, the middle and the edges p1-p2, p2-p3, p3-p4 and p4-p1 of each marker. To save
            markers as files, use quadcal pull. Ids are cut to what keeps them apart; --json has them whole.

            \(ConnectionOptions.notes)

            Exit codes: 0 success, 2 usage error, 5 the server cannot be asked.
            """,
        settings: SpaceOptions(),
        options: [
            SpaceOptions.serverGroup,
            OptionGroup(
                heading: "report", options: [SpaceOptions.space, SpaceOptions.session, SpaceOptions.json]),
        ],
        examples: [
            ("quadcal markers --api https://host --space hall", "every marker of the space"),
            (
                "quadcal markers --api https://host --space hall --session 88dce0d1 --json",
                "those of one session, for a program"
            ),
        ],
        work: { (options, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "markers") }
            let listing = try options.listing()
            let report = MarkerListReport(listing: listing, lists: try options.lists(of: listing))
            return try report.show(report.text(on: streams.screen), listing.allUnreadable, options, &streams)
        })
}

extension Command {
    static let sessions = Command(
        "sessions", "list the sessions of a space", operands: "--api URL --space SPACE",
        notes: """
            Reads only. A number of markers with a ? is a round one, and the list may be cut off. Reference sets
            are listed, too. Ids are cut to what keeps them apart; --json has them whole.

            \(ConnectionOptions.notes)

            Exit codes: 0 success, 2 usage error, 5 the server cannot be asked.
            """,
        settings: SpaceOptions(),
        options: [
            SpaceOptions.serverGroup,
            OptionGroup(heading: "report", options: [SpaceOptions.space, SpaceOptions.json]),
        ],
        examples: [
            (
                "quadcal sessions --api https://host --space hall",
                "what can be given to --onto and --sessions"
            ),
            ("quadcal sessions --api https://host --space hall --json", "the same as JSON"),
        ],
        work: { (options, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "sessions") }
            let report = SessionsReport(listing: try options.listing(withSets: true))
            return try report.show(
                report.text(on: streams.screen), report.listing.allUnreadable, options, &streams)
        })
}
