import Markers
import MarkersClient
import StrictJSON

extension Command {
    /// `quadcal probe`.
    static let probe = Command(
        "probe", "find out what a server does where its documents leave it open",
        operands: "--api URL [--write --space KEY]",
        notes: """
            Reading alone shows how lists come, by which routes sessions are locked, which way a space's vector
            counts, and by which formula details are made. --write asks, then tries out on one marker in a
            draft session of its own what becomes of calibrated_data, versions and null, and removes both again;
            no other marker is touched, and no vector ever.

            \(ConnectionOptions.notes)

            Exit codes: 0 good, 1 versions are not checked, or something could not be removed, 2 wrong usage,
            5 the server cannot be asked.
            """,
        settings: ProbeOptions(), options: ProbeOptions.groups,
        examples: [
            ("quadcal probe --api https://host/api/v1", "what reading shows"),
            (
                "quadcal probe --api https://host --write --space hall --out host.json",
                "all of it, kept for recalibrate --server-profile"
            ),
            ("quadcal probe --api http://127.0.0.1:8080 --json", "the same for programs"),
        ],
        work: { (options, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "probe") }
            let server = try options.requireSense()
            let api = try options.connection.api(of: server)
            let interruption = options.writes ? Interruption("stopped; nothing was sent") : nil
            if options.writes { try confirm(options, server) }
            interruption?.drains("stopped at once; look for a draft session that is left there") {
                Streams.interject("stopping once what was made is removed again")
            }
            let report = try waiting { () async throws(Failure) in
                try await ProbeReport(asking: server, api, options)
            }
            if let file = options.profileFile {
                try OutputFile.write(report.document(openDepth: 1), to: file, for: "--out")
            }
            try streams.print(options.printsJSON ? report.document(openDepth: 1) : Array(report.text.utf8))
            try streams.flush()
            report.warnings.forEach(streams.advise)
            return report.exitCode
        })

    /// Asks before anything is written to a server.
    private static func confirm(_ options: ProbeOptions, _ server: Origin) throws(Failure) {
        guard !options.isAgreed else { return }
        guard Streams.inputIsTerminal else {
            throw .neededOption("--yes", "nobody can be asked whether to write to \(server)")
        }
        let space = visible(options.space ?? "")
        guard
            Question.isAnsweredWithYes(
                "Make a draft session with one marker in \(space) on \(server), and remove it again?")
        else { throw .declined }
    }
}
