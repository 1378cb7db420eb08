public import Markers

/// The reason why a call of the API failed.
public enum APIError: Error, Hashable, Sendable {
    /// The request failed; if it may have taken effect, only reading shows.
    case failed(RequestFailure, mayBeApplied: Bool)
    /// The answer is not what the contract says.
    case unreadable(path: String, JSONError)
    /// The answer is a part of a list, and the rest cannot be read.
    case partialList(path: String, found: Int, total: Int?)
    /// The answer goes on after more elements, bytes or pages than any list has.
    case endlessList(path: String, found: Int)
    /// The next part of a list is one that came before.
    case repeatedPage(path: String, found: Int)
    /// The job to compare with cannot be read.
    case job(JobError)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .failed(let failure, _): failure.code
        case .unreadable(_, let error): error.code.rawValue
        case .partialList: "PARTIAL_LIST"
        case .endlessList: "ENDLESS_LIST"
        case .repeatedPage: "REPEATED_PAGE"
        case .job(let error): error.code
        }
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
