import Foundation
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
