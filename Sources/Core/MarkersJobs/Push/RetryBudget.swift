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
    package init(capacity: Int = RetryBudget.capacity) {
        (self.capacity, tokens) = (capacity, capacity)
    }

    /// Pays for a retry; takes nothing and returns `false` if there are not enough tokens.
    package mutating func withdraw(afterTimeout: Bool) -> Bool {
        let cost = afterTimeout ? RetryBudget.costAfterTimeout : RetryBudget.cost
        guard tokens >= cost else { return false }
        tokens -= cost
        return true
    }

    /// Adds the reward for a success without retries.
    public mutating func reward() { tokens = min(capacity, tokens + RetryBudget.reward) }
}
