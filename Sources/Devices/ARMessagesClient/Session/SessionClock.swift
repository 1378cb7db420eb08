/// A clock as drivers count time: in seconds since the session was made.
struct SessionClock: Sendable {
    private let now: @Sendable () -> Double
    private let wait: @Sendable (Double) async -> Void

    init<Base: Clock>(_ clock: Base) where Base.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) / .seconds(1) }
        wait = { seconds in
            try? await clock.sleep(until: start.advanced(by: .seconds(seconds)), tolerance: nil)
        }
    }

    var seconds: Double { now() }

    /// Returns at a time, or when the task is cancelled.
    func sleep(until seconds: Double) async { await wait(seconds) }
}
