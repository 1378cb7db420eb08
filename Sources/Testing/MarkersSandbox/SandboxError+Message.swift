internal import Foundation
public import Markers

extension SandboxError: ExplainedError {
    /// The file or the port, and what the system says of it.
    public var message: String { explained(to: .program).message }

    /// The next thing to try.
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
