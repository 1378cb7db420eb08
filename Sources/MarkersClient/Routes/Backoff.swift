/// How long to wait before a repetition: full jitter, so that clients that failed together do not return together.
public struct Backoff: Hashable, Sendable {
    /// The longest first wait: a hiccup of a server is over by then.
    public static let base = Duration.milliseconds(100)
    /// The longest wait of all: what is down for longer is waited for in steps of this.
    public static let cap = Duration.seconds(20)
    /// From here on the cap is the lesser, so that shifting further only overflows.
    private static let doublings = 8

    /// A wait evenly between none and the base, doubled with each failure in a row after the first, at most the cap.
    public static func pause(
        after failures: Int, using random: inout some RandomNumberGenerator
    ) -> Duration {
        let doublings = min(max(failures - 1, 0), Backoff.doublings)
        let longest = min(base * (1 << doublings), cap)
        return longest * Double.random(in: 0..<1, using: &random)
    }
}
