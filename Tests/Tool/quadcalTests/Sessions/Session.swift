import Foundation
import TestSupport

@testable import ToolTerminal

/// The input of a person at a terminal and the output there, as a file that can be read and run.
///
/// Between its steps is any text. A step is a line of the shell behind `$ ` (the next line continues after a
/// last `\`), then the keys and when they are pressed, then everything that is seen, then how it ended:
///
///     $ quadcal recalibrate --undo --job hall.job
///     > at "[y/N] " type y
///     …
///     [exit 0]
///
/// Lines behind `% ` come first: `% files NAME…` are files of Datasets, and `% serve FILE… OPTION…` is a
/// sandbox with the objects of such files, at `http://127.0.0.1:PORT`. Nothing else is replaced in input and
/// output.
struct Session {
    /// A moment of a step, and the keys that are pressed then.
    struct Press: Equatable {
        enum Moment: Equatable {
            /// Once this is seen, after the text that was waited for before.
            case seen(String)
            /// Once the server changed this many markers in this step.
            case changes(Int)
        }

        let moment: Moment
        let keys: String
    }

    /// A line of the shell, and its result.
    struct Step: Equatable {
        var line: String
        var presses: [Press] = []
        var shown = ""
        var exit: Int32 = 0
    }

    let name: String
    var files: [String] = []
    var serving: [String]?
    var steps: [Step] = []
    /// The lines of the file before each step, those of the step itself, and those after the last step.
    private var parts: [(before: [String], typed: [String])] = []
    private var end: [String] = []

    static let folder = Dataset.folder.appendingPathComponent("sessions")

    static let names: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).filter { $0.hasSuffix(".session") }.sorted()
    }()

    init(named name: String) throws {
        self.init(name, try Dataset.read("sessions/\(name)"))
    }

    init(_ name: String, _ text: String) {
        self.name = name
        var rest = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        var before: [String] = []
        while let line = rest.popFirst() {
            guard line.hasPrefix("$ ") else {
                if line.hasPrefix("% ") { take(line.split(separator: " ").dropFirst().map(String.init)) }
                before.append(line)
                continue
            }
            var typed = [line]
            while typed.last?.hasSuffix("\\") == true, let next = rest.popFirst() { typed.append(next) }
            var step = Step(line: String(typed.joined(separator: "\n").dropFirst(2)))
            while let press = rest.first.flatMap(Press.init) {
                step.presses.append(press)
                typed.append(rest.removeFirst())
            }
            var shown: [String] = []
            while let line = rest.popFirst() {
                if let ended = line.wholeMatch(of: #/(.*)\[exit (\d+)\]/#), let exit = Int32(ended.2) {
                    step.exit = exit
                    // If the output does not end its last line.
                    shown.append(String(ended.1))
                    break
                }
                shown.append(line)
            }
            step.shown = shown.joined(separator: "\n")
            steps.append(step)
            parts.append((before, typed))
            before = []
        }
        end = before
    }

    private mutating func take(_ words: [String]) {
        switch words.first {
        case "files": files += words.dropFirst()
        case "serve": serving = Array(words.dropFirst())
        default: preconditionFailure("\(name): % files and % serve are all there is, and not \(words)")
        }
    }

    /// The file with these steps as results.
    func text(of steps: [Step]) -> String {
        var lines: [String] = []
        for (part, step) in zip(parts, steps) {
            lines += part.before
            lines += part.typed
            lines.append("\(step.shown)[exit \(step.exit)]")
        }
        return (lines + end).joined(separator: "\n")
    }
}

extension Session.Press {
    /// Reads `> at "TEXT" type WORDS`, `> at N changes press Ctrl-C`, or the like; a typed line ends with the return key.
    init?(_ line: String) {
        guard
            let parts = line.wholeMatch(
                of: #/> at (?:"(.*)"|(\d+) changes?) (?:type (.*)|press Ctrl-([A-Z]))/#)
        else { return nil }
        moment = parts.2.flatMap { Int($0) }.map(Moment.changes) ?? .seen(String(parts.1 ?? ""))
        let control = parts.4?.utf8.first.map { String(UnicodeScalar($0 - 0x40)) }
        keys = control ?? "\(parts.3 ?? "")\n"
    }
}
