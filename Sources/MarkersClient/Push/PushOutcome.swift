/// What somebody else changed.
public enum PushConflict: String, Error, Hashable, Sendable {
    /// The corners are neither as planned from nor where they were to go.
    case corners = "CORNERS_CHANGED"
    /// The calibrated data is neither as planned from, nor the server's own, nor ours.
    case calibratedData = "CALIBRATED_DATA_CHANGED"
    /// What was written has another version by now, so it is not taken back.
    case editedSince = "EDITED_SINCE"
    /// The space's vector is neither as planned from nor what was to be written.
    case vector = "VECTOR_CHANGED"

    /// The conflict in a word that never changes meaning.
    public var code: String { rawValue }
}

/// Why a push ended without an end.
public enum PushProblem: Error, Hashable, Sendable {
    /// The server refuses the request, however often it is sent.
    case refused(status: Int)
    /// It was acknowledged, but reading back shows something else: the server ignores or alters what is written.
    case notAsWritten
    /// It was written, but the version stayed: nothing would notice other people's changes.
    case versionUnmoved(Int64)
    /// Reading shows a lower version than before, again and again.
    case versionWentBack(from: Int64, to: Int64)
    /// Below zero or above 2^53, where programs that keep numbers as doubles cannot tell one from the next.
    case versionOutOfRange(Int64)
    /// The retries that are allowed were used up, or a deadline passed, or the run was stopped.
    case givenUp

    /// The problem in a word that never changes meaning.
    public var code: String {
        switch self {
        case .refused: "REFUSED"
        case .notAsWritten: "NOT_AS_WRITTEN"
        case .versionUnmoved: "VERSION_UNMOVED"
        case .versionWentBack: "VERSION_WENT_BACK"
        case .versionOutOfRange: "VERSION_OUT_OF_RANGE"
        case .givenUp: "GIVEN_UP"
        }
    }

    /// Whether the server does not do what the mode needs, so that it makes no sense to go on with others.
    public var isOfServer: Bool {
        switch self {
        case .notAsWritten, .versionUnmoved, .refused(401), .refused(403): true
        default: false
        }
    }
}

/// How the push of one marker, or of a space's vector, ended.
public enum PushOutcome<Image: Hashable & Sendable>: Hashable, Sendable {
    /// The server has what was to be written, as this read or this answer shows.
    case done(Image)
    /// Somebody else was there, and nothing was written over it.
    case conflict(PushConflict, Image)
    /// The server has no such thing any more.
    case gone
    /// Not carried out as far as is known; where it may be written all the same, only reading tells.
    case unfinished(PushProblem, mayBeWritten: Bool)
}

/// What is asked of the server next.
public enum PushRequest<Write: Hashable & Sendable>: Hashable, Sendable {
    case read
    case write(Write)
}

/// What a push does next.
public enum PushStep<Image: Hashable & Sendable, Write: Hashable & Sendable>: Hashable, Sendable {
    /// Sends a request: at once, or after a failure with a pause before it.
    case send(PushRequest<Write>, Pace)
    case finish(PushOutcome<Image>)
}

/// Whether a request may go out at once.
public enum Pace: Hashable, Sendable {
    case now
    /// It repeats what failed, or asks how it ended.
    case afterFailure
}

/// What became of a request, as far as the update rule cares.
public enum PushAnswer<Image: Hashable & Sendable>: Hashable, Sendable {
    /// A success that shows what the server has.
    case found(Image)
    /// A success that shows nothing that can be read.
    case nothingShown
    /// The version that was sent is not the one the server has.
    case conflict
    /// There is no such thing.
    case gone
    /// No repetition helps.
    case refused(status: Int)
    /// It was certainly never sent whole.
    case notSent
    /// The server says that it did nothing and is to be asked again, which it is not taken at its word for.
    case deferred
    /// It may or may not have had its effect.
    case unknown
}

/// A state machine that carries one thing out: answers in, requests out, no clock and no network.
public protocol Push: Sendable {
    /// The thing as the server shows it.
    associatedtype Image: Hashable & Sendable
    /// What is written to it.
    associatedtype Write: Hashable & Sendable

    /// The first step; `fresh` is what was just read, where something was.
    mutating func start(_ fresh: Image?) -> PushStep<Image, Write>
    /// The next step, after an answer to the last request.
    mutating func receive(_ answer: PushAnswer<Image>) -> PushStep<Image, Write>
    /// How it stands when nothing more is sent.
    func abandoned() -> PushOutcome<Image>
}
