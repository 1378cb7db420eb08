public import Foundation
public import Markers
public import QuadGeometry

/// The reason why a call of the API failed.
public enum APIError: Error, Hashable, Sendable {
    /// The request failed; if it may have taken effect, only reading shows.
    case failed(RequestFailure, mayBeApplied: Bool)
    /// The answer is not what the contract says.
    case unreadable(RequestLine, JSONError)
    /// The answer is a page for people, perhaps of a proxy or of a login in between; with its title.
    case page(RequestLine, title: String?)
    /// The answer is a part of a list, and the rest cannot be read.
    case partialList(RequestLine, found: Int, total: Int?)
    /// The list of a session has markers of other sessions, also on a connection that was never used before.
    case foreignMarkers(session: UUID, own: Int, foreign: Int)
    /// The answer continues after more elements, bytes or pages than any list has.
    case endlessList(RequestLine, found: Int)
    /// The next part of a list is one that came before.
    case repeatedPage(RequestLine, found: Int)
    /// Nothing was sent, because markers have errors: with all that have findings, and everything found.
    case unsound([UnsoundMarker])
    /// Nothing was sent, because the color of the marker of this index begins with # and is none.
    case badColor(String, index: Int)
    /// Nothing was sent, because the session or the marker of this id was read without a version.
    case noVersion(UUID)
    /// The job to compare with cannot be read.
    case job(JobError)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .failed(let failure, _): failure.code
        case .unreadable(_, let error): error.code.rawValue
        case .page: "HTML_PAGE"
        case .partialList: "PARTIAL_LIST"
        case .foreignMarkers: "FOREIGN_MARKERS"
        case .endlessList: "ENDLESS_LIST"
        case .repeatedPage: "REPEATED_PAGE"
        case .unsound: "UNSOUND_MARKERS"
        case .badColor: "BAD_COLOR"
        case .noVersion: "NO_VERSION"
        case .job(let error): error.code
        }
    }

    /// The failure of the request; `nil` if it was answered.
    package var failure: RequestFailure? {
        if case .failed(let failure, _) = self { failure } else { nil }
    }

    package var isUnreadable: Bool {
        switch self {
        case .unreadable, .page: true
        default: false
        }
    }

    /// Whether a request that changes something may have done so.
    package var mayBeApplied: Bool {
        if case .failed(_, let mayBeApplied) = self { mayBeApplied } else { isUnreadable }
    }

    /// Whether the server says that somebody else has changed the resource since it was read.
    package var isConflict: Bool { failure?.status == 409 || failure?.status == 412 }

    /// Whether the server has no such route.
    package var isWrongRoute: Bool {
        if case .failed(let failure, _) = self {
            failure.status == 404 || failure.status == 405
        } else {
            false
        }
    }

    /// Whether the server says that the resource does not exist.
    public var isMissing: Bool {
        if case .failed(let failure, _) = self {
            failure.status == 404 || failure.status == 410
        } else {
            false
        }
    }
}

extension APIError {
    /// The kinds of errors that apps treat in their own way, as patterns.
    ///
    /// ```swift
    /// do {
    ///     try await api.deleteMarker(marker.id)
    /// } catch APIError.notFound {
    ///     // Somebody else has deleted it.
    /// }
    /// ```
    public struct Kind: Sendable {
        fileprivate let includes: @Sendable (APIError) -> Bool

        /// Whether an error is one of the API and of this kind.
        public static func ~= (kind: Kind, error: any Error) -> Bool {
            (error as? APIError).map(kind.includes) ?? false
        }
    }

    /// The resource does not exist.
    public static let notFound = Kind { $0.isMissing }
    /// Somebody else has changed the resource since it was read.
    public static let conflict = Kind { $0.isConflict }
    /// The server wants credentials, or others.
    public static let unauthorized = Kind { $0.failure?.status == 401 || $0.failure?.status == 403 }
    /// The server refuses what was sent; ``serverMessage`` says why.
    public static let invalid = Kind { $0.failure?.status == 400 || $0.failure?.status == 422 }

    /// The server's own words on the reason; `nil` where it said none.
    public var serverMessage: String? {
        guard case .status(_, let said)? = failure?.cause else { return nil }
        return said.message ?? said.error ?? (said.isPage || said.text.isEmpty ? nil : said.text)
    }
}

extension APIError {
    /// The answer says that nothing has changed, though no condition was sent.
    static func unaskedUnchanged(_ request: HTTPRequest) -> APIError {
        .failed(RequestFailure(.status(304, ServerMessage([])), of: request.line), mayBeApplied: false)
    }

    /// The error of an answer that cannot be read as it should.
    init(_ error: JSONError, in response: HTTPResponse, to request: RequestLine) {
        let message = ServerMessage(response.body)
        self = message.isPage ? .page(request, title: message.title) : .unreadable(request, error)
    }
}

extension APIError: ExplainedError {
    /// The failure, without the server's name.
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    /// The failure, without the server's name, and the next thing to try.
    package func explained(to listener: Listener) -> (message: String, remedy: String?) {
        switch self {
        case .failed(let failure, let mayBeApplied):
            let (message, remedy) = failure.explained(to: listener)
            return (
                message,
                remedy
                    + (mayBeApplied ? "; the request may still have taken effect; check on the server" : "")
            )
        case .unreadable(let request, let error):
            return (
                "its answer to \(listener.shown("\(request)")) does not follow the API: \(error.message(to: listener))",
                "check that the URL is that of the API"
            )
        case .page(let request, let title):
            return (
                "\(code), its answer to \(listener.shown("\(request)")) is \(APIError.page(title, listener)), expected JSON",
                "check that the URL is that of the API, and that no login or proxy is in between"
            )
        case .partialList(let request, let found, let total):
            return (
                "\(listener.shown("\(request)")) shows \(found)\(total.map { " of \($0)" } ?? "") and no way to get the others",
                "a partial list is not used"
            )
        case .foreignMarkers(let session, let own, let foreign):
            return (
                "its list of session \(session.wireText) has \(own) markers of that session and \(foreign) of others, twice, and "
                    + "such a list is not used",
                "check that nothing between here and the server repeats or mixes answers"
            )
        case .endlessList(let request, let found):
            return (
                "\(listener.shown("\(request)")) keeps returning pages (\(found) items so far)",
                "a partial list is not used"
            )
        case .repeatedPage(let request, let found):
            return (
                "\(listener.shown("\(request)")) repeats itself after \(found)",
                "a list that may be incomplete is not used"
            )
        case .unsound(let markers):
            return (
                "\(code), nothing was sent: "
                    + listed(markers) { marker in
                        let name = marker.label.map { listener.quoted($0) } ?? "marker \(marker.index + 1)"
                        return name + " (" + listed(marker.issues, \.message) + ")"
                    },
                "correct the corners, or send the markers unchecked"
            )
        case .badColor(let color, let index):
            return (
                "\(code), nothing was sent: the color of marker \(index + 1) is \(listener.quoted(color))",
                "give it as #RRGGBB, or with two more digits for its opacity"
            )
        case .noVersion(let id):
            return (
                "\(code), \(id.wireText) has no version, so an update could overwrite someone else's change",
                "read it again"
            )
        case .job(let error): return error.explained(to: listener)
        }
    }

    static func page(_ title: String?, _ listener: Listener) -> String {
        "an HTML page" + (title.map { " titled \(listener.quoted($0))" } ?? "")
    }
}

extension RequestFailure: ExplainedError {
    /// The answer or the error of the transport, with the request.
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    /// The answer or the error of the transport, with the request, and the next thing to try.
    package func explained(to listener: Listener) -> (message: String, remedy: String) {
        let request = request.map { listener.shown("\($0)") }
        return switch cause {
        case .transport(let error):
            (
                "\(error.code.rawValue)\(request.map { " at \($0)" } ?? ""), \(listener.shown(error.detail))",
                error.code.remedy(to: listener)
            )
        case .status(let status, let message):
            (
                "it answers \(status)\(request.map { " to \($0)" } ?? "")\(RequestFailure.said(message, listener))",
                RequestFailure.remedy(status, listener)
            )
        }
    }

    /// The words of the server, in quotes.
    private static func said(_ message: ServerMessage, _ listener: Listener) -> String {
        if message.isPage { return " (\(APIError.page(message.title, listener)))" }
        let text = message.message ?? message.error ?? message.text
        return text.isEmpty ? "" : " (\(listener.quoted(text)))"
    }

    private static func remedy(_ status: Int, _ listener: Listener) -> String {
        switch status {
        case 401, 403:
            "give credentials that it accepts"
                + listener.words(program: "", commandLine: ", in QUADCAL_TOKEN or QUADCAL_API_KEY")
        case 404, 405: "check that the URL includes the path of the API"
        case 429: "try again later, or with a lower \(listener.words(program: "rate", commandLine: "--rate"))"
        case 500...: "try again later, or contact its operator"
        case 300..<400: "give the URL that it redirects to, if you trust it"
        default: "contact its operator"
        }
    }
}

extension TransportError: ExplainedError {
    /// The code and what happened.
    public var message: String { description }

    public var remedy: String? { code.remedy(to: .program) }
}

extension TransportError.Code {
    fileprivate func remedy(to listener: Listener) -> String {
        switch self {
        case .unresolved: "check the name in the URL"
        case .unreachable: "check the URL, and that the server is running"
        case .tls:
            "if the server is your own, give the certificates to trust"
                + listener.words(program: "", commandLine: " with --ca-file")
        case .timeout, .connectionLost, .truncated: "try again later"
        case .cancelled, .tooLarge, .badFraming, .invalidRequest, .unsupported: "contact its operator"
        case .unauthorized: "give credentials that it accepts"
        case .notRecorded: "record it again, or ask what was asked then"
        case .authenticationRequired: "sign in again, and give the tokens that the server then gives"
        }
    }
}

/// A marker that was not sent, or would not be alone, and everything that is wrong with it.
public struct UnsoundMarker: Hashable, Sendable {
    /// Its place among the markers that were to be sent, from 0.
    public let index: Int
    public let label: String?
    public let issues: [QuadIssue]
}
