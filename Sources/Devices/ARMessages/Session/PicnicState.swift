/// A state of the handshake.
public struct PicnicState: DriverState {
    /// The phase of the handshake.
    public enum Phase: Hashable, Sendable {
        case closed, opening, pendingToken, pendingAdvertising
        case pendingPing(Proximity)
        case authenticatedPrimary, authenticatedSecondary, closing
        /// The phase that failed, and why.
        indirect case failed(at: Phase, SessionFault)
    }

    /// The phase that the handshake is in.
    public internal(set) var phase: Phase
    /// The token of the connection; kept to resume it.
    public internal(set) var token: SessionToken?

    public static let `default` = PicnicState(phase: .closed, token: nil)

    public var isAuthenticated: Bool { phase == .authenticatedPrimary || phase == .authenticatedSecondary }

    /// Whether the device is the primary one, as far as it knows.
    public var isPrimary: Bool { phase == .pendingAdvertising || phase == .authenticatedPrimary }
}
