import Foundation
import Markers
import MarkersClient

/// The reason why a server is not even asked.
enum ConnectionFault: Error {
    /// Plain http to a host beside this machine.
    case inTheClear(host: String)
    case secret(SecretError)
    case transport(TransportError)

    var exitCode: ExitCode {
        switch self {
        case .inTheClear: .usage
        case .secret, .transport: .unreadable
        }
    }

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    var text: String {
        switch self {
        case .inTheClear(let host):
            "everybody on the way to \(visible(host)) could read and change what is sent over plain http; use https, or "
                + "say --allow-http \(visible(host)) where that does not matter"
        case .secret(.unreadable(let name, let status)):
            "there is no token: \(fileLabel(name)) cannot be read (\(systemMessage(status))); check the "
                + "name and its permissions"
        case .secret(let error): "there is no token: \(error.code), expected \(visible(error.expected))"
        case .transport(let error):
            "no connection can be made: \(error.code.rawValue), \(visible(error.detail))"
        }
    }
}

extension APIError {
    /// The exit code of a run that was stopped by it.
    var exitCode: ExitCode {
        if case .job = self { .unreadable } else { .network }
    }

    /// The message: what happened and the next thing to try, without the server's name; safe for a terminal.
    var text: String {
        switch self {
        case .failed(let failure, let mayBeApplied):
            failure.text
                + (mayBeApplied
                    ? "; it may have acted on the request all the same, which a look at it tells" : "")
        case .unreadable(let path, let error):
            "its answer to \(visible(path)) is not what the API says: \(error.text); check that the URL is the API's"
        case .partialList(let path, let found, let total):
            "\(visible(path)) shows \(found)\(total.map { " of \($0)" } ?? "") and no way to the others; nothing is done "
                + "with a part"
        case .job(let error): error.text
        }
    }
}

extension RequestFailure {
    /// The message: what happened and the next thing to try; safe for a terminal.
    var text: String {
        switch cause {
        case .transport(let error): "\(error.code.rawValue), \(visible(error.detail)); \(error.code.remedy)"
        case .status(let status, let message):
            "it answers \(status)\(RequestFailure.said(message)); \(RequestFailure.remedy(status))"
        }
    }

    /// The words of the server, in quotes.
    private static func said(_ message: ServerMessage) -> String {
        let text = message.message ?? message.error ?? message.text
        return text.isEmpty ? "" : " (\(quoted(text)))"
    }

    private static func remedy(_ status: Int) -> String {
        switch status {
        case 401, 403:
            "give credentials that it takes, in \(ConnectionOptions.tokenVariable) or \(ConnectionOptions.keyVariable)"
        case 404, 405: "check that the URL is the API's, with its path"
        case 429: "try again later, or with a lower --rate"
        case 500...: "try again later, or ask who runs it"
        case 300..<400: "give the URL that it redirects to, if that is to be trusted"
        default: "ask who runs it"
        }
    }
}

extension TransportError.Code {
    fileprivate var remedy: String {
        switch self {
        case .unresolved: "check the name in the URL"
        case .unreachable: "check the URL, and that the server runs"
        case .tls: "--ca-file names the certificates to trust, where it is a server of your own"
        case .timeout, .connectionLost, .truncated: "try again later"
        case .cancelled, .tooLarge, .badFraming, .invalidRequest, .unsupported: "ask who runs it"
        case .unauthorized: "give credentials that it takes"
        }
    }
}
