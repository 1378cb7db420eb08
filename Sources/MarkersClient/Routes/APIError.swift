public import Foundation
public import Markers

/// The reason why a call of the API failed.
public enum APIError: Error, Hashable, Sendable {
    /// The request failed; if it may have taken effect, only reading shows.
    case failed(RequestFailure, mayBeApplied: Bool)
    /// The answer is not what the contract says.
    case unreadable(path: String, JSONError)
    /// The answer is a part of a list, and the rest cannot be read.
    case partialList(path: String, found: Int, total: Int?)
    /// The list of a session has markers of other sessions, also on a connection that was never used before.
    case foreignMarkers(session: UUID, own: Int, foreign: Int)
    /// The job to compare with cannot be read.
    case job(JobError)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .failed(let failure, _): failure.code
        case .unreadable(_, let error): error.code.rawValue
        case .partialList: "PARTIAL_LIST"
        case .foreignMarkers: "FOREIGN_MARKERS"
        case .job(let error): error.code
        }
    }

    /// The failure of the request; `nil` if it was answered.
    var failure: RequestFailure? {
        if case .failed(let failure, _) = self { failure } else { nil }
    }

    /// Whether the answer cannot be read.
    var isUnreadable: Bool {
        if case .unreadable = self { true } else { false }
    }

    /// Whether a request that changes something may have done so.
    var mayBeApplied: Bool {
        if case .failed(_, let mayBeApplied) = self { mayBeApplied } else { isUnreadable }
    }

    /// Whether the server has no such route.
    var isWrongRoute: Bool {
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
