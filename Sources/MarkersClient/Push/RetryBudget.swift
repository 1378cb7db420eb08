/// The retries that a whole run may still make; once it is empty nothing is retried.
///
/// Without a budget, the retries of many clients would keep a server down. The numbers are those of the AWS SDKs' standard
/// mode.
public struct RetryBudget: Hashable, Sendable {
    /// The contents of a full bucket: a hundred failures in a row.
    public static let capacity = 500
    /// The cost of a retry.
    public static let cost = 5
    /// The cost of a retry after a timeout, which is a stronger sign of overload than an error.
    public static let costAfterTimeout = 10
    /// The reward for an item that needed no retry.
    public static let reward = 1

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
