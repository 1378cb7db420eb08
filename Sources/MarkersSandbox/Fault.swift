/// Something that goes wrong with requests: what, how often or when, and whether before or after the effect.
public struct Fault: Hashable, Sendable {
    public var kind: Kind
    public var moment: Moment
    public var phase: Phase
    /// The method of the requests that it happens to; nil for any.
    public var method: String?

    /// The kind of failure.
    public enum Kind: Hashable, Sendable {
        /// An answer with this status and no useful body.
        case status(Int)
        /// A 429 with a `Retry-After` in seconds or as a date.
        case tooMany(seconds: Int, asDate: Bool)
        /// A 429 with a `Retry-After` that is neither seconds nor a date.
        case tooManyUnclear
        /// The answer, or with ``Phase/before`` the request, waits.
        case latency(milliseconds: Int)
        /// The answer comes byte by byte, with a pause after each.
        case drip(milliseconds: Int)
        /// The connection is reset.
        case reset
        /// The connection is closed without an answer.
        case close
        /// The answer ends halfway.
        case truncate
        /// `Content-Length` is more than what comes.
        case long
        /// `Content-Length` is less than what comes, and the rest stays on the connection.
        case short
        /// The answer comes twice.
        case duplicate
        /// A marker, or every marker of a list, is shown in its state before the last change.
        case stale
        /// Every token issued so far expires.
        case expire
    }

    /// The requests that the fault happens to.
    public enum Moment: Hashable, Sendable {
        /// A share of all requests.
        case rate(Double)
        /// The request of this number, counted from 1 since the server started.
        case request(Int)
    }

    /// Whether the request has its effect.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// The request has no effect.
        case before
        /// The request has its effect, but the answer is lost or wrong.
        case after
    }

    public init(_ kind: Kind, _ moment: Moment = .rate(1), _ phase: Phase = .before, method: String? = nil) {
        (self.kind, self.moment, self.method) = (kind, moment, method)
        self.phase = kind.fixedPhase ?? phase
    }
}

extension Fault.Kind {
    /// The phase of a kind that has only one.
    var fixedPhase: Fault.Phase? {
        switch self {
        case .status, .tooMany, .tooManyUnclear, .latency, .reset, .close: nil
        case .drip, .truncate, .long, .short, .duplicate, .stale: .after
        case .expire: .before
        }
    }
}
