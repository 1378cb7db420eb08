import Markers
import MarkersEndpoint
import StrictJSON
import ToolCommands
import ToolServer
import ToolTerminal

extension Command {
    static let probe = Command(
        "probe", "detect server behaviour that the API leaves open",
        operands: "--api URL [--write --space KEY]",
        notes: """
            Reading alone shows how lists are returned, by which routes sessions are locked, which way a space's
            vector counts, and by which formula details are computed. --write asks, then tests with one marker in a
            separate draft session what happens to calibrated_data, versions and null, and removes both again;
            no other marker is touched, and no vector ever.

            \(ConnectionOptions.notes)

            Exit codes: 0 success, 1 versions are not checked, or something could not be removed, 2 usage error,
            5 the server cannot be asked.
            """,
        settings: ProbeOptions(), options: ProbeOptions.groups,
        examples: [
            ("quadcal probe --api https://host/api/v1", "what reading alone shows"),
            (
                "quadcal probe --api https://host --write --space hall --out host.json",
                "everything, saved for recalibrate --server-profile"
            ),
            ("quadcal probe --api http://127.0.0.1:8080 --json", "the same as JSON"),
        ],
        work: { (options, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "probe") }
            let server = try options.requireSense()
            let api = try options.connection.api(of: server)
            let interruption = options.writes ? Interruption("stopped; nothing was sent") : nil
            if options.writes { try confirm(options, server) }
            interruption?.drains("stopped at once; a draft session may be left on the server") {
                Streams.interject("stopping after removing what was created")
            }
            let report = try waiting { () async throws(Failure) in
                try await ProbeReport(asking: server, api, options)
            }
            if let file = options.profileFile {
                try OutputFile.write(
                    report.document(openDepth: 1), to: file, replaces: options.replacesFile, for: "--out")
            }
            if options.printsJSON {
                try streams.print(report.document(openDepth: 1))
            } else {
                try streams.printLines(report.text)
            }
            try streams.flush()
            report.warnings.forEach(streams.advise)
            return report.exitCode
        })

    /// Asks before anything is written to a server.
    private static func confirm(_ options: ProbeOptions, _ server: Origin) throws(Failure) {
        guard !options.isAgreed else { return }
        guard Streams.inputIsTerminal else {
            throw .neededOption(
                "--yes",
                "standard input is not a terminal, so nobody can confirm that \(server) is written to")
        }
        let space = visible(options.space ?? "")
        guard
            Question.isAnsweredWithYes(
                "Create a draft session with one marker in \(space) on \(server), and remove it again?")
        else { throw .declined }
    }
}
