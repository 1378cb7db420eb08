import Foundation

/// The tool as an operator uses it: command lines in a folder, and the documents that they print.
///
/// Besides ``CampaignReport``, nothing in a campaign knows the words of the tool.
struct CampaignTool: Sendable {
    let path: String
    let address: String
    let mode: CampaignMode
    /// Whether the space adds a vector to raw points, which people's own calibrated data would hide.
    var addsVector = false

    /// The longest time that a command may take, in seconds: beyond any patience of the tool.
    private static let longest = 180.0
    /// Few requests at a time, so that a job can be stopped halfway.
    private static let common = [
        ["--yes"], ["--json"], ["--quiet"], ["--conflicts", "skip"], ["--concurrency", "4"],
    ]

    /// A motion's source.
    enum Source: Sendable {
        /// The saved fit of this name.
        case fit(String)
        /// The labels of a reference set.
        case set(String)
    }

    /// The command that makes a job and runs it.
    func apply(_ source: Source, to sessions: [String], job: String) -> [String] {
        var words = ["recalibrate", "--api", address, "--space", CampaignScene.key, "--mode", mode.rawValue]
        words += sessions.flatMap { ["--sessions", $0] }
        switch source {
        case .fit(let file): words += ["--fit", file]
        case .set(let id): words += ["--join", "label", "--onto", id]
        }
        if addsVector { words += ["--sign", "added"] }
        words += ["--target", mode == .vector ? "calibrated" : "raw", "--job", job]
        return CampaignTool.completed(words)
    }

    func resume(_ job: String) -> [String] { existing("--resume", job) }
    func undo(_ job: String) -> [String] { existing("--undo", job) }
    func verify(_ job: String) -> [String] {
        ["recalibrate", "--verify", "--job", job, "--json", "--quiet"]
    }

    private func existing(_ action: String, _ job: String) -> [String] {
        CampaignTool.completed(["recalibrate", action, "--job", job])
    }

    /// The command line that a report advises, with the options that all commands here have.
    func advised(_ line: String) -> [String] {
        CampaignTool.completed(Array(line.split(separator: " ").map(String.init).dropFirst()))
    }

    private static func completed(_ words: [String]) -> [String] {
        words + common.filter { !words.contains($0[0]) }.joined()
    }

    /// Writes the fit of a motion into a folder.
    func save(_ motion: CampaignMotion, as file: String, in folder: URL) throws {
        try Data(motion.pairs.utf8).write(to: folder.appending(path: "pairs.csv"))
        let model = mode == .vector ? "translation" : "rigid"
        let words = ["fit", "pairs.csv", "--save", file, "--quiet", "--model", model]
        let run = try start(words, in: folder, token: nil).ended()
        guard run.exit == 0 else { throw BenchError.peer("quadcal fit", run.advice) }
    }

    /// A command that runs.
    final class Running: @unchecked Sendable {
        fileprivate let process = Process()
        fileprivate let output: URL, advice: URL
        fileprivate let words: [String]

        fileprivate init(_ tool: CampaignTool, _ words: [String], _ folder: URL, _ token: String?) throws {
            self.words = words
            let name = UUID().uuidString
            output = folder.appending(path: "\(name).output")
            advice = folder.appending(path: "\(name).advice")
            for file in [output, advice] {
                _ = FileManager.default.createFile(atPath: file.path, contents: nil)
            }
            process.executableURL = URL(filePath: tool.path)
            process.arguments = words
            process.currentDirectoryURL = folder
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try FileHandle(forWritingTo: output)
            process.standardError = try FileHandle(forWritingTo: advice)
            var environment = ProcessInfo.processInfo.environment
            environment["QUADCAL_API"] = tool.address
            environment["QUADCAL_TOKEN"] = token
            process.environment = environment
            try process.run()
        }

        var isRunning: Bool { process.isRunning }

        func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

        /// Waits for its end, and kills it if that does not come.
        func ended() throws -> CampaignRun {
            let limit = Date().addingTimeInterval(CampaignTool.longest)
            while process.isRunning, Date() < limit { usleep(1000) }
            let isLate = process.isRunning
            if isLate { send(SIGKILL) }
            process.waitUntilExit()
            defer { for file in [output, advice] { try? FileManager.default.removeItem(at: file) } }
            let wasKilled = process.terminationReason == .uncaughtSignal
            return CampaignRun(
                words: words, exit: wasKilled ? -1 : process.terminationStatus, isLate: isLate,
                output: try Data(contentsOf: output),
                advice: String(decoding: try Data(contentsOf: advice), as: UTF8.self))
        }
    }

    /// Starts a command; nil for no token where the server wants none.
    func start(_ words: [String], in folder: URL, token: String?) throws -> Running {
        try Running(self, words, folder, token)
    }
}
