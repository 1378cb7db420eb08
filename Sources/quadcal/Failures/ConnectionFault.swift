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
            "plain http lets anybody on the way to \(visible(host)) read and change what is sent; use https, or "
                + "pass --allow-http \(visible(host)) if that does not matter"
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
                    ? "; the request may still have taken effect; check on the server" : "")
        case .unreadable(let path, let error):
            "its answer to \(visible(path)) does not follow the API: \(error.text); check that the URL is that of the API"
        case .partialList(let path, let found, let total):
            "\(visible(path)) shows \(found)\(total.map { " of \($0)" } ?? "") and no way to get the others; an incomplete list "
                + "is not used"
        case .endlessList(let path, let found):
            "\(visible(path)) shows more and more (\(found) so far); an incomplete list is not used"
        case .repeatedPage(let path, let found):
            "\(visible(path)) repeats itself after \(found); a list that may be incomplete is not used"
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
            "give credentials that it accepts, in \(SecretVariable.token) or \(SecretVariable.key)"
        case 404, 405: "check that the URL includes the path of the API"
        case 429: "try again later, or with a lower --rate"
        case 500...: "try again later, or contact its operator"
        case 300..<400: "give the URL that it redirects to, if you trust it"
        default: "contact its operator"
        }
    }
}

extension TransportError.Code {
    fileprivate var remedy: String {
        switch self {
        case .unresolved: "check the name in the URL"
        case .unreachable: "check the URL, and that the server is running"
        case .tls: "if the server is your own, give the certificates to trust with --ca-file"
        case .timeout, .connectionLost, .truncated: "try again later"
        case .cancelled, .tooLarge, .badFraming, .invalidRequest, .unsupported: "contact its operator"
        case .unauthorized: "give credentials that it accepts"
        }
    }
}
