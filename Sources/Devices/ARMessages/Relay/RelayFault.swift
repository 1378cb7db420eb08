/// The reason that a relay refuses a message or a client, or an event that it notes.
public enum RelayFault: Error, Hashable, Sendable {
    case unreadable(MessageError)
    case handshake(HandshakeError)
    /// The token of another connection.
    case foreignToken(SessionToken)
    /// A reserved endpoint that does not exist, or has no business here.
    case unknownEndpoint(String)
    /// A message before the sender's frame is known.
    case noFrame
    /// A pose without a transform, from a device that is not the primary one.
    case noTransform
    /// A pose of the primary device that nobody has asked for.
    case unaskedPose
    /// The primary device was lost before it said its pose; hold the devices together again.
    case primaryLost
    /// The primary device did not say its pose in time, or did not know it; hold the devices together again.
    case noAnswer
    /// A pose of a handshake beyond ``DevicePose/largestShift``.
    case tooFar(metres: Double)
    /// A message in a form that the published server ignores.
    case ignoredTransform
    case tooManyClients(limit: Int)
    /// More waits for a client than the limits.
    case tooSlow(messages: Int, bytes: Int)
    /// The edge of a handshake, or of what devices measured, is not one of a graph.
    case badEdge(code: String, message: String)

    /// A word whose meaning never changes.
    public var code: String { told.code }

    /// A sentence for people.
    public var message: String { told.message }

    private var told: (code: String, message: String) {
        switch self {
        case .unreadable(let error):
            (error.code, error.pointer.isEmpty ? error.message : "\(error.pointer): \(error.message)")
        case .handshake(let error): (error.code, error.message)
        case .foreignToken(let token): ("FOREIGN_TOKEN", "the token \(token) is not that of this connection")
        case .unknownEndpoint:
            ("UNKNOWN_ENDPOINT", "no reserved endpoint of this name takes messages of clients")
        case .noFrame:
            ("NO_FRAME", "the frame of this device is not known yet; hold it to the primary device first")
        case .noTransform: ("NO_TRANSFORM", "a pose needs a transform")
        case .unaskedPose: ("UNASKED_POSE", "nobody waits for the pose of the primary device")
        case .primaryLost:
            (
                "PRIMARY_LOST",
                "the primary device was lost before it said its pose; hold the devices together again"
            )
        case .noAnswer:
            ("NO_ANSWER", "the primary device did not say its pose; hold the devices together again")
        case .tooFar(let metres):
            (
                "OUT_OF_RANGE",
                "the pose is \(metres) m from the origin of its frame; up to \(DevicePose.largestShift) m is taken"
            )
        case .ignoredTransform: ("IGNORED_TRANSFORM", "version 0.1.0 knows offsets only")
        case .tooManyClients(let limit):
            ("TOO_MANY_CLIENTS", "the relay has \(limit) clients and takes no more")
        case .tooSlow(let messages, let bytes):
            ("TOO_SLOW", "\(messages) messages of \(bytes) bytes wait for this client")
        case .badEdge(let code, let message): (code, message)
        }
    }
}

/// An entry of a relay's log.
public struct RelayEntry: Hashable, Sendable {
    /// The time, in seconds of the relay's clock.
    public let time: Double
    public let token: SessionToken?
    /// The event: a word that never changes meaning.
    public let code: String
    public let message: String

    init(time: Double, token: SessionToken?, code: String, message: String = "") {
        (self.time, self.token, self.code, self.message) = (time, token, code, message)
    }
}
