import Foundation
import Markers
package import MarkersEndpoint
package import StrictJSON
package import ToolTerminal

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

package enum ConnectionFault: Error {
    /// Plain http to a host beside this machine.
    case inTheClear(host: String)
    /// A server that a job's file names, and nothing else.
    case unnamedServer(Origin, job: String, hasSecret: Bool)
    /// A server that the file of the token does not name, though it names another.
    case otherServer(Origin, bound: Origin)
    case secret(SecretError)
    /// The secret that a server of ours asks for.
    case ownSecret(SecretError)
    case transport(TransportError)

    package var exitCode: ExitCode {
        switch self {
        case .inTheClear, .unnamedServer, .otherServer: .usage
        case .secret, .ownSecret, .transport: .unreadable
        }
    }

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String {
        switch self {
        case .inTheClear(let host):
            "plain http lets anybody on the way to \(visible(host)) read and change what is sent; use https, or "
                + "pass --allow-http \(visible(host)) if that does not matter"
        case .unnamedServer(let server, let job, let hasSecret):
            "SERVER_NOT_NAMED, \(fileLabel(job)) is a job for \(server), but you have not named that server, and "
                + "anybody who had the file can have changed it; nothing was sent. "
                + (hasSecret
                    ? "Your credentials go only where you say" : "It would get requests from this machine")
                + ": if it is the right one, name it with --api, \(ConnectionVariable.server), or a line "
                + "\"origin URL\" in the file of the token"
        case .otherServer(let server, let bound):
            "OTHER_SERVER, the file of the token names \(bound), not \(server), which therefore does not get the token; if "
                + "the token is for both, add a line \"origin \(server)\" to the file"
        case .secret(let error): "there is no token: \(ConnectionFault.text(error))"
        case .ownSecret(let error): "there is no secret: \(ConnectionFault.text(error))"
        case .transport(let error):
            "no connection can be made: \(error.code.rawValue), \(visible(error.detail))"
        }
    }
}

extension ConnectionFault {
    private static func text(_ error: SecretError) -> String {
        guard case .unreadable(let name, let status) = error else {
            return "\(error.code), expected \(visible(error.expected))"
        }
        return
            "\(fileLabel(name)) cannot be read (\(systemMessage(status))); check the name and its permissions"
    }

    /// The question that settles it; safe for a terminal.
    package var question: String {
        guard case .unnamedServer(let server, let job, let hasSecret) = self else { return text }
        return "\(fileLabel(job)) is a job for \(server), which you have not named. Send it "
            + (hasSecret ? "requests with your credentials?" : "requests?")
    }
}

extension APIError {
    /// The exit code of a run that was stopped by it.
    package var exitCode: ExitCode {
        if case .job = self { .unreadable } else { .network }
    }

    /// The message: what happened and the next thing to try, without the server's name; safe for a terminal.
    package var text: String {
        if case .job(let error) = self { return error.text }
        return joined(explained(to: .terminal))
    }
}

extension RequestFailure {
    /// The message: what happened and the next thing to try; safe for a terminal.
    package var text: String {
        let (message, remedy) = explained(to: .terminal)
        return message + "; " + remedy
    }
}

/// A value of a server's list that is not understood.
extension UnreadableElement: WrittenObject {
    package static let members: [DocumentMember<UnreadableElement>] = [
        .always(
            "kind", \.kind.rawValue, "What it should be.",
            schema: .word(UnreadableElement.Kind.allCases.map(\.rawValue))),
        .always("name", \.name, "Its key, name or label, or else its id; null if it has none of them."),
        .always("id", \.element.id, "Its id; null if it has none."),
        .always("code", \.element.error.code.rawValue, "Why it is not understood."),
        .always("at", \.element.error.pointer, "Where that is, as a JSON pointer into the list."),
    ]
}

extension JobError {
    /// The message: what was found, and the next thing to try; safe for a terminal.
    package var text: String {
        let (message, remedy) = explained(to: .terminal)
        return message + (remedy.map { separator + $0 } ?? "")
    }
}
