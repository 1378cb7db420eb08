public import QuadGeometry

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

/// The way two devices are held to each other while their frames are joined.
public struct DevicePlacement: Hashable, Sendable {
    /// The secondary's pose in the primary's camera.
    public let pose: RigidTransform
    /// The deviation of the turn in degrees and of the shift in metres, in each direction.
    public let turnDeviation, shiftDeviation: Double

    /// A placement that was measured; `nil` unless both deviations are above zero and finite.
    public init?(_ pose: RigidTransform, turnDeviation: Double, shiftDeviation: Double) {
        guard turnDeviation > 0, shiftDeviation > 0, turnDeviation.isFinite, shiftDeviation.isFinite else {
            return nil
        }
        self.init(pose, turn: turnDeviation, shift: shiftDeviation)
    }

    private init(_ pose: RigidTransform, turn: Double, shift: Double) {
        (self.pose, turnDeviation, shiftDeviation) = (pose, turn, shift)
    }

    /// Two hands that hold their devices at the same place: 50 mm and 5° off.
    public static let samePlace = DevicePlacement(.identity, turn: 5, shift: 0.05)

    /// Two devices back to back, their cameras away from each other: a half turn about y, 15 mm and 2° off.
    ///
    /// - Parameter gap: The distance between the cameras, in metres.
    public static func backToBack(gap: Double) -> DevicePlacement? {
        let half = Rotation(unchecked: SIMD3(-1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, -1))
        return RigidTransform(rotation: half, translation: SIMD3(0, 0, -gap)).map {
            DevicePlacement($0, turn: 2, shift: 0.015)
        }
    }
}
