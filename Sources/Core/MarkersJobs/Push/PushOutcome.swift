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
