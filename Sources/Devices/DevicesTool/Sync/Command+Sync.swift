import StrictJSON
import SyncReports
import ToolCommands
import ToolServer
import ToolTerminal

extension Command {
    static let sync = Command(
        "sync", Wing.devices["sync"],
        operands: "--store FILE --api URL | --store FILE --list | --demo",
        notes: """
            A store is a file of this machine with lists of a server and edits that wait for a network, made by quadcal sense
            --store and by apps. The edits are sent first, each once, whatever is lost on the way; then every list that is
            kept is validated, and the report says what has changed. --space adds the lists of a space.

            Where somebody else has changed the same field, an edit is parked: --list shows both sides, and --retry, --mine,
            --discard or --follow decide. Corners that somebody else has moved are never overwritten. If a session was
            recalibrated while markers of it waited, they are parked as SESSION_MOVED, and --follow moves them along.

            The file is not encrypted; only its owner can read it. It holds no credentials. One process uses it at a time.

            \(ConnectionOptions.notes)

            Exit codes: 0 all is sent and validated, 1 something is parked, 2 usage error, 3 the store cannot be used, 5 no
            network (cached data are shown anyway), 130 interrupted; run the same command again to resume.
            """,
        isColored: true, settings: SyncOptions(), options: SyncOptions.groups,
        mostUsed: [
            "--store", "--api", "--space", "--list", "--retry", "--mine", "--follow", "--export", "--demo",
            "--json",
        ],
        examples: [
            (
                "quadcal sync --store hall.quadstore --api https://host --space hall",
                "send, and keep the hall"
            ),
            ("quadcal sync --store hall.quadstore --list", "what waits, what is parked, and what is kept"),
            ("quadcal sync --store hall.quadstore --mine 88dce0d1", "a parked edit is to replace theirs"),
            ("quadcal sync --store hall.quadstore --export old.json", "the kept markers, for check and fit"),
            ("quadcal sync --demo", "a made-up server whose network drops while people edit"),
        ],
        work: { (options, operands, streams) throws(Failure) in
            try options.requireSense(for: operands)
            let outcome = try SyncWork.outcome(options)
            if options.printsJSON {
                try streams.print(outcome.document(openDepth: 3))
            } else {
                try streams.printReport(outcome.text(options.loudness, on: streams.screen))
            }
            try streams.flush()
            return outcome.exitCode
        })
}
