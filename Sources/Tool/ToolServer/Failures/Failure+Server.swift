import Markers
package import MarkersEndpoint
package import ToolTerminal

/// Servers that cannot be asked, and what they answer.
extension Failure {
    /// An address at which no server can be started.
    package static func listening(address: String, port: UInt16, errno number: Int32) -> Failure {
        Failure(
            .usage,
            "cannot listen on \(address):\(port) (\(systemMessage(number))); choose an address of this machine and a free port"
        )
    }

    /// The reason that keeps a server from being asked.
    package static func connection(_ fault: ConnectionFault) -> Failure {
        if case .unnamedServer(_, let job, _) = fault {
            Failure(fault.exitCode, file: job, fault.text)
        } else {
            Failure(fault.exitCode, fault.text)
        }
    }

    package static func server(_ name: String, _ error: APIError) -> Failure {
        Failure(error.exitCode, code: error.code, cause: error, "\(visible(name)): \(error.text)")
    }

    /// A job that cannot be made or used, by its file.
    package static func job(file: String, _ error: JobError) -> Failure {
        let exitCode: ExitCode =
            switch error {
            case .anotherServer, .undone: .usage
            default: .unreadable
            }
        return Failure(exitCode, code: error.code, file: file, "\(fileLabel(file)): \(error.text)")
    }
}
