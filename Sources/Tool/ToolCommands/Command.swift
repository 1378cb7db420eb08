import Foundation
package import ToolTerminal

/// A command of the tool: its help and its work.
///
/// A new command is one more folder with a file that makes one of these, and one more name in the main file of its tool.
package struct Command: Sendable {
    package let name: String
    /// A summary of a few words without a full stop.
    package let summary: String
    /// The arguments that are not options, as the usage line shows them.
    package let operands: String
    package let notes: String
    /// Its options in words, made when they are asked for, as most runs of the tool do for one command at most.
    package var options: [OptionHelp] { makeOptions() }
    private let makeOptions: @Sendable () -> [OptionHelp]
    /// The options that the short help has; all where there are none.
    package let mostUsed: [String]
    package let examples: [(line: String, purpose: String)]
    let run: @Sendable ([String], inout Streams) throws(Failure) -> ExitCode

    /// A command whose options change a value of `Settings` before the work begins.
    ///
    /// - Parameters:
    ///   - isColored: Whether its text has colours, for which there is an option.
    ///   - mostUsed: The options that its short help has.
    package init<Settings: Sendable>(
        _ name: String, _ summary: String, operands: String, notes: String, isColored: Bool = false,
        settings: @autoclosure @escaping @Sendable () -> Settings,
        options: @autoclosure @escaping @Sendable () -> [OptionGroup<Settings>], mostUsed: [String] = [],
        examples: [(line: String, purpose: String)],
        work: @escaping @Sendable (Settings, [String], inout Streams) throws(Failure) -> ExitCode
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.notes = notes
        self.mostUsed = mostUsed
        self.examples = examples
        makeOptions = {
            options().map(\.help)
                + (isColored
                    ? [OptionHelp(heading: "terminal", options: [Colored<Settings>.option.notation])] : [])
        }
        run = { (arguments, streams) throws(Failure) in
            let own = options().flatMap(\.options).map { Option($0, of: \Colored<Settings>.settings) }
            let table = OptionTable(
                command: name, options: own + (isColored ? [Colored<Settings>.option] : []))
            var settings = Colored(settings: settings())
            let operands = try table.parse(arguments, into: &settings)
            streams.screen = .standard(isColored ? settings.choice : .never)
            return try work(settings.settings, operands, &streams)
        }
    }

    /// Every option, `--help` last.
    package var allOptions: [OptionNotation] {
        options.flatMap(\.options) + [
            OptionNotation(
                flag: "--help", short: "-h", placeholder: nil, help: "all options, with examples",
                values: .any)
        ]
    }
}

/// The settings of a command, and the colours of its text.
private struct Colored<Settings> {
    var settings: Settings
    var choice = ColorChoice.auto

    static var option: Option<Colored> {
        Option(
            word: "--color", "WHEN", "colours of the text: auto, always or never (auto; see NO_COLOR)",
            \.choice)
    }
}

extension Command {
    /// The time that a server may take to stop before a message says so, in seconds.
    private static let quiet = 0.2

    /// Prints where a server is and waits for a signal, which stops it; what is under way is still sent, and a second signal exits at
    /// once.
    package static func serve(
        _ address: String, advice: [String] = [], _ streams: inout Streams,
        stop: @escaping @Sendable () -> Void
    ) throws(Failure) -> ExitCode {
        let interruption = Interruption("stopped")
        let (asked, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        interruption.drains("stopped at once") { asked.signal() }
        try streams.print("\(address)\n")
        try streams.flush()
        advice.forEach(streams.advise)
        asked.wait()
        Thread.detachNewThread {
            stop()
            ended.signal()
        }
        if ended.wait(timeout: .now() + quiet) == .timedOut {
            Streams.interject("stopping after the pending answers")
            ended.wait()
        }
        return .good
    }
}

/// A text about all commands, of which each wing writes its part.
enum ToolPart: String, CaseIterable {
    case manual
    /// Functions of a completion script.
    case bash, zsh, fish
    case schemas

    /// The word by which `quadcal` asks a wing for its part.
    static let command = "--part"
}
