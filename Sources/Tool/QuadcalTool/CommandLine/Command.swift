import ToolTerminal

/// A command of the tool: its help and its work.
///
/// A new command is one more file that makes one of these, and one more name in ``all``.
struct Command: Sendable {
    let name: String
    /// A summary of a few words without a full stop.
    let summary: String
    /// The arguments that are not options, as the usage line shows them.
    let operands: String
    /// The help on the operands and the results.
    let notes: String
    let options: [OptionHelp]
    /// Command lines and the purpose of each.
    let examples: [(line: String, purpose: String)]
    let run: @Sendable ([String], inout Streams) throws(Failure) -> ExitCode

    /// Every command, in the order of the help.
    static let all: [Command] = [
        .check, .fit, .fuse, .apply, .calibrate, .recalibrate, .jobs, .report, .raycast, .graph, .handEye,
        .rebase,
        .sense,
        .spaces,
        .sessions,
        .markers,
        .pull, .upload, .sync,
        .probe, .sandbox, .relay, .doctor, .bench, .schema, .completions, .help, .version,
    ]

    /// A command whose options change a value of `Settings` before the work begins.
    ///
    /// - Parameter isColored: Whether its text has colours, for which there is an option.
    init<Settings: Sendable>(
        _ name: String, _ summary: String, operands: String, notes: String, isColored: Bool = false,
        settings: Settings, options: [OptionGroup<Settings>], examples: [(line: String, purpose: String)],
        work: @escaping @Sendable (Settings, [String], inout Streams) throws(Failure) -> ExitCode
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.notes = notes
        let colors = isColored ? [Colored<Settings>.option] : []
        self.options =
            options.map(\.help)
            + (isColored ? [OptionHelp(heading: "terminal", options: colors.map(\.notation))] : [])
        self.examples = examples
        let own = options.flatMap(\.options).map { Option($0, of: \Colored<Settings>.settings) }
        let table = OptionTable(command: name, options: own + colors)
        run = { (arguments, streams) throws(Failure) in
            var settings = Colored(settings: settings)
            let operands = try table.parse(arguments, into: &settings)
            streams.screen = .standard(isColored ? settings.choice : .never)
            return try work(settings.settings, operands, &streams)
        }
    }

    /// The command that the arguments name, and the remaining arguments.
    static func chosen(by arguments: [String]) throws(Failure) -> (command: Command, rest: [String]) {
        guard let first = arguments.first else { throw .noCommand }
        let rest = Array(arguments.dropFirst())
        let asksForHelp = rest.prefix { $0 != "--" }.contains(where: helpFlags.contains)
        switch first {
        case "--version": return (.version, rest)
        case _ where helpFlags.contains(first): return (.help, rest.filter { !helpFlags.contains($0) })
        case _ where asksForHelp: return (.help, [first])
        default: return (try named(first), rest)
        }
    }

    private static let helpFlags = ["--help", "-h"]

    static func named(_ name: String) throws(Failure) -> Command {
        guard let command = all.first(where: { $0.name == name }) else {
            throw .unknownCommand(name, nearest: nearest(to: name, among: all.map(\.name)))
        }
        return command
    }
}

/// The settings of a command, and the colours of its text.
private struct Colored<Settings> {
    var settings: Settings
    var choice = ColorChoice.auto

    static var option: Option<Colored> {
        Option(word: "--color", "WHEN", "colours of the text: auto, always or never (auto; see NO_COLOR)") {
            $0.choice = $1
        }
    }
}
