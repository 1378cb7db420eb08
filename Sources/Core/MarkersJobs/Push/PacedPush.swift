internal import MarkersEndpoint

/// The limits of one item of a run, such as a marker.
public struct ItemLimits: Hashable, Sendable {
    /// The failures after which an item may be given up.
    public static let failures = 10
    /// The time since its first failure after which an item may be given up: longer than a server takes to restart.
    public static let patience = Duration.seconds(60)
    /// The longest time for one item including pauses, which exceeds the longest `Retry-After` that is honoured.
    public static let deadline = Duration.seconds(180)
    /// The limits while the run's patience is used up: an item before was given up, and none was done since.
    static let trial = ItemLimits(failures: 3, patience: .seconds(5))

    public var failures: Int
    public var patience: Duration
    public var deadline: Duration

    /// The deadline is at least twice the patience, so that it does not cut it short.
    public init(
        failures: Int = ItemLimits.failures, patience: Duration = ItemLimits.patience,
        deadline: Duration = ItemLimits.deadline
    ) {
        (self.failures, self.patience, self.deadline) = (failures, patience, max(deadline, patience * 2))
    }
}

/// A push with pauses, a deadline and the run's retry budget, but without a clock of its own.
///
/// An item is given up after enough failures over a time that is long enough, or at its deadline; what succeeds in between does
/// not count, since a server may well answer reads and fail at writes. An empty budget gives up nothing: it makes pauses long.
public struct PacedPush<Wrapped: Push>: Sendable {
    /// The next action.
    public enum Action: Sendable {
        case send(PushRequest<Wrapped.Write>, after: Duration)
        case finish(PushOutcome<Wrapped.Image>)
    }

    private var push: Wrapped
    private let limits: ItemLimits
    private var started = Duration.zero
    private var failures = 0
    private var failingSince = Duration.zero
    private var everFailed = false

    public init(_ push: Wrapped, _ limits: ItemLimits = ItemLimits()) {
        (self.push, self.limits) = (push, limits)
    }

    /// The first action; `fresh` is what was just read, if anything was.
    public mutating func start(_ fresh: Wrapped.Image? = nil, now: Duration) -> Action {
        started = now
        return switch push.start(fresh) {
        case .send(let request, _): .send(request, after: .zero)
        case .finish(let outcome): .finish(outcome)
        }
    }

    /// The next action, after an answer to the last request.
    ///
    /// A timeout costs the budget more, and no pause is shorter than the server asks for.
    public mutating func receive(
        _ answer: PushAnswer<Wrapped.Image>, timedOut: Bool = false, retryAfter: Duration? = nil,
        now: Duration, budget: inout RetryBudget, using random: inout some RandomNumberGenerator
    ) -> Action {
        switch push.receive(answer) {
        case .finish(let outcome):
            if case .done = outcome, !everFailed { budget.reward() }
            return .finish(outcome)
        case .send(let request, .now):
            return now - started < limits.deadline ? .send(request, after: .zero) : .finish(push.abandoned())
        case .send(let request, .afterFailure):
            if failures == 0 { failingSince = now }
            failures += 1
            everFailed = true
            let least = budget.withdraw(afterTimeout: timedOut) ? .zero : RetryBudget.pauseWhenEmpty
            // Whoever has little patience is not kept waiting by the pauses.
            let longest = max(limits.patience, Backoff.base)
            let pause = max(
                min(Backoff.pause(after: failures, using: &random), longest), retryAfter ?? .zero, least)
            guard failures <= limits.failures || now - failingSince < limits.patience,
                now + pause - started < limits.deadline
            else { return .finish(push.abandoned()) }
            return .send(request, after: pause)
        }
    }

    /// The outcome if nothing more is sent.
    public func abandoned() -> PushOutcome<Wrapped.Image> { push.abandoned() }
}

/// The retries that a whole run may still make quickly; once it is empty each waits longer.
///
/// Without a budget, the retries of many clients would keep a server down. The numbers are those of the AWS SDKs' standard
/// mode, where an empty budget ends all retries; a run that has written half of a space has more to lose than time.
public struct RetryBudget: Hashable, Sendable {
    /// The contents of a full bucket: a hundred failures in a row.
    public static let capacity = 500
    /// The cost of a retry.
    public static let cost = 5
    /// The cost of a retry after a timeout, which is a stronger sign of overload than an error.
    public static let costAfterTimeout = 10
    /// The reward for an item that needed no retry.
    public static let reward = 1

    /// The shortest pause before a retry that the budget does not pay for.
    package static let pauseWhenEmpty = Duration.seconds(2)

    /// The tokens left.
    public private(set) var tokens: Int
    private let capacity: Int

    /// - Parameter capacity: The tokens at the start and at most.
    public init(capacity: Int = RetryBudget.capacity) {
        (self.capacity, tokens) = (capacity, capacity)
    }

    /// Pays for a retry; takes nothing and returns `false` if there are not enough tokens.
    public mutating func withdraw(afterTimeout: Bool) -> Bool {
        let cost = afterTimeout ? RetryBudget.costAfterTimeout : RetryBudget.cost
        guard tokens >= cost else { return false }
        tokens -= cost
        return true
    }

    /// Adds the reward for a success without retries.
    public mutating func reward() { tokens = min(capacity, tokens + RetryBudget.reward) }
}
