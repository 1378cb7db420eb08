/// The state machine of a protocol: events go in, actions come out. It has no socket and no clock of its own.
public protocol SessionDriver {
    /// The state of the protocol.
    associatedtype State: DriverState

    /// The present state.
    var state: State { get }

    /// Takes an event and returns what is to be done, in order.
    mutating func receive(_ event: SessionEvent) -> [SessionAction<State>]

    /// The text frame of a message of the app, whose token is that of the connection.
    func frame(_ message: ARMessage) throws(SessionFault) -> [UInt8]
}

/// Something that happened to a session.
public enum SessionEvent: Hashable, Sendable {
    /// The app wants a session, or wants it no more.
    case start, end
    /// The socket is open.
    case opened
    /// The socket is closed, with the code and the reason of the closing frame.
    case closed(code: UInt16, reason: String, isClean: Bool)
    /// The socket could not be opened, or broke.
    case failed(String)
    /// A text frame.
    case received([UInt8])
    /// A report on the beacon that is ranged.
    case proximity(Proximity)
    /// Whether advertising the beacon has started, or failed.
    case advertising(started: Bool)
    /// The time, in seconds of any clock that does not run backwards.
    case tick(Double)
}

/// Something that a driver wants done.
public enum SessionAction<State: DriverState>: Hashable, Sendable {
    /// Open the socket; a token resumes an earlier connection, as the name of HTTP Basic: the `resume` of its beacon, or else its own.
    case open(token: SessionToken?)
    case close
    /// Send a text frame.
    case send([UInt8])
    /// Advertise a beacon.
    case advertise(Beacon)
    /// Range a beacon, and report its proximity.
    case range(Beacon)
    /// Hand a message to the app.
    case deliver(ARMessage)
    /// The state has changed to this.
    case state(State)
    /// Send a ``SessionEvent/tick(_:)`` at this time.
    case retry(at: Double)
    /// Something was refused; the state is as before.
    case fault(SessionFault)
}
