import Foundation

/// Standard output, collected and written in large pieces, and standard error, written at once.
package struct Streams {
    /// The form of text on standard output.
    package var screen = Screen.none
    private var waiting: [UInt8] = []
    /// True while nothing is written, however much is waiting.
    private var isCollecting = false
    /// True once the program that read our output has ended: the verdict and the exit code are still for the caller.
    private var isAbandoned = false

    package init(screen: Screen = .none) {
        self.screen = screen
    }
    private static let pieceSize = 1 << 16

    package mutating func print(_ text: String) throws(Failure) {
        waiting.append(contentsOf: text.utf8)
        if waiting.count >= Streams.pieceSize, !isCollecting { try flush() }
    }

    /// Sends a report that begins with its verdict to standard output, as the screen shows it.
    package mutating func printReport(_ text: String) throws(Failure) { try print(screen.arranged(text)) }

    /// The same of a report that is printed piece by piece.
    package mutating func printReport(_ body: (inout Streams) throws(Failure) -> Void) throws(Failure) {
        try flush()
        isCollecting = true
        try body(&self)
        let text = String(decoding: waiting, as: UTF8.self)
        (waiting, isCollecting) = ([], false)
        try printReport(text)
    }

    /// Sends lines to standard output, none longer than the screen is wide.
    package mutating func printLines(_ text: String) throws(Failure) { try print(screen.fitted(lines: text)) }

    /// Sends bytes to standard output.
    package mutating func print(_ bytes: [UInt8]) throws(Failure) {
        guard bytes.count < Streams.pieceSize else {
            try flush()
            return try write(bytes)
        }
        waiting.append(contentsOf: bytes)
        if waiting.count >= Streams.pieceSize, !isCollecting { try flush() }
    }

    /// Sends a document or, where none is asked for, lines, and all that waits.
    package mutating func finish(
        _ document: [UInt8]?, lines: (Screen) -> String
    ) throws(Failure) {
        if let document { try print(document) } else { try printLines(lines(screen)) }
        try flush()
    }

    package mutating func flush() throws(Failure) {
        defer { waiting.removeAll(keepingCapacity: true) }
        try write(waiting)
    }

    private mutating func write(_ bytes: [UInt8]) throws(Failure) {
        guard !isAbandoned else { return }
        switch writeAll(bytes, to: STDOUT_FILENO) {
        case nil: return
        case EPIPE: isAbandoned = true
        case .some(let problem): throw .outputLost(errno: problem)
        }
    }

    /// True if standard input is a terminal, so that somebody would have to type it.
    package static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Writes a line to standard error, even if nobody reads it.
    package func advise(_ line: String) { Streams.tell("quadcal: \(line)\n") }

    /// Writes a line to standard error in the middle of another, where a terminal shows `^C`.
    package static func interject(_ line: String) {
        tell("\(isatty(STDERR_FILENO) == 1 ? "\n" : "")quadcal: \(line)\n")
    }

    /// Writes text to standard error unchanged.
    package static func tell(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }
}

/// Writes all the bytes and returns `nil`, or the error number that stopped it.
func writeAll(_ bytes: [UInt8], to file: Int32) -> Int32? {
    var written = 0
    while written < bytes.count {
        let count = bytes.withUnsafeBytes { buffer in
            write(file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
        }
        if count >= 0 {
            written += count
        } else if errno != EINTR {
            return errno
        }
    }
    return nil
}

/// A question to the person at the terminal, on standard error.
package enum Question {
    /// True if the answer is yes; any other answer, or none, is no.
    package static func isAnsweredWithYes(_ text: String) -> Bool {
        Streams.tell("quadcal: \(text) [y/N] ")
        let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
        return answer == "y" || answer == "yes"
    }
}
