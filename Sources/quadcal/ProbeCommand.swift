import Foundation
import Markers
import MarkersClient

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
            if options.writes { try confirm(options, server) }
            let report = try waiting { () async throws(Failure) in
                try await ProbeReport(asking: server, api, options)
            }
            if let file = options.profileFile {
                try OutputFile.write(report.document, to: file, for: "--out")
            }
            try streams.print(options.printsJSON ? report.document : Array(report.text.utf8))
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
                "make a draft session with one marker in \(space) on \(server), and remove it again?")
        else { throw .declined }
    }
}

/// What `quadcal probe` was asked for.
struct ProbeOptions: Sendable {
    var connection = ConnectionOptions()
    /// The key or the id of a space.
    var space: String?
    var writes = false
    /// Whether writing was agreed to beforehand.
    var isAgreed = false
    var profileFile: String?
    var replacesFile = false
    var printsJSON = false

    /// Every option of `quadcal probe`, in the order of the help.
    static let groups = [
        OptionGroup(
            heading: "server", options: ConnectionOptions.options.map { Option($0, of: \.connection) }),
        OptionGroup(heading: "what is looked at", options: scopeOptions),
        OptionGroup(heading: "report", options: reportOptions),
    ]

    private static let scopeOptions: [Option<ProbeOptions>] = [
        Option("--space", "KEY", "only this space, by its key or its id") {
            (options, text) throws(BadValue) in
            guard !text.isEmpty else { throw BadValue(expected: "the key or the id of a space") }
            options.space = text
        },
        Option(switch: "--write", "try out what only writing shows, in a draft session of its own") {
            $0.writes = true
        },
        Option(switch: "--yes", "write without asking") { $0.isAgreed = true },
    ]

    private static let reportOptions: [Option<ProbeOptions>] = [
        Option(file: "--out", "PROFILE.json", to: "write", "write the profile to a file, as --json prints it")
        {
            $0.profileFile = $1
        },
        Option(switch: "--force", "let --out replace a file") { $0.replacesFile = true },
        Option(switch: "--json", "one JSON document") { $0.printsJSON = true },
    ]

    /// Refuses options that make no sense together, before anything is sent.
    fileprivate func requireSense() throws(Failure) -> Origin {
        guard let server = connection.server else {
            throw .neededOption("--api URL", "it says which server to ask")
        }
        if writes, space == nil {
            throw .neededOption(
                "--space KEY", "it says where the session is made that --write tries things out in")
        }
        if let profileFile {
            guard profileFile != Input.standard else { throw .reportInOutput(option: "--out") }
            try OutputFile.requireFree(profileFile, replaces: replacesFile, for: "--out")
        }
        return server
    }
}
