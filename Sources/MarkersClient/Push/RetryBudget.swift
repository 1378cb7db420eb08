/// How many repetitions a whole run may still make; once it is empty nothing is repeated.
///
/// Without it, many clients that repeat what fails keep a server down that would recover. The numbers are those of the
/// AWS SDKs' standard mode.
public struct RetryBudget: Hashable, Sendable {
    /// What a full bucket holds: a hundred failures in a row.
    public static let capacity = 500
    /// What a repetition costs.
    public static let cost = 5
    /// What a repetition costs after no answer came in time, which says more of an overload than an error does.
    public static let costAfterTimeout = 10
    /// What an item gives back that needed no repetition.
    public static let reward = 1

    /// What is left.
    public private(set) var tokens: Int
    private let capacity: Int

    /// - Parameter capacity: what it holds at first and at most.
    public init(capacity: Int = RetryBudget.capacity) {
        (self.capacity, tokens) = (capacity, capacity)
    }

    /// Pays for a repetition; `false`, and nothing is taken, where it is not affordable.
    public mutating func withdraw(afterTimeout: Bool) -> Bool {
        let cost = afterTimeout ? RetryBudget.costAfterTimeout : RetryBudget.cost
        guard tokens >= cost else { return false }
        tokens -= cost
        return true
    }

    /// Puts back what a success without repetitions gives.
    public mutating func reward() { tokens = min(capacity, tokens + RetryBudget.reward) }
}
