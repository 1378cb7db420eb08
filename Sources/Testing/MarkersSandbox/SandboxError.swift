internal import Foundation
public import Markers

/// A reason for which a sandbox did not start.
public enum SandboxError: Error, Hashable, Sendable {
    /// The data file cannot be used; the code and the message are SQLite's.
    case store(file: String, code: String, String)
    /// The port cannot be used; with the system's error number.
    case port(UInt16, errno: Int32)

    /// The error as a word that never changes meaning.
    public var code: String {
        switch self {
        case .store: "STORE_UNUSABLE"
        case .port: "PORT_UNUSABLE"
        }
    }
}

extension SandboxError: ExplainedError {
    /// The file or the port, and what the system says of it.
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    /// The file or the port with what the system says of it, and the next thing to try.
    package func explained(to listener: Listener) -> (message: String, remedy: String) {
        switch self {
        case .store(let file, let code, let message):
            (
                "\(listener.shown(file)): cannot be used as sandbox data (\(code): \(listener.shown(message)))",
                "name a file that a sandbox created, or a new one"
            )
        case .port(let port, let status):
            (
                "cannot listen on 127.0.0.1:\(port) (\(systemMessage(status)))",
                "choose another port\(listener.words(program: "", commandLine: " with --port")), or omit it to use any free one"
            )
        }
    }
}
