import Foundation
import MarkersClient
import ToolTerminal

/// The tool: arguments in, an exit code out.
@main
enum Quadcal {
    static let version = QuadcalVersion.text

    static func main() {
        // A reader that has gone away shows as a failed write, not as a signal.
        signal(SIGPIPE, SIG_IGN)
        // So does a file that has become as large as it may.
        signal(SIGXFSZ, SIG_IGN)
        var streams = Streams()
        let code = run(Array(CommandLine.arguments.dropFirst()), &streams)
        // At once: everything is written, and what a library does at the end may take for ever.
        _exit(code.rawValue)
    }

    static func run(_ arguments: [String], _ streams: inout Streams) -> ExitCode {
        do throws(Failure) {
            let (command, rest) = try Command.chosen(by: arguments)
            let code = try command.run(rest, &streams)
            try streams.flush()
            return code
        } catch {
            return error.report(on: &streams, answering: arguments)
        }
    }
}
