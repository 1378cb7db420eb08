/// The pause before a retry, with full jitter so that clients that failed together do not return together.
public struct Backoff: Hashable, Sendable {
    /// The longest first pause, which outlasts a hiccup of a server.
    public static let base = Duration.milliseconds(100)
    /// The longest pause; a longer outage is waited for in steps of this.
    public static let cap = Duration.seconds(20)
    /// Beyond this the cap is smaller anyway, and further shifting would overflow.
    private static let doublings = 8

    /// A uniformly random pause up to the base, which doubles with each failure in a row after the first, up to the cap.
    public static func pause(
        after failures: Int, using random: inout some RandomNumberGenerator
    ) -> Duration {
        longest(after: failures) * Double.random(in: 0..<1, using: &random)
    }

    /// The same, of which the clock chooses the share; one that is no share is taken for the nearest that is.
    static func pause(after failures: Int, on clock: any ClientClock) -> Duration {
        longest(after: failures) * Double.minimum(Double.maximum(clock.jitter(), 0), 1)
    }

    private static func longest(after failures: Int) -> Duration {
        let doublings = min(max(failures - 1, 0), Backoff.doublings)
        return min(base * (1 << doublings), cap)
    }
}
