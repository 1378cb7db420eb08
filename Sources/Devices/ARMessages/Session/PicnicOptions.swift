/// How a device behaves in the handshake.
public struct PicnicOptions: Hashable, Sendable {
    /// The form of poses, and what ends the handshake.
    public enum Mode: String, CaseIterable, Hashable, Sendable {
        /// Poses are matrices; authenticated once the server has confirmed.
        case full
        /// Poses are offsets, as in version 0.1.0; authenticated once the pose is sent.
        case compatible
    }

    public var mode: Mode
    /// Seconds until a pose that was not confirmed may be sent again.
    public var confirmation = 10.0
    /// Seconds for which a question for the pose waits for one; less than a server keeps the pose that belongs to it.
    public var answering = 4.0
    /// Seconds before the first try to come back; doubled with each, up to ``longestWait``.
    public var firstWait = 0.5
    /// The most seconds between two tries, within which a server still keeps the session.
    public var longestWait = 8.0
    /// Seconds after which a socket that is to be closed counts as closed.
    public var closing = 5.0

    public init(mode: Mode = .full) { self.mode = mode }

    /// Codes of closing frames after which nothing is tried again: the same would happen.
    public static let finalCodes: Set<UInt16> = [1002, 1003, 1007, 1008, 1009, 1010, 1015]
}
