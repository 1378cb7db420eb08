/// The rules of a relay and its limits.
public struct RelayOptions: Sendable {
    /// The rules by which messages are carried and answered.
    public enum Mode: String, CaseIterable, Hashable, Sendable {
        /// Rotations and shifts; refusals are answered.
        case rigid
        /// Shifts alone, as the documented server; to the sender, too.
        case carrot
        /// As the published server 0.1.0 does: places in the frame of the primary device, whoever reads them.
        case carrot01 = "carrot-0.1"
    }

    public var mode: Mode
    public var limits: MessageLimits
    /// The most clients at a time.
    public var mostClients: Int
    /// The most messages, and bytes, that wait for a client which takes no more; one that is slower is closed with 1013.
    public var mostWaiting = 1024
    public var mostWaitingBytes = 1 << 20
    /// The multiple of ``mostWaitingBytes`` beyond which a client is closed even before it was asked to take any.
    static let burst = 8
    /// Seconds that a session with a frame, or one that waits for it, is kept after its connection has closed; at most as many are kept as
    /// clients may join.
    public var keep = 10.0
    /// Seconds for which a device's pose waits for that of the primary one; then the device is refused and has to ping again. Version
    /// 0.1.0 waits for ever.
    public var patience = 5.0
    /// The way devices are held in the handshake.
    public var placement = DevicePlacement.samePlace

    public init(mode: Mode = .rigid) {
        self.mode = mode
        let isRigid = mode == .rigid
        limits = MessageLimits(size: isRigid ? 65_536 : 8192)
        mostClients = isRigid ? 64 : 16
    }

    /// Whether the sender gets its own messages, too.
    var echoes: Bool { mode != .rigid }
    /// Whether refusals are answered and handshakes confirmed.
    var answers: Bool { mode == .rigid }
}
