internal import Foundation

/// The system calls of whole runs, and a comparison of two runs.
struct Traces {
    let settings: Settings

    init(_ settings: Settings) { self.settings = settings }

    /// The common part of two traces of one action.
    struct Comparison {
        /// The number of calls of each run, and of those that change a file or are sent.
        let calls, effects: [Int]
        /// A file on which they do not do the same in the same order; nil if they are alike.
        let difference: String?

        var document: [String: Any] {
            ["calls": calls, "effects": effects, "alike": difference == nil, "difference": difference ?? ""]
        }
    }

    /// Progress of a job is written at intervals of time, and threads are woken when they sleep.
    private static let timed: Set = ["hall.job-wal", "anon_inode:"]

    func of(_ mode: PushMode, _ action: Scene.Action) throws -> Comparison {
        let stage = try Stage(try Scene(settings.tool, mode, markers: settings.markers))
        defer { stage.scene.remove() }
        let runs = try (0..<2).map { _ in
            try stage.begin(action)
            return try stage.scene.program(action, locks: action == .apply).run(.counting, tracing: true)
        }
        let effects = runs.map { run in
            Dictionary(grouping: run.trace.filter(\.hasEffect), by: \.kind)
                .filter { !Traces.timed.contains($0.key) }.mapValues { $0.map { "\($0.name) \($0.word)" } }
        }
        if let folder = settings.traceFolder {
            for (number, run) in runs.enumerated() {
                let lines = run.trace.map { "\($0.name) \($0.file) \($0.word)\n" }.joined()
                try Data(lines.utf8).write(to: URL(filePath: "\(folder)/\(mode)-\(action)-\(number)"))
            }
        }
        return Comparison(
            calls: runs.map(\.calls), effects: effects.map { $0.values.reduce(0) { $0 + $1.count } },
            difference: Set(effects.flatMap(\.keys)).sorted().first { effects[0][$0] != effects[1][$0] })
    }
}

extension Program.Call {
    private static let changes: Set = [
        "write", "pwrite64", "ftruncate", "fsync", "fdatasync", "unlink", "unlinkat", "flock", "connect",
    ]

    /// True if it changes what outlives the run or asks a server; sending without a word wakes a thread.
    fileprivate var hasEffect: Bool { Self.changes.contains(name) || name == "sendto" && !word.isEmpty }

    /// The file without the number that the kernel gives to nameless ones.
    fileprivate var kind: String { String(file.prefix { $0 != "[" }) }
}
