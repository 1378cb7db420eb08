import Foundation

/// Another implementation, kept running beside ours so that the rounds of both alternate.
///
/// It is started with the data files as its last arguments, prints its name on the first line, and answers
/// each empty line with the processor nanoseconds per item.
final class PeerProcess {
    let name: String
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ command: String, files: String...) throws {
        let words = command.split(separator: " ").map(String.init)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words + files
        process.standardInput = input
        process.standardOutput = output
        // A peer that has ended is an error to report, and must not end this process.
        signal(SIGPIPE, SIG_IGN)
        do { try process.run() } catch { throw BenchError.peer(command, "cannot be started: \(error)") }
        guard let line = PeerProcess.line(from: output.fileHandleForReading) else {
            throw BenchError.peer(command, "ended without saying its name")
        }
        name = line
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// One round of the peer, in nanoseconds per item.
    func round() throws -> Double {
        guard (try? input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))) != nil,
            let line = PeerProcess.line(from: output.fileHandleForReading), let time = Double(line)
        else {
            throw BenchError.peer(name, "did not answer a round with a number")
        }
        return time
    }

    /// The whole output of a command, if it succeeds.
    static func output(of command: String, files: String..., in folder: String? = nil) throws -> Data {
        let process = Process()
        let output = Pipe()
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command.split(separator: " ").map(String.init) + files
        process.standardOutput = output
        do { try process.run() } catch { throw BenchError.peer(command, "cannot be started: \(error)") }
        let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchError.peer(command, "ended with status \(process.terminationStatus)")
        }
        return data
    }

    /// The next line of a process's output, without its end; nil once there is no more.
    static func line(from file: FileHandle) -> String? {
        var bytes: [UInt8] = []
        while let byte = try? file.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
