public import Markers

/// Why a call of the API gave no answer.
public enum APIError: Error, Hashable, Sendable {
    /// The request was not answered with success; whether it had an effect all the same only reading tells.
    case failed(RequestFailure, mayBeApplied: Bool)
    /// The answer is not what the contract says.
    case unreadable(path: String, JSONError)
    /// The answer is a part of a list, and the rest cannot be had.
    case partialList(path: String, found: Int, total: Int?)
    /// The job that says what to compare with cannot be read.
    case job(JobError)

    /// The error in a word that never changes meaning.
    public var code: String {
        switch self {
        case .failed(let failure, _): failure.code
        case .unreadable(_, let error): error.code.rawValue
        case .partialList: "PARTIAL_LIST"
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

    /// Whether the server says that there is no such thing.
    public var isMissing: Bool {
        if case .failed(let failure, _) = self {
            failure.status == 404 || failure.status == 410
        } else {
            false
        }
    }
}
