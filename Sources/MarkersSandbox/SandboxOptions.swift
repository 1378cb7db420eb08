/// How a sandbox behaves.
public struct SandboxOptions: Sendable {
    /// The port on the loopback address; 0 for any that is free.
    public var port: UInt16
    /// The SQLite file with everything the server knows; nil to keep it in memory.
    public var dataFile: String?
    /// Makes ids, tokens, dates and faults the same in every run; nil for new ones each time.
    public var seed: UInt64?
    public var variants: Set<Variant>
    /// In the order they are tried; at most one meets a request.
    public var faults: [Fault]
    /// How long a bearer token holds, in seconds; nil to want none.
    public var tokenSeconds: Double?
    public var clock: SandboxClock
    public var limits: Limits
    /// What the server has from the start, owners before what they own; what its file has already stays as it is.
    public var contents: [SandboxRecord]
    /// Other hosts, with their ports, that clients may ask for, as where something stands between.
    public var hosts: Set<String> = []

    /// Caps on what clients may hold on to.
    public struct Limits: Hashable, Sendable {
        /// Connections at once; one more ends the one whose client lets us wait longest.
        public var connections: Int
        /// Seconds that a connection may be silent between requests.
        public var idleSeconds: Double
        /// Seconds that a request may take to arrive.
        public var requestSeconds: Double
        /// Seconds that answers under way have when the server stops.
        public var drainSeconds: Double

        public init(
            connections: Int = 512, idleSeconds: Double = 60, requestSeconds: Double = 30,
            drainSeconds: Double = 2
        ) {
            self.connections = connections
            self.idleSeconds = idleSeconds
            self.requestSeconds = requestSeconds
            self.drainSeconds = drainSeconds
        }
    }

    public init(
        port: UInt16 = 0, dataFile: String? = nil, seed: UInt64? = nil, variants: Set<Variant> = [],
        faults: [Fault] = [], tokenSeconds: Double? = nil, clock: SandboxClock = .system,
        limits: Limits = Limits(), contents: [SandboxRecord] = []
    ) {
        self.port = port
        self.dataFile = dataFile
        self.seed = seed
        self.variants = variants
        self.faults = faults
        self.tokenSeconds = tokenSeconds
        self.clock = clock
        self.limits = limits
        self.contents = contents
    }
}
