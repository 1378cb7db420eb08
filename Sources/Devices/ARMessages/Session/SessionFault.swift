/// A thing that a session refuses, or that ends it.
public enum SessionFault: Error, Hashable, Sendable {
    /// A message before the handshake has ended.
    case notAuthenticated
    /// A ping, or a question for the pose, while the device does not know its pose; it is tried again.
    case noPose
    /// A frame that cannot be read, or a message that cannot be written.
    case unreadable(MessageError)
    /// A message of the protocol that belongs to another connection.
    case foreignToken(SessionToken)
    /// A reserved endpoint that does not exist, or has no business here.
    case unknownEndpoint(String)
    /// A beacon without a UUID, or with numbers that are none of 16 bits.
    case badBeacon
    case refused(code: String, message: String, endpoint: String)
    /// The server has not confirmed a pose in time; the next ping sends it again.
    case unconfirmed(seconds: Double)
    /// The socket was closed by the other side.
    case lost(code: UInt16, reason: String)
    /// The socket could not be opened, or broke.
    case network(String)
    case notAdvertising
    /// The app has left so many messages unread that those after them are lost.
    case unread(limit: Int)

    /// A word whose meaning never changes.
    public var code: String { told.code }

    /// The reason in words, without a full stop.
    public var message: String { told.message }

    private var told: (code: String, message: String) {
        switch self {
        case .notAuthenticated: ("NOT_AUTHENTICATED", "the handshake has not ended yet")
        case .noPose: ("NO_POSE", "the device does not know its pose yet")
        case .unreadable(let error):
            (error.code, error.pointer.isEmpty ? error.message : "\(error.pointer): \(error.message)")
        case .foreignToken(let token): ("FOREIGN_TOKEN", "the token \(token) is that of another connection")
        case .unknownEndpoint(let name):
            ("UNKNOWN_ENDPOINT", "the endpoint \(name.debugDescription) has no business here")
        case .badBeacon: ("BAD_BEACON", "a beacon without a UUID, or with numbers that are none of 16 bits")
        case .refused(let code, let message, let endpoint): (code, "\(endpoint): \(message)")
        case .unconfirmed(let seconds): ("UNCONFIRMED", "the server has confirmed nothing for \(seconds) s")
        case .lost(let code, let reason):
            ("LOST", "the server closed with \(code)\(reason.isEmpty ? "" : ": \(reason)")")
        case .network(let text): ("NETWORK", text)
        case .notAdvertising: ("NOT_ADVERTISING", "the beacon cannot be advertised")
        case .unread(let limit):
            ("UNREAD", "\(limit) messages were left unread, and those after them are lost")
        }
    }
}

/// The state of a driver: it decides who gets the data that comes in.
public protocol DriverState: Hashable, Sendable {
    /// The state before anything has happened.
    static var `default`: Self { get }
    /// The token of the connection, once the server has named it.
    var token: SessionToken? { get }
    /// Whether messages of the app may be sent, and are delivered.
    var isAuthenticated: Bool { get }
}

/// A device's distance to a beacon, as it is ranged.
public enum Proximity: String, CaseIterable, Hashable, Sendable {
    case unknown, far, near, immediate
}
