internal import Foundation
public import Markers
public import MarkersEndpoint

/// A change that somebody else made.
public enum PushConflict: String, Error, Hashable, Sendable {
    /// The corners are neither as they were planned nor at their target.
    case corners = "CORNERS_CHANGED"
    /// The calibrated data is neither as it was planned, nor the server's own, nor ours.
    case calibratedData = "CALIBRATED_DATA_CHANGED"
    /// The space's vector is neither as it was planned nor the new one.
    case vector = "VECTOR_CHANGED"

    /// The conflict as a word whose meaning never changes.
    public var code: String { rawValue }
}

/// The reason why a push did not finish.
public enum PushProblem: Error, Hashable, Sendable {
    /// The server refuses the request, however often it is sent.
    case refused(RequestFailure)
    /// The write was acknowledged, but reading shows something else: the server ignores or alters it.
    case notAsWritten
    /// The write took effect, but the version stayed, so other people's changes would go unnoticed.
    case versionUnmoved(Int64)
    /// Reading repeatedly shows a lower version than before.
    case versionWentBack(from: Int64, to: Int64)
    /// The version is below zero or above 2^53, where doubles cannot tell it from the next.
    case versionOutOfRange(Int64)
    /// The retries were used up, a deadline passed, or the run was stopped.
    case givenUp

    /// The problem as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .refused(let failure): failure.isUnauthorized ? "UNAUTHORIZED" : "REFUSED"
        case .notAsWritten: "NOT_AS_WRITTEN"
        case .versionUnmoved: "VERSION_UNMOVED"
        case .versionWentBack: "VERSION_WENT_BACK"
        case .versionOutOfRange: "VERSION_OUT_OF_RANGE"
        case .givenUp: "GIVEN_UP"
        }
    }

    /// Whether the server does not support what the mode needs, so that pushing other markers makes no sense.
    public var isOfServer: Bool {
        switch self {
        case .notAsWritten, .versionUnmoved: true
        case .refused(let failure): failure.isUnauthorized
        default: false
        }
    }

    /// The codes of problems that sending the same again meets again.
    static let lasting: Set = [
        "REFUSED", "NOT_AS_WRITTEN", "VERSION_UNMOVED", "VERSION_OUT_OF_RANGE", "MISSING_VERSION",
    ]
}

/// The outcome of the push of one marker or of a space's vector.
public enum PushOutcome<Image: Hashable & Sendable>: Hashable, Sendable {
    /// The server has the target, as this image shows.
    case done(Image)
    /// Somebody else made a change, which was not overwritten.
    case conflict(PushConflict, Image)
    /// It no longer exists on the server.
    case gone
    /// Not done, as far as is known; if it may have been written, only reading shows.
    case unfinished(PushProblem, mayBeWritten: Bool)
}

/// The next request.
public enum PushRequest<Write: Hashable & Sendable>: Hashable, Sendable {
    case read
    case write(Write)
}

/// The next step of a push.
public enum PushStep<Image: Hashable & Sendable, Write: Hashable & Sendable>: Hashable, Sendable {
    /// Sends a request, at once or with a pause after a failure.
    case send(PushRequest<Write>, Pace)
    case finish(PushOutcome<Image>)
}

/// The pace of a request.
public enum Pace: Hashable, Sendable {
    case now
    /// It repeats what failed, or reads how that ended.
    case afterFailure
}

/// The answer to a request, as far as the update rule cares.
public enum PushAnswer<Image: Hashable & Sendable>: Hashable, Sendable {
    /// A success that shows the image.
    case found(Image)
    /// A success that shows nothing.
    case nothingShown
    /// The server has another version than was sent.
    case conflict
    /// It does not exist.
    case gone
    /// Refused, and a retry would not help.
    case refused(RequestFailure)
    /// It was certainly never sent completely.
    case notSent
    /// The server says that it did nothing and may be asked again, which is not relied upon.
    case deferred
    /// It may or may not have taken effect.
    case unknown
}

/// A state machine for one intent: answers in, requests out, without clock or network.
public protocol Push: Sendable {
    /// The state that the server shows.
    associatedtype Image: Hashable & Sendable
    /// The content of a write.
    associatedtype Write: Hashable & Sendable

    /// The first step; `fresh` is what was just read, if anything was.
    mutating func start(_ fresh: Image?) -> PushStep<Image, Write>
    /// The next step, after an answer to the last request.
    mutating func receive(_ answer: PushAnswer<Image>) -> PushStep<Image, Write>
    /// The outcome if nothing more is sent.
    func abandoned() -> PushOutcome<Image>
}

extension PushProblem: ExplainedError {
    /// The answer of the server.
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    /// The answer of the server, and the next thing to try.
    ///
    /// - Parameters:
    ///   - listener: the one whom it is for.
    ///   - mode: what was written, if that is known.
    package func explained(to listener: Listener, _ mode: PushMode? = nil) -> (
        message: String, remedy: String
    ) {
        switch self {
        case .refused(let failure): failure.explained(to: listener)
        case .notAsWritten:
            (
                "the server acknowledges requests but stores something else"
                    + (mode.map { ", so \(listener.choice("mode", $0.rawValue)) cannot work" } ?? ""),
                "undo what was written, if anything was, and use another mode"
            )
        case .versionUnmoved:
            (
                "the server does not increase versions, so other people's edits would go unnoticed",
                "contact its operator"
            )
        case .versionWentBack: ("the server keeps returning older versions", "contact its operator")
        case .versionOutOfRange: ("the server has versions beyond 2^53", "contact its operator")
        case .givenUp: ("it failed after too many attempts", "resume later")
        }
    }
}

extension PushConflict: ExplainedError {
    /// The part that somebody else changed.
    public var message: String {
        switch self {
        case .corners: "somebody else changed the corners in the meantime"
        case .calibratedData: "somebody else changed the calibrated data in the meantime"
        case .vector: "somebody else changed the space's vector in the meantime"
        }
    }

    public var remedy: String? { "look at it, and take theirs or overwrite it" }
}

extension MarkerImageError: ExplainedError {
    /// The thing that is missing, or cannot be read.
    public var message: String {
        switch self {
        case .missingVersion: "the marker was read without a version"
        case .unreadable(let error): error.message
        }
    }

    public var remedy: String? {
        switch self {
        case .missingVersion: "read it again"
        case .unreadable(let error): error.remedy
        }
    }
}

extension PushAnswer {
    /// The meaning of an outcome to a push; `read` makes an image of a body.
    package init(_ outcome: RequestOutcome, read: ([UInt8]) -> Image?) {
        switch outcome {
        case .applied(let response) where response.body.isEmpty: self = .nothingShown
        // Something on the way may have answered instead of the server.
        case .applied(let response): self = read(response.body).map { .found($0) } ?? .unknown
        case .notApplied(let failure), .unknown(let failure):
            switch (failure.status, failure.isRetryable) {
            case (409, _), (412, _): self = .conflict
            case (404, _), (410, _): self = .gone
            case (_, false): self = .refused(failure)
            case (_, true):
                if case .unknown = outcome {
                    self = .unknown
                } else {
                    self = failure.status == nil ? .notSent : .deferred
                }
            }
        }
    }
}
