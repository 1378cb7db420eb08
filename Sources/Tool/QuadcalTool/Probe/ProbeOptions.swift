import MarkersEndpoint
import ToolServer
import ToolTerminal

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
        Option(switch: "--write", "also test what only writing shows, in a separate draft session") {
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
