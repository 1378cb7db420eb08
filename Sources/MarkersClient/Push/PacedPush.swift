/// The limits of one item of a run, such as a marker.
public struct ItemLimits: Hashable, Sendable {
    /// The failures in a row after which an item is given up; with full jitter, about a minute.
    public static let failures = 10
    /// The longest time for one item including pauses, which exceeds the longest `Retry-After` that is honoured.
    public static let deadline = Duration.seconds(180)

    public var failures: Int
    public var deadline: Duration

    public init(failures: Int = ItemLimits.failures, deadline: Duration = ItemLimits.deadline) {
        (self.failures, self.deadline) = (failures, deadline)
    }
}

/// A push with pauses, a deadline and the run's retry budget, but without a clock of its own.
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
            failures = 0
            return now - started < limits.deadline ? .send(request, after: .zero) : .finish(push.abandoned())
        case .send(let request, .afterFailure):
            failures += 1
            everFailed = true
            let pause = max(Backoff.pause(after: failures, using: &random), retryAfter ?? .zero)
            guard failures <= limits.failures, now + pause - started < limits.deadline,
                budget.withdraw(afterTimeout: timedOut)
            else { return .finish(push.abandoned()) }
            return .send(request, after: pause)
        }
    }

    /// The outcome if nothing more is sent.
    public func abandoned() -> PushOutcome<Wrapped.Image> { push.abandoned() }
}
