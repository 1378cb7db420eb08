import Foundation
import ToolCommands

@testable import QuadcalTool
@testable import ToolTerminal

/// The situations that a person may meet with every command.
enum Situation: String, CaseIterable {
    case help = "--help"
    case good = "exit 0"
    case findings = "exit 1"
    case usage = "exit 2"
    case unreadable = "exit 3"
    case unsolvable = "exit 4"
    case network = "exit 5"
    case noSpace = "exit 70, nowhere to write"
    case interrupted = "exit 130"
    case missingFile = "a missing file"
    case cutFile = "a file cut short"
    case notANumber = "NaN"
    case emptyFile = "an empty file"
    case hostileLabels = "hostile labels"
    case noTerminal = "no terminal"
    case noColor = "NO_COLOR"
    case dumbTerminal = "TERM=dumb"
    case brokenPipe = "a broken pipe"
    case firstStop = "Ctrl-C"
    case secondStop = "Ctrl-C twice"
    case resume = "--resume"
    case undo = "--undo"

    private static let stop = "\u{3}"

    /// True if a step meets it, as far as its command, its line and its end show.
    func isMet(by step: Session.Step) -> Bool {
        let words = step.line.split(whereSeparator: \.isWhitespace)
        func names(_ word: String) -> Bool { words.contains { $0.contains("\(word).") } }
        let stops = step.presses.count { $0.keys == Situation.stop }
        return switch self {
        case .help: words.contains("--help")
        case .good: step.exit == ExitCode.good.rawValue
        case .findings: step.exit == ExitCode.findings.rawValue
        case .usage: step.exit == ExitCode.usage.rawValue
        case .unreadable: step.exit == ExitCode.unreadable.rawValue
        case .unsolvable: step.exit == ExitCode.unsolvable.rawValue
        case .network: step.exit == ExitCode.network.rawValue
        case .noSpace: step.exit == ExitCode.internalError.rawValue
        case .interrupted: step.exit == ExitCode.interrupted.rawValue
        case .missingFile: names("missing")
        case .cutFile: names("cut")
        case .notANumber: names("nan")
        case .emptyFile: names("empty")
        case .hostileLabels: names("hostile")
        case .noTerminal: step.line.contains("< /dev/null 2>") && words.contains("cat")
        case .noColor: words.first == "NO_COLOR=1"
        case .dumbTerminal: words.first == "TERM=dumb"
        case .brokenPipe:
            step.line.contains("2>&1 | head -n 1") || step.line.hasSuffix("2> /dev/null | head -n 1")
        case .firstStop: stops > 0
        case .secondStop: stops > 1
        case .resume: words.contains("--resume")
        case .undo: words.contains("--undo")
        }
    }

    /// The situations that commands cannot be in, and the reasons.
    static let impossible: [(commands: [String], situations: [Situation], why: String)] = [
        (
            ["schema", "completions", "help", "version"],
            [.findings, .unreadable, .unsolvable, .network, .interrupted],
            "prints what it knows, and ends"
        ),
        (
            ["doctor", "bench", "schema", "completions", "help", "version"],
            [.missingFile, .cutFile, .notANumber, .emptyFile, .hostileLabels], "reads no file"
        ),
        (["doctor", "bench"], [.findings], "finds nothing wrong where the tests run"),
        (
            ["doctor", "bench"], [.unreadable, .unsolvable, .network, .interrupted],
            "looks at itself, and ends"
        ),
        (["doctor", "bench", "schema", "completions", "help", "version"], [.firstStop], "ends at once"),
        (
            ["check", "fit", "moved", "apply", "raycast", "graph", "handeye", "rebase", "report", "jobs"],
            [.network],
            "asks no server"
        ),
        (
            ["jobs"], [.unsolvable, .interrupted, .firstStop, .notANumber],
            "only reads jobs, and ends at once"
        ),
        (
            [
                "check", "raycast", "report", "spaces", "sessions", "markers", "pull", "upload", "probe",
                "sandbox", "sense", "sync",
            ],
            [.unsolvable], "solves nothing"
        ),
        (["sync"], [.notANumber, .hostileLabels], "reads no file but a store"),
        (["raycast", "rebase", "report", "spaces", "sessions", "markers"], [.findings], "judges nothing"),
        (["sandbox", "relay"], [.findings], "serves"), (["relay"], [.network], "serves"),
        (["relay"], [.interrupted], "the first signal is enough, since no answer takes long"),
        (
            ["relay"],
            [.unsolvable, .missingFile, .cutFile, .notANumber, .emptyFile, .hostileLabels],
            "reads no file but a secret"
        ),
        (["ui"], [.findings, .unsolvable, .network], "hands files to a page, which judges them"),
        (["report", "ui"], [.interrupted, .firstStop], "writes files, and reads nothing that is typed"),
        (["report"], [.noSpace], "prints nothing"),
        (
            ["spaces", "sessions", "markers", "pull", "probe"],
            [.missingFile, .cutFile, .notANumber, .emptyFile, .hostileLabels],
            "reads no file but a token's"
        ),
        (
            Tool.commands.map(\.name).filter { !["recalibrate", "sandbox", "probe"].contains($0) },
            [.secondStop],
            "the first ends it"
        ),
        (
            Tool.commands.map(\.name).filter { $0 != "recalibrate" }, [.resume, .undo],
            "leaves that to recalibrate, or changes nothing that could be"
        ),
    ]
}

/// The situations that sessions meet, by command.
struct SessionCoverage {
    private(set) var met: [String: Set<Situation>] = [:]

    init(_ sessions: [Session]) {
        for step in sessions.flatMap(\.steps) {
            guard let command = SessionCoverage.command(of: step.line) else { continue }
            met[command, default: []].formUnion(Situation.allCases.filter { $0.isMet(by: step) })
        }
    }

    /// The command that a line runs; the last one if it runs several.
    static func command(of line: String) -> String? {
        guard let call = line.matches(of: #/quadcal (\S+)/#).last else { return nil }
        let word = String(call.1)
        return word.hasPrefix("-") ? word == "--version" ? "version" : "help" : word
    }

    /// The possible situations that no session meets, and impossible ones that one does.
    func gaps(of commands: [String]) -> [String] {
        commands.flatMap { command in
            Situation.allCases.compactMap { situation in
                let isMet = met[command]?.contains(situation) == true
                let excuse = Situation.impossible.first {
                    $0.commands.contains(command) && $0.situations.contains(situation)
                }
                switch (isMet, excuse) {
                case (false, nil): return "\(command): no session has \(situation.rawValue)"
                case (true, let excuse?):
                    return "\(command): \(situation.rawValue) is met though it \(excuse.why)"
                default: return nil
                }
            }
        }
    }
}
