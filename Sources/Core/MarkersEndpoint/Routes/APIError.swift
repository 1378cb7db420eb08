public import Foundation
public import Markers

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

    /// Whether the answer cannot be read.
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
    public var isConflict: Bool { failure?.status == 409 || failure?.status == 412 }

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
