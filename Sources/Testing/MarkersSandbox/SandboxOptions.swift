internal import HTTPServer

/// The behaviour of a sandbox.
public struct SandboxOptions: Sendable {
    /// The port on the loopback address; 0 for any that is free.
    public var port: UInt16
    /// The SQLite file with everything the server knows; nil to keep it in memory.
    public var dataFile: String?
    /// The seed that makes ids, tokens, dates and faults the same in every run; nil for new ones each time. Dates are those of the
    /// clock if that is not the system's.
    public var seed: UInt64?
    public var variants: Set<Variant>
    /// The faults in the order they are tried; at most one meets a request.
    public var faults: [Fault]
    /// The lifetime of a bearer token, in seconds; nil to require none.
    public var tokenSeconds: Double?
    /// The lifetime of the refresh token that each of them comes with, in seconds; nil for as long as the server runs.
    public var refreshSeconds: Double?
    public var clock: SandboxClock
    public var limits: Limits
    /// Documents from the start, owners before what they own; those already in the file stay unchanged.
    public var contents: [SandboxRecord]
    /// Other hosts, with their ports, that clients may ask for, as through a proxy.
    public var hosts: Set<String> = []
    /// The phone that is played beside the server, at the root of its port; nil for none.
    public var phone: SandboxPhone?
    /// The room that devices join at `/ws` of the same port; nil for none. `SandboxTransport` makes one, as in `.relay(.rigid)`.
    public var room: SandboxRoom?

    /// Caps on what clients may hold on to.
    public struct Limits: Hashable, Sendable {
        /// Connections at once; one more ends the one whose client has kept the server waiting longest.
        public var connections: Int
        /// Seconds that a connection may be silent between requests.
        public var idleSeconds: Double
        /// Seconds that a request may take to arrive.
        public var requestSeconds: Double
        /// Seconds that answers under way have when the server stops.
        public var drainSeconds: Double
        /// Bytes of answers that clients have not read; while there are as many, no other answer is begun.
        public var unreadBytes: Int

        public init(
            connections: Int = 512, idleSeconds: Double = 60, requestSeconds: Double = 30,
            drainSeconds: Double = 2, unreadBytes: Int = 64 << 20
        ) {
            (self.connections, self.idleSeconds) = (connections, idleSeconds)
            (self.requestSeconds, self.drainSeconds) = (requestSeconds, drainSeconds)
            self.unreadBytes = unreadBytes
        }
    }

    public init(
        port: UInt16 = 0, dataFile: String? = nil, seed: UInt64? = nil, variants: Set<Variant> = [],
        faults: [Fault] = [], tokenSeconds: Double? = nil, clock: SandboxClock = .system,
        limits: Limits = Limits(), contents: [SandboxRecord] = []
    ) {
        (self.port, self.dataFile, self.seed, self.clock) = (port, dataFile, seed, clock)
        (self.variants, self.faults, self.tokenSeconds) = (variants, faults, tokenSeconds)
        (self.limits, self.contents) = (limits, contents)
    }
}

/// A phone that the sandbox plays beside its server: RobotVision's five routes at the root of the same port.
public enum SandboxPhone: String, Hashable, Sendable, CaseIterable {
    /// A phone that answers as the documents show, member for member.
    case sample
    /// A phone that walks past a wall of twelve objects, one frame with each detection.
    case wall
}

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
