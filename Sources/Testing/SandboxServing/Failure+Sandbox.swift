package import MarkersSandbox
package import ToolTerminal

extension Failure {
    /// A sandbox that cannot serve.
    package static func sandbox(_ error: SandboxError) -> Failure {
        let text = joined(error.explained(to: .terminal))
        return switch error {
        case .port: Failure(.usage, text)
        case .store(let file, _, _): Failure(.unreadable, file: file, text)
        }
    }
}
