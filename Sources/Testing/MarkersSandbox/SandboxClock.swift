internal import HTTPServer

/// The clocks that a server goes by.
public struct SandboxClock: Sendable {
    /// The date, in nanoseconds since the beginning of 1970.
    public var date: @Sendable () -> Int64
    /// Seconds since an arbitrary moment, never going back; locks, presence and tokens end by it.
    public var elapsed: @Sendable () -> Double
    /// Whether its dates are those of the system, in the place of which a seed has its own.
    let isOfSystem: Bool

    public init(date: @escaping @Sendable () -> Int64, elapsed: @escaping @Sendable () -> Double) {
        (self.date, self.elapsed, isOfSystem) = (date, elapsed, false)
    }

    /// The clocks of the system.
    public static let system = SandboxClock(isOfSystem: true)

    private init(isOfSystem: Bool) {
        (date, elapsed, self.isOfSystem) = ({ SystemClock.date }, { SystemClock.elapsed }, isOfSystem)
    }
}

/// A clock that stands still until it is advanced.
public final class ManualClock: Sendable {
    private let now: Guarded<Double>

    /// - Parameter start: seconds since the beginning of 1970.
    public init(start: Double = 1_767_225_600) { now = Guarded(start) }

    /// Moves the time forward.
    public func advance(by seconds: Double) { now.with { $0 += seconds } }

    /// A clock for a server that shows this time.
    public var clock: SandboxClock {
        SandboxClock(date: { Int64(self.now.with { $0 } * 1e9) }, elapsed: { self.now.with { $0 } })
    }
}
