/// The options of a run of a job.
public struct RunOptions: Sendable {
    /// After so many markers given up in a row, the server appears to be down.
    public static let outage = 20
    /// The same if not one was done: the server takes no write at all.
    static let outageAtStart = 3

    /// The treatment of a marker that somebody else changed.
    public var policy: ConflictPolicy
    /// The number of requests that may be under way at once.
    public var concurrency: ClosedRange<Int>
    /// The most requests a second; `nil` for as many as the server takes.
    public var rate: RateCap?
    public var item: ItemLimits
    /// The time for which a server that fails or does not answer is asked again.
    public var patience: Duration { item.patience }
    /// The longest time that a run may take; what is then open is left for resuming.
    public var deadline: Duration?
    /// Whether a new job marks its sessions, for those who do not have its file.
    public var marks = true
    /// The locks that the run holds: nothing is sent that might be answered after one has expired.
    public var locks: [SessionLock]
    /// The source of the jitter of pauses.
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
