import Foundation
import PublishedResults
import StrictJSON
package import ToolTerminal

/// An executable with commands: `quadcal`, or one of its wings.
///
/// ```
/// Tool("quadcal-frames", commands: [.graph, .fuse], documents: [.graph, .fuse]).main()
/// ```
package struct Tool: Sendable {
    package let name: String
    /// The commands that it is made for; ``commands`` has those about itself, too.
    private let own: [Command]
    /// The JSON documents that they print or write, in the order of the list.
    package let documents: [SchemaDocument]
    /// The executables beside it that have other commands.
    package let wings: [Wing]

    /// - Parameter overview: The names of all commands, of its own and of wings, in the order of the help; its own first if `nil`.
    package init(
        _ name: String, commands: [Command], documents: [SchemaDocument], wings: [Wing] = [],
        overview: [String]? = nil
    ) {
        (self.name, own, self.documents, self.wings) = (name, commands, documents, wings)
        order = overview ?? commands.map(\.name) + wings.flatMap { $0.commands.map(\.name) }
    }

    /// The names of all commands but those about the tool itself.
    private let order: [String]

    /// Every command of its own, in the order of the help.
    package var commands: [Command] { own + aboutItself }

    /// Completions are of `quadcal`, which completes what its wings do, too.
    private var aboutItself: [Command] {
        wings.isEmpty ? [schema, help, version] : [schema, completions, help, version]
    }

    /// Every command, also of wings, with its summary.
    package var listing: [(name: String, summary: String)] {
        let all =
            own.map { ($0.name, $0.summary) } + wings.flatMap { $0.commands.map { ($0.name, $0.summary) } }
        return order.compactMap { name in all.first { $0.0 == name } }
            + aboutItself.map { ($0.name, $0.summary) }
    }

    /// Runs the command that this process was started with, and ends the process.
    package func main() -> Never {
        // A reader that has gone away shows as a failed write, not as a signal.
        signal(SIGPIPE, SIG_IGN)
        // So does a file that has become as large as it may.
        signal(SIGXFSZ, SIG_IGN)
        // Where one is closed, the next file that is opened would be taken for it.
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
        var streams = Streams()
        let code = run(Array(CommandLine.arguments.dropFirst()), &streams)
        // At once: everything is written, and what a library does at the end may take for ever.
        _exit(code.rawValue)
    }

    /// Arguments in, an exit code out.
    private func run(_ arguments: [String], _ streams: inout Streams) -> ExitCode {
        do throws(Failure) {
            if wings.isEmpty { try Wing.requireOwnCaller(of: name) }
            let (command, rest) = try chosen(by: arguments)
            let code = try command.run(rest, &streams)
            try streams.flush()
            return code
        } catch {
            return error.report(on: &streams, answering: arguments)
        }
    }

    private static let helpFlags = ["--help", "-h"]

    /// The command that the arguments name, and the remaining arguments; does not return where that is a wing's.
    private func chosen(by arguments: [String]) throws(Failure) -> (command: Command, rest: [String]) {
        guard let first = arguments.first else { throw .noCommand }
        let rest = Array(arguments.dropFirst())
        let asked = rest.prefix { $0 != "--" }.filter(Tool.helpFlags.contains)
        switch first {
        case "--version": return (version, rest)
        case ToolPart.command where wings.isEmpty: return (part, rest)
        case _ where Tool.helpFlags.contains(first):
            return (help, rest.filter { !Tool.helpFlags.contains($0) })
        case _ where asked.contains("--help"): return (help, [first])
        case _ where !asked.isEmpty: return (help, ["--short", first])
        default:
            if let wing = wing(having: first) { try wing.takeOver(arguments, for: first) }
            return (try command(named: first), rest)
        }
    }

    /// The wing that has a command; `nil` where none has.
    func wing(having command: String) -> Wing? {
        wings.first { $0.commands.contains { $0.name == command } }
    }

    package func command(named name: String) throws(Failure) -> Command {
        guard let command = commands.first(where: { $0.name == name }) else {
            throw .unknownCommand(name, nearest: nearest(to: name, among: listing.map(\.name)))
        }
        return command
    }
}

extension Tool {
    var version: Command {
        Command(
            "version", "print the version", operands: "", notes: "", settings: (), options: [], examples: []
        ) { (_, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "version") }
            try streams.print("quadcal \(QuadcalVersion.text)\n")
            return .good
        }
    }
}

extension Tool {
    /// `quadcal-WING --part TEXT`, for `quadcal` alone.
    var part: Command {
        Command(
            ToolPart.command, "print a part of a text about all commands", operands: "TEXT", notes: "",
            settings: (), options: [], examples: []
        ) { (_, operands, streams) throws(Failure) in
            guard let word = operands.first, let part = ToolPart(rawValue: word) else {
                throw .neededOption(
                    ToolPart.allCases.map(\.rawValue).joined(separator: ", "), "it says of which text")
            }
            try streams.print(Wing.heading + text(of: part) + Wing.ending)
            return .good
        }
    }

    /// The parts of all wings. Where one cannot do its part, the others do, and a person learns what is left out.
    ///
    /// - Parameter subject: What the text is, for people.
    func texts(of part: ToolPart, for subject: String, _ streams: Streams) -> String {
        wings.map { wing in
            do throws(Failure) { return try wing.text(of: part, for: subject) } catch {
                streams.advise("\(error.text); its commands are left out")
                return ""
            }
        }.joined()
    }

    /// The part of this wing, of the commands that `quadcal` hands over to it.
    private func text(of part: ToolPart) -> String {
        let handedOver = [Wing.frames, .devices].first { $0.name == name }?.commands.map(\.name) ?? []
        let commands = commands.filter { handedOver.contains($0.name) }
        return switch part {
        case .manual: commands.map(ManualPage.section).joined()
        case .bash: commands.map { BashCompletions.function($0, operandValues(of: $0, [])) }.joined()
        case .zsh: commands.map { ZshCompletions.function($0, operandValues(of: $0, [])) }.joined()
        case .fish: commands.map { FishCompletions.lines($0, operandValues(of: $0, [])) }.joined()
        case .schemas: SchemaFile.text(documents)
        }
    }
}

extension Tool {
    var help: Command {
        Command(
            "help", "show help for the tool, for one command or on a topic", operands: "[COMMAND | TOPIC]",
            notes: "Topics:\n\n\(TextTable.list(HelpTopic.all.map { ($0.name, $0.summary) }).dropLast())",
            settings: HelpOptions(),
            options: [OptionGroup(heading: "form", options: [HelpOptions.short, HelpOptions.manual])],
            examples: [
                ("quadcal help check", "all options of `check`, with examples"),
                ("quadcal check -h", "the options that are used most"),
                ("quadcal help credentials", "how to sign in to a server"),
                ("quadcal help --man > quadcal.1", "everything as a manual page"),
            ],
            work: { (options, operands, streams) throws(Failure) in
                if let extra = operands.dropFirst(options.isManual ? 0 : 1).first {
                    throw .unwantedOperand(extra, command: "help")
                }
                if options.isManual {
                    let sections =
                        commands.map(ManualPage.section).joined()
                        + texts(of: .manual, for: "a part of the manual page", streams)
                    try streams.print(ManualPage.text(sections))
                } else if let name = operands.first {
                    let short = options.isShort ? ["--short"] : []
                    if let wing = wing(having: name) {
                        try wing.takeOver(["help"] + short + [name], for: name)
                    }
                    if let topic = HelpTopic.named(name) {
                        try streams.print(topic.text)
                        return .good
                    }
                    let command = try command(named: name)
                    try streams.print(options.isShort ? HelpText.short(command) : HelpText.of(command))
                } else {
                    try streams.print(HelpText.overview(of: self.name, listing))
                }
                return .good
            })
    }
}

struct HelpOptions: Sendable {
    /// True for the full manual, in the form that `man` shows.
    var isManual = false
    /// True for the options alone that are used most.
    var isShort = false

    static let short = Option<HelpOptions>(
        switch: "--short", "only the options that are used most; as COMMAND -h"
    ) {
        $0.isShort = true
    }
    static let manual = Option<HelpOptions>(switch: "--man", "every command in one manual page (roff)") {
        $0.isManual = true
    }
}

extension Tool {
    var completions: Command {
        Command(
            "completions", "print a script that completes commands and options in a shell",
            operands: "bash|zsh|fish", notes: "", settings: (), options: [],
            examples: [
                (
                    "quadcal completions bash > ~/.local/share/bash-completion/completions/quadcal",
                    "for bash, in new shells"
                ),
                ("source <(quadcal completions bash)", "for this shell only"),
                (
                    "quadcal completions zsh > ~/.zfunc/_quadcal",
                    "for zsh, where ~/.zfunc is in $fpath before compinit"
                ),
                ("quadcal completions fish > ~/.config/fish/completions/quadcal.fish", "for fish"),
            ],
            work: { (_, operands, streams) throws(Failure) in
                if let extra = operands.dropFirst().first {
                    throw .unwantedOperand(extra, command: "completions")
                }
                let words = CompletionShell.allCases.map(\.rawValue)
                guard let name = operands.first else {
                    throw .neededOption(
                        "completions bash, completions zsh or completions fish",
                        "each shell needs its own script")
                }
                guard let shell = CompletionShell(rawValue: name) else {
                    throw .unknownShell(name, nearest: nearest(to: name, among: words))
                }
                try streams.print(script(for: shell, streams))
                return .good
            })
    }

    /// A function for each command, also of wings that are installed, and one that chooses among them.
    private func script(for shell: CompletionShell, _ streams: Streams) -> String {
        let documents = documents.map(\.name) + wings.flatMap { $0.documents.map(\.name) }
        func others(_ part: ToolPart) -> String { texts(of: part, for: "a part of the completions", streams) }
        let own = commands.map { ($0, operandValues(of: $0, documents)) }
        return switch shell {
        case .bash:
            BashCompletions.script(
                listing, own.map(BashCompletions.function).joined() + others(.bash))
        case .zsh:
            ZshCompletions.script(listing, own.map(ZshCompletions.function).joined() + others(.zsh))
        case .fish:
            FishCompletions.script(listing, own.map(FishCompletions.lines).joined() + others(.fish))
        }
    }

    func operandValues(of command: Command, _ documents: [String]) -> OptionValues {
        switch command.name {
        case "help": .words(listing.map(\.name) + HelpTopic.all.map(\.name))
        case "schema": .words(documents)
        case "completions": .words(CompletionShell.allCases.map(\.rawValue))
        default: command.operands.isEmpty ? .any : .files
        }
    }
}

/// A shell with completions, which are made from the tables of the commands.
enum CompletionShell: String, CaseIterable {
    case bash, zsh, fish
}

extension ExitCode {
    /// Every code with its meaning, in a few words without a full stop.
    static let meanings: [(code: String, meaning: String)] = allCases.map { code in
        (
            "\(code.rawValue)",
            code.guide?.summary ?? (code == .good ? "success" : "finished, but the data failed")
        )
    }
}

enum HelpText {
    static func overview(of tool: String, _ commands: [(name: String, summary: String)]) -> String {
        """
        quadcal - check AR quad markers, and fit one scan to another

        usage: \(tool) COMMAND ...

        \(TextTable.list(commands.map { ($0.name, $0.summary) }))
        "quadcal help COMMAND" explains one command, "quadcal COMMAND -h" in short; "quadcal help TOPIC" explains
        \(HelpTopic.all.map(\.name).joined(separator: " or ")). "quadcal --version" prints the version.

        """
    }

    static func of(_ command: Command) -> String {
        opening(command) + (command.notes.isEmpty ? "" : "\n\(command.notes)\n")
            + listed(command.options) + examples(command)
    }

    /// The options that are used most, and the examples; everything where the command has few options.
    static func short(_ command: Command) -> String {
        guard !command.mostUsed.isEmpty else { return of(command) }
        let all = command.options.flatMap(\.options)
        let used = command.mostUsed.compactMap { flag in all.first { $0.flag == flag } }
        return opening(command) + listed([OptionHelp(heading: "most used", options: used)])
            + examples(command)
            + "\n\"quadcal \(command.name) --help\" explains the operands, all \(all.count) options and the exit codes.\n"
    }

    private static func opening(_ command: Command) -> String {
        let usage = ["quadcal", command.name, command.options.isEmpty ? "" : "[OPTION...]", command.operands]
        return "quadcal \(command.name) - \(command.summary)\n\nusage: "
            + usage.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
    }

    private static func listed(_ groups: [OptionHelp]) -> String {
        let width = groups.flatMap { $0.options.map(\.form.count) }.max() ?? 0
        return groups.map { group in
            "\n\(group.heading):\n"
                + group.options.map { "  \(padded($0.form, width))  \($0.help)\n" }.joined()
        }.joined()
    }

    private static func examples(_ command: Command) -> String {
        guard !command.examples.isEmpty else { return "" }
        return "\nexamples:\n" + command.examples.map { "  \($0.line)\n      \($0.purpose)\n" }.joined()
    }
}

/// An explanation that several commands lead to: `quadcal help TOPIC`.
struct HelpTopic {
    let name: String
    /// A summary of a few words without a full stop.
    let summary: String
    let text: String

    private static let credentials = """
        A bearer token is taken from \(ConnectionVariable.token), --token-file or --token-stdin, a key for X-Api-Key from
        \(ConnectionVariable.key); neither is ever an argument. Both go only to the server that you name, by --api or
        \(ConnectionVariable.server). The file of a token can name servers, too, in lines such as "origin https://host" after the
        token, which then goes to no others, and in a line such as "refresh TOKEN" the token by which the first is renewed; both
        are then replaced in the file. A file without one is read again when the server refuses its token, since another program may
        replace it. --refresh-token-file has the refresh token in its first line; it obtains bearer tokens, and the file keeps the
        last one in a line "access TOKEN". If the server also rejects the refresh token, the command fails with
        AUTHENTICATION_REQUIRED. Plain http is limited to this machine, unless --allow-http names the host.
        """

    static let all = [
        HelpTopic(
            name: "credentials", summary: "how to sign in to a server", text: credentials + "\n"),
        HelpTopic(
            name: "exit-codes", summary: "the exit codes of all commands",
            text: TextTable.list(ExitCode.meanings.map { ($0.code, $0.meaning) }, indent: "")),
    ]

    static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }
}
