import JobReports
import Markers
import MarkersJobs
import ToolCommands
import ToolServer
import ToolTerminal

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
