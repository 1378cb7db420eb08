import Foundation
package import Markers
package import StrictJSON
package import ToolTerminal

/// The destination of moved markers or messages: standard output, or a file that gets its name only once all are written.
package final class MarkerOutput {
    private let file: PendingFile?
    private let descriptor: Int32
    /// Whether anything went to standard output.
    private var hasSpoken = false

    /// - Parameter name: The name of the file; `nil` for standard output.
    package init(_ name: String?, replaces: Bool) throws(Failure) {
        file = try name.map { (name) throws(Failure) in
            try PendingFile(for: name, replaces: replaces, "--out")
        }
        descriptor = file?.descriptor ?? STDOUT_FILENO
    }

    package var sink: ByteSink {
        let sink = ByteSink(descriptor: descriptor)
        return ByteSink { bytes throws(JSONError) in
            if self.file == nil, !bytes.isEmpty { self.hasSpoken = true }
            try sink.take(bytes)
        }
    }

    /// Does work that writes here, then gives the file its name; where the work fails, takes back what can be taken back.
    package func write(_ work: (MarkerOutput) throws(Failure) -> Void) throws(Failure) {
        do throws(Failure) { try work(self) } catch {
            file?.discard()
            if hasSpoken, error.exitCode != .good {
                Streams().advise("standard output is incomplete: discard it")
            }
            throw error
        }
        try file?.commit()
    }

    /// The failure to write bytes; `nil` for an error of another kind.
    package func failure(_ error: JSONError) -> Failure? {
        guard case (.writeFailed, .status(let problem)) = (error.code, error.found) else { return nil }
        if let file { return .outputFailed(file: file.name, errno: problem) }
        return problem == EPIPE ? .readerWentAway : .outputLost(errno: problem)
    }
}

extension Input {
    package static func open(_ file: String) throws(Failure) -> InputFile {
        guard file != standard else { return InputFile(file, descriptor: STDIN_FILENO) }
        do throws(JSONError) { return try InputFile(opening: file) } catch {
            throw Failure(reading: file, error)
        }
    }

    /// Every byte of a file, or of standard input.
    package static func bytes(of file: String) throws(Failure) -> [UInt8] {
        try open(file).read { (input) throws(JSONError) in try input.bytes() }
    }
}

extension InputFile {
    /// The result of reading this file, with the file named where it fails.
    package func read<Value>(_ work: (InputFile) throws(JSONError) -> Value) throws(Failure) -> Value {
        do throws(JSONError) { return try work(self) } catch { throw Failure(reading: name, error) }
    }

    /// Refuses a file without any bytes.
    package func requireMarkers() throws(Failure) {
        let beginning = try read { (input) throws(JSONError) in try input.beginning() }
        guard !beginning.isEmpty else { throw .emptyMarkers(file: name) }
    }
}

extension Failure {
    package init(reading file: String, _ error: JSONError) {
        switch (error.code, error.found) {
        case (.readFailed, .status(EISDIR)): self = .directory(file: file)
        case (.readFailed, .status(let problem)): self = .unopened(file: file, errno: problem)
        default: self = .json(file: file, error)
        }
    }
}
