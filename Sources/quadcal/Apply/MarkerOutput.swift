import Foundation
import Markers

/// Where moved markers go: standard output, or a file that has its name only once all are there.
final class MarkerOutput {
    private let file: PendingFile?
    private let descriptor: Int32
    /// Whether anything went to standard output.
    private var hasSpoken = false

    init(_ options: ApplyOptions) throws(Failure) {
        file = try options.outputFile.map { (name) throws(Failure) in try PendingFile(for: name, "--out") }
        descriptor = file?.descriptor ?? STDOUT_FILENO
    }

    /// What takes the bytes.
    var sink: ByteSink {
        let sink = ByteSink(descriptor: descriptor)
        return ByteSink { bytes throws(JSONError) in
            if self.file == nil, !bytes.isEmpty { self.hasSpoken = true }
            try sink.take(bytes)
        }
    }

    /// What comes of reading an input and writing here.
    func attempt<Result>(
        _ input: InputFile, _ work: () throws(JSONError) -> Result
    ) throws(Failure) -> Result {
        do throws(JSONError) { return try work() } catch {
            guard case (.writeFailed, .status(let problem)) = (error.code, error.found) else {
                throw Failure(reading: input.name, error)
            }
            if let file { throw .outputFailed(file: file.name, errno: problem) }
            throw problem == EPIPE
                ? .readerWentAway : .outputFailed(file: "standard output", errno: problem)
        }
    }

    func write(_ bytes: [UInt8], _ input: InputFile) throws(Failure) {
        let sink = sink
        try attempt(input) { () throws(JSONError) in
            try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
                try sink.take(UnsafeRawBufferPointer(buffer))
            }
        }
    }

    /// Gives the file its name.
    func finish() throws(Failure) { try file?.commit() }

    /// Takes back what can be taken back, and says so where nothing can.
    func abandoned(after failure: Failure) -> Failure {
        file?.discard()
        guard hasSpoken, failure.exitCode != .good else { return failure }
        Streams().advise("what went to standard output is not the whole file: throw it away")
        return failure
    }
}
