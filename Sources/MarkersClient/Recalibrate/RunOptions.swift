/// How a job is carried out.
public struct RunOptions: Sendable {
    /// What happens where somebody else was there first.
    public var policy: ConflictPolicy
    /// How many requests may be under way at once.
    public var concurrency: ClosedRange<Int>
    /// No more requests a second than this; `nil`: as many as the server takes.
    public var rate: RateCap?
    public var item: ItemLimits
    /// All the time that a run may take; what is left then is left for resuming.
    public var deadline: Duration?
    /// Locks of sessions that the run holds: nothing is sent that might be answered after one has expired.
    public var locks: [SessionLock]
    /// Where pauses get their jitter from.
    public var random: any RandomNumberGenerator & Sendable

    public init(
        policy: ConflictPolicy = .stop, concurrency: ClosedRange<Int> = AdaptiveLimit.range,
        rate: RateCap? = nil, item: ItemLimits = ItemLimits(), deadline: Duration? = nil,
        locks: [SessionLock] = [],
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        (self.policy, self.concurrency, self.rate) = (policy, concurrency, rate)
        (self.item, self.deadline, self.locks, self.random) = (item, deadline, locks, random)
    }
}
