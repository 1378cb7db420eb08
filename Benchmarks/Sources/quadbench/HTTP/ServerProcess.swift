import Foundation

/// A server of this machine as a child process on the first core, ended with its last reference.
final class ServerProcess {
    /// The lines that it printed before it began to serve.
    let lines: [String]
    private let process = Process()

    /// - Parameter lines: the number of lines that it prints; nil to read up to an empty one.
    init(_ command: [String], lines count: Int? = 1) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["taskset", "-c", "0"] + command
        process.standardOutput = output
        do { try process.run() } catch { throw BenchError.peer(command[0], "cannot be started: \(error)") }
        var lines: [String] = []
        while lines.count != count {
            guard let line = PeerProcess.line(from: output.fileHandleForReading) else {
                throw BenchError.peer(command[0], "ended before it served")
            }
            guard count != nil || !line.isEmpty else { break }
            lines.append(line)
        }
        self.lines = lines
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// The processor time of all its threads since it began.
    var processorNanoseconds: Double { ServerProcess.processorNanoseconds(of: process.processIdentifier) }

    /// The processor time of all threads of a process since each began.
    static func processorNanoseconds(of process: Int32) -> Double {
        let folder = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.reduce(0) { sum, thread in
            let times = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)
            return sum + (times?.split(separator: " ").first.flatMap { Double($0) } ?? 0)
        }
    }
}

extension ServerProcess {
    /// The sandbox of the tool beside this program, or of another; `lines` has its address.
    static func sandbox(_ tool: String?, _ arguments: [String] = []) throws -> ServerProcess {
        try ServerProcess([tool ?? QuadcalTool.path, "sandbox"] + arguments)
    }
}

/// The tool as it is built with this program.
enum QuadcalTool {
    static var path: String {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "quadcal").path
    }
}
