import Foundation
import Markers
import MarkersClient

/// The reason why a server is not even asked.
enum ConnectionFault: Error {
    /// Plain http to a host beside this machine.
    case inTheClear(host: String)
    /// A server that a job's file names, and nothing else.
    case unnamedServer(Origin, job: String, hasSecret: Bool)
    /// A server that the file of the token does not name, though it names another.
    case otherServer(Origin, bound: Origin)
    case secret(SecretError)
    case transport(TransportError)

    var exitCode: ExitCode {
        switch self {
        case .inTheClear, .unnamedServer, .otherServer: .usage
        case .secret, .transport: .unreadable
        }
    }

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    var text: String {
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
        case .secret(.unreadable(let name, let status)):
            "there is no token: \(fileLabel(name)) cannot be read (\(systemMessage(status))); check the "
                + "name and its permissions"
        case .secret(let error): "there is no token: \(error.code), expected \(visible(error.expected))"
        case .transport(let error):
            "no connection can be made: \(error.code.rawValue), \(visible(error.detail))"
        }
    }
}

extension ConnectionFault {
    /// The question that settles it; safe for a terminal.
    var question: String {
        guard case .unnamedServer(let server, let job, let hasSecret) = self else { return text }
        return "\(fileLabel(job)) is a job for \(server), which you have not named. Send it "
            + (hasSecret ? "requests with your credentials?" : "requests?")
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
        case .unreadable(let request, let error):
            "its answer to \(visible("\(request)")) does not follow the API: \(error.text); check that the URL is that of the API"
        case .page(let request, let title):
            "\(code), its answer to \(visible("\(request)")) is \(APIError.page(title)), expected JSON; check that the URL is "
                + "that of the API, and that no login or proxy is in between"
        case .partialList(let request, let found, let total):
            "\(visible("\(request)")) shows \(found)\(total.map { " of \($0)" } ?? "") and no way to get the others; an incomplete list "
                + "is not used"
        case .foreignMarkers(let session, let own, let foreign):
            "its list of session \(session.wireText) has \(own) markers of that session and \(foreign) of others, twice, and "
                + "such a list is not used; check that nothing between here and the server repeats or mixes answers"
        case .endlessList(let request, let found):
            "\(visible(request.description)) shows more and more (\(found) so far); an incomplete list is not used"
        case .repeatedPage(let request, let found):
            "\(visible(request.description)) repeats itself after \(found); a list that may be incomplete is not used"
        case .unsound(let markers):
            "\(code), \(counted(markers.count, "marker")) cannot be sent as \(markers.count == 1 ? "it is" : "they are") "
                + "(\(listed(markers) { visible($0.label ?? "\($0.index + 1)") })); correct them with quadcal check"
        case .noVersion(let id):
            "\(code), \(id.wireText) was read without a version, so it cannot be changed safely"
        case .job(let error): error.text
        }
    }

    /// A page in words; safe for a terminal.
    static func page(_ title: String?) -> String {
        "an HTML page" + (title.map { " titled \(quoted($0))" } ?? "")
    }
}

extension RequestFailure {
    /// The message: what happened and the next thing to try; safe for a terminal.
    var text: String {
        let request = request.map { visible("\($0)") }
        return switch cause {
        case .transport(let error):
            "\(error.code.rawValue)\(request.map { " at \($0)" } ?? ""), \(visible(error.detail)); \(error.code.remedy)"
        case .status(let status, let message):
            "it answers \(status)\(request.map { " to \($0)" } ?? "")\(RequestFailure.said(message)); "
                + RequestFailure.remedy(status)
        }
    }

    /// The words of the server, in quotes.
    private static func said(_ message: ServerMessage) -> String {
        if message.isPage { return " (\(APIError.page(message.title)))" }
        let text = message.message ?? message.error ?? message.text
        return text.isEmpty ? "" : " (\(quoted(text)))"
    }

    private static func remedy(_ status: Int) -> String {
        switch status {
        case 401, 403:
            "give credentials that it accepts, in \(ConnectionVariable.token) or \(ConnectionVariable.key)"
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
