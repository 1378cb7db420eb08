import Foundation
package import MarkersEndpoint
package import ToolTerminal

/// Only the user decides which server gets requests and credentials: a job's file can be changed by anybody who had it.
extension ConnectionOptions {
    /// The server that the user names: by `--api`, or by the environment.
    package var namedServer: Origin? {
        get throws(Failure) {
            let name = ConnectionVariable.server
            guard server == nil, let text = ProcessInfo.processInfo.environment[name] else { return server }
            do throws(BadValue) { return try Self.origin(text) } catch {
                throw .badValue(option: name, value: text, error)
            }
        }
    }

    /// The API of the server that a job's file names, provided that the user names it, too, or says so when asked.
    ///
    /// This machine is contacted without a word where there is nothing to give away.
    ///
    /// - Parameters:
    ///   - server: The server as the job names it.
    ///   - job: The job's file.
    ///   - asks: Whether somebody can be asked, and wants to be.
    ///   - log: Receives every request.
    package func api(
        of server: Origin, namedBy job: String, asks: Bool,
        log: @escaping @Sendable (RequestRecord) -> Void = { _ in }
    ) throws(Failure) -> MarkersAPI {
        let secret = try givenSecret()
        let isNamed = try namedServer == server || secret?.names(server) == true
        if !isNamed, secret != nil || !server.isLoopback {
            let fault = ConnectionFault.unnamedServer(server, job: job, hasSecret: secret != nil)
            guard asks, secret?.allows(server) != false else { throw .connection(fault) }
            guard Question.isAnsweredWithYes(fault.question) else { throw .declined }
        }
        return try api(of: server, secret, log: log)
    }
}
