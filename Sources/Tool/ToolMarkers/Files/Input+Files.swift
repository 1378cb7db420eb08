import Foundation
package import Markers
package import ToolTerminal

extension Input {
    /// Opens a file, or standard input.
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
    /// The failure to read a file, or to understand it.
    package init(reading file: String, _ error: JSONError) {
        switch (error.code, error.found) {
        case (.readFailed, .status(EISDIR)): self = .directory(file: file)
        case (.readFailed, .status(let problem)): self = .unopened(file: file, errno: problem)
        default: self = .json(file: file, error)
        }
    }
}
