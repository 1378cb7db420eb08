import Foundation
import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
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
            try streams.finish(options.printsJSON ? report.document(openDepth: 1) : nil) { _ in report.text }
            report.warnings.forEach(streams.advise)
            return report.exitCode
        })

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

/// Findings about a server: what people read and what programs read are both made from this value.
struct ProbeReport: Sendable {
    let profile: ServerProfile
    /// The results of trying by writing; `nil` if nothing was tried.
    let trial: TrialReport?
    let unreadable: [UnreadableElement]

    /// Asks a server, and tries things out where that is wanted.
    init(asking server: Origin, _ api: MarkersAPI, _ options: ProbeOptions) async throws(Failure) {
        let probe = ServerProbe(api)
        let read: ServerProfile, spaces: ListReply<Space>
        var unreadable: [UnreadableElement] = []
        do throws(APIError) {
            read = try await probe.read(server: server.description, space: options.space) {
                unreadable.append($0)
            }
            spaces = try await api.spaces(includingInactive: true)
        } catch {
            throw .server(server.description, error)
        }
        self.unreadable = unreadable
        guard options.writes, let name = options.space else {
            (profile, trial) = (read, nil)
            return
        }
        guard let space = spaces.elements.first(where: { $0.key == name || $0.id.text == name })
        else { throw Failure(SpaceListingError(noSpace: name, in: spaces), on: server) }
        let trial = await probe.tryOut(in: space.id, read)
        (profile, self.trial) = (trial.profile, trial)
    }

    /// Facts to know before anything is pushed there.
    var warnings: [String] {
        var warnings: [String] = []
        if profile.checksVersions == false {
            warnings.append(
                "\(profile.server) does not check versions: concurrent edits would be lost, so nothing should be pushed there"
            )
        }
        switch profile.calibratedWrites {
        case .ignored:
            warnings.append("it ignores calibrated_data in updates: --mode calibrated cannot work there")
        case .refused:
            warnings.append("it refuses calibrated_data in updates: --mode calibrated cannot work there")
        case .kept, nil: break
        }
        if profile.hasRoundLists {
            warnings.append(
                "a list has exactly 100, 250, 500 or 1,000 markers: it may be silently cut off")
        }
        if !unreadable.isEmpty {
            warnings.append(
                "\(counted(unreadable.count, "listed value")) cannot be read and \(unreadable.count == 1 ? "is" : "are") "
                    + "passed over: \(listed(unreadable, \.text))")
        }
        if let failure = trial?.failure { warnings.append("the trial ended early: \(failure.text)") }
        if let trial, !trial.leftovers.isEmpty {
            let ids = trial.leftovers.map(\.wireText).joined(separator: ", ")
            warnings.append("could not be removed, so remove it by hand: \(ids)")
        }
        return warnings
    }

    var verdict: Verdict {
        profile.checksVersions == false || trial.map { !$0.leftovers.isEmpty || $0.failure != nil } == true
            ? .fail : .pass
    }

    var exitCode: ExitCode {
        if trial?.failure != nil { return .network }
        return verdict == .fail ? .findings : .good
    }

    var text: String {
        let lines: [(String, String?)] = [
            ("lists", profile.lists.map(ProbeReport.words)),
            ("locks", profile.locks.map { $0 == .plain ? "at /locks/ID" : "at /locks/work-sessions/ID" }),
            (
                "vector",
                profile.vectorSign.map {
                    $0 == .added ? "calibrated = raw + vector" : "calibrated = raw - vector"
                }
            ),
            ("details", details),
            ("calibrated_data in updates", profile.calibratedWrites?.rawValue),
            (
                "calibrated_data when corners change",
                profile.renewsCalibrated.map { $0 ? "recomputed" : "unchanged" }
            ),
            ("updates of an old version", profile.checksVersions.map { $0 ? "refused" : "ACCEPTED" }),
            ("null in updates", profile.clearsByNull.map { $0 ? "clears" : "means not given" }),
            ("meta of sessions", profile.keepsMeta.map { $0 ? "kept as sent" : "not kept as sent" }),
        ]
        let unknown = trial == nil ? "not known without --write" : "not shown"
        return TextTable.list(
            lines.enumerated().map { place, line in
                (line.0, line.1 ?? (place < ProbeReport.readable ? "no data shows it" : unknown))
            }, indent: "")
    }

    /// The formula of details and their names; `nil` if there were none to read.
    private var details: String? {
        guard let rule = profile.detailsRule else {
            return profile.hasFormerDetails == nil
                ? nil : "not known: those that were read fit several formulas, or none"
        }
        return (rule == .extremes ? "extremes of the corners" : "nearest distances")
            + (profile.hasFormerDetails == true ? ", under their former names" : "")
    }

    /// The number of lines that reading alone can fill.
    private static let readable = 4

    private static func words(_ lists: ListForm) -> String {
        switch lists {
        case .bare: "arrays"
        case .wrapped: "inside objects"
        case .paged: "in parts, next in the object"
        case .linked: "in parts, next in the header Link"
        }
    }
}

extension SchemaDocument {
    static let probe = SchemaDocument(
        name: "probe", about: "what quadcal probe --json prints and --out writes",
        schema: ProbeReport.schema)
}

/// `recalibrate --server-profile` reads the profile in it.
extension ProbeReport: RunDocument {
    static let members: [DocumentMember<ProbeReport>] =
        .head(
            "quadcal.probe/1",
            verdict: "Whether it is safe to push to the server, and nothing was left behind there."
        ) + [
            .part(\.profile, ServerProfile.members),
            .always("wrote", \.wrote, "Whether the probe wrote to the server."),
            .always("leftovers", \.leftovers, "The ids of the objects that could not be removed again."),
            .always(
                "unreadable", \.unreadable,
                "The values of lists that are not understood and were passed over."),
        ]

    private var wrote: Bool { trial != nil }
    private var leftovers: [String] { trial?.leftovers.map(\.wireText) ?? [] }
}

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
        OptionGroup(heading: "scope", options: scopeOptions),
        OptionGroup(heading: "report", options: reportOptions),
    ]

    private static let scopeOptions: [Option<ProbeOptions>] = [
        Option("--space", "KEY", "only this space, by its key or its id") {
            (options, text) throws(BadValue) in
            guard !text.isEmpty else { throw BadValue(expected: "the key or the id of a space") }
            options.space = text
        },
        Option(switch: "--write", "also test what only writing shows, in a separate draft session", \.writes),
        Option(switch: "--yes", "write without asking", \.isAgreed),
    ]

    private static let reportOptions: [Option<ProbeOptions>] = [
        Option(
            file: "--out", "PROFILE.json", to: "write", "write the profile to a file, as --json prints it",
            \.profileFile),
        Option(switch: "--force", "let --out replace a file", \.replacesFile),
        Option(switch: "--json", "one JSON document", \.printsJSON),
    ]

    /// Refuses options that make no sense together, before anything is sent.
    func requireSense() throws(Failure) -> Origin {
        guard let server = try connection.namedServer else {
            throw .neededOption("--api URL", "it says which server to ask")
        }
        if writes, space == nil {
            throw .neededOption(
                "--space KEY", "--write creates its test session there")
        }
        if let profileFile {
            guard profileFile != Input.standard else { throw .reportInOutput(option: "--out") }
            try OutputFile.requireFree(profileFile, replaces: replacesFile, for: "--out")
        }
        return server
    }
}
