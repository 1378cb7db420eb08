import CheckReports
import JobReports
import Markers
import QuadGeometry
import ToolMarkers
import ToolServer
import ToolTerminal

struct UploadOptions: Sendable {
    var server = SpaceOptions()
    var check = CheckOptions()
    /// The session that gets the markers, by its id or the beginning of it.
    var session: String?
    /// The type of a new session that gets them.
    var newSession: String?
    /// Whether markers with errors are created, too.
    var isUnchecked = false
    var onlyChecks = false
    var saysYes = false

    /// Every option of `quadcal upload`, in the order of the help.
    static let groups = [
        OptionGroup(
            heading: "server",
            options: ConnectionOptions.options.map { Option($0, of: \UploadOptions.server.connection) }),
        OptionGroup(heading: "where they go", options: placeOptions),
        OptionGroup(heading: "check", options: checkOptions),
        OptionGroup(heading: "report", options: [Option(SpaceOptions.json, of: \.server)]),
    ]

    private static let placeOptions: [Option<UploadOptions>] = [
        Option(SpaceOptions.space, of: \.server),
        Option("--session", "ID", slot: place, "this session, by its id or the beginning of it") {
            (options, text) throws(BadValue) in
            options.session = try SpaceOptions.beginning(ofSession: text)
        },
        Option("--new-session", "TYPE", slot: place, "a new session: inspection, repair or other") {
            (options, text) throws(BadValue) in
            guard !text.isEmpty else { throw BadValue(expected: "the type of a session, as in inspection") }
            options.newSession = text
        },
        Option(switch: "--yes", "create without asking") { $0.saysYes = true },
        Option(switch: "--dry-run", "only check, and say what would be created") { $0.onlyChecks = true },
    ]

    private static let checkOptions: [Option<UploadOptions>] = [
        Option(word: "--profile", "app|strict", "the limits of the check (app)") {
            $0.check.statedProfile = $1
        },
        Option(CheckOptions.configOption, of: \.check),
        Option(
            word: "--format", "FORMAT", "csv, json or ndjson (by the end of the name, else by the content)"
        ) { $0.check.format = $1 },
        Option("--max-coordinate-m", "M", "the largest absolute coordinate of a marker (that of the profile)")
        {
            (options, text) throws(BadValue) in
            options.check.changedLimits.append(
                LimitChange(path: \.largestCoordinate, value: try OptionValue.positive(text, .metres)))
        },
        Option(switch: "--unchecked", "create markers with errors, too") { $0.isUnchecked = true },
    ]

    private static let place = "place"

    /// The options with the settings that hold for the files, and the settings that are not used.
    func withSettings(
        for files: [String]
    ) throws(Failure) -> (options: UploadOptions, ignored: [(file: String, reason: String)]) {
        var options = self
        let ignored = try options.check.findSettings(for: files)
        return (options, ignored)
    }

    /// Refuses options and files that make no sense together, before anything is read.
    func requireSense(for files: [String]) throws(Failure) {
        guard !files.isEmpty else {
            throw .noFile(
                example: "quadcal upload new.json --api URL --space KEY --session ID",
                isTerminal: Streams.inputIsTerminal)
        }
        guard files.count(where: { $0 == Input.standard }) < 2 else { throw .standardInputTwice }
        guard session != nil || newSession != nil else {
            throw .neededOption(
                "--session ID or --new-session TYPE",
                "it says where the markers go; quadcal sessions lists them")
        }
        let isInputTaken = files.contains(Input.standard) || server.connection.secretSource == .standardInput
        guard onlyChecks || saysYes || !isInputTaken && Streams.inputIsTerminal else {
            throw .neededOption(
                "--yes",
                "standard input is not a terminal, so nobody can confirm; --dry-run only checks")
        }
    }
}
