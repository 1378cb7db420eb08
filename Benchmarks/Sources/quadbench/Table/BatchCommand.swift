import BenchRecords
import Foundation

/// A command that prints a run, pinned to one processor.
struct BatchCommand {
    private var words: [String]
    private let pin: [String]
    private let folder: String?

    /// - Parameter core: The processor; the last one if none is given, since the first takes the system's interrupts.
    init(_ command: [String], core: Int? = nil, folder: String? = nil) {
        words = command
        let last = ProcessInfo.processInfo.processorCount - 1
        #if os(Linux)
        pin = ["taskset", "-c", "\(core ?? last)"]
        #else
        pin = []
        #endif
        self.folder = folder
    }

    func run() throws -> RunRecord {
        let data = try output(under: [])
        return try RunRecord(json: data, from: words.joined(separator: " "))
    }

    /// Runs it under a tool that takes a command as its last words.
    func runs(under tool: [String]) throws { _ = try output(under: tool) }

    /// The same command with a copy of its program that holds no debug information, or as it is where its program is
    /// none that objcopy takes.
    func withoutDebugInformation(in copy: String) -> BatchCommand {
        var changed = self
        let isMade =
            (try? PeerProcess.output(of: "objcopy --strip-debug \(words[0]) \(copy)", in: folder)) != nil
        if isMade { changed.words[0] = copy }
        return changed
    }

    private func output(under tool: [String]) throws -> Data {
        let process = Process(), output = Pipe(), name = (tool + words).joined(separator: " ")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = pin + tool + words
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        // The order of hashed collections would differ from run to run, and with it the work.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]
        ) {
            $1
        }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { throw BenchError.peer(name, "cannot be started: \(error)") }
        let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        // 1 says that a limit is not met, which is not what is compared.
        guard process.terminationReason == .exit, [0, 1].contains(process.terminationStatus) else {
            throw BenchError.peer(name, "ended with status \(process.terminationStatus)")
        }
        return data
    }
}
