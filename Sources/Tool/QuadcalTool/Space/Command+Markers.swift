import JobReports
import MarkersJobs
import ToolCommands
import ToolServer
import ToolTerminal

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
