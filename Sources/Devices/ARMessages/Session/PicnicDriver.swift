/// The handshake of a device: it learns its token, advertises or looks for the beacon of the primary device, and sends its pose at the
/// moment both are held together.
///
/// Messages of reserved endpoints go to the driver in every state, so that an authenticated primary device answers for its pose.
public struct PicnicDriver: SessionDriver, Sendable {
    /// The state of the handshake, from which the app learns whether it may send.
    public internal(set) var state = PicnicState.default
    let options: PicnicOptions
    let currentPose: @Sendable () -> MessageTransform?
    var reader = MessageReader()
    var now = 0.0
    var actions: [SessionAction<PicnicState>] = []
    /// The time at which an unconfirmed pose was sent.
    var sentAt: Double?
    /// The questions for the pose that wait for one: their numbers, where they have any, and their times.
    var questions: [(number: Int64?, asked: Double)] = []
    /// The most of them; of more, the oldest are forgotten.
    static let mostQuestions = 64
    var waits = 0
    /// The time of the next try, or of the end of closing.
    private var deadline: Double?
    /// The time until which a socket that was closed after a failure is waited for; nothing is opened before.
    private var socketDeadline: Double?
    /// The name by which the server lets this device come back, where it gave one of its own.
    var key: SessionToken?

    /// - Parameters:
    ///   - options: How the device behaves.
    ///   - currentPose: The device's pose in its own frame; `nil` while it is not tracked.
    public init(
        options: PicnicOptions = PicnicOptions(),
        currentPose: @escaping @Sendable () -> MessageTransform?
    ) {
        (self.options, self.currentPose) = (options, currentPose)
    }

    public mutating func receive(_ event: SessionEvent) -> [SessionAction<PicnicState>] {
        actions = []
        switch event {
        case .start: start()
        case .end: end()
        case .opened: if state.phase == .opening { enter(.pendingToken) }
        case .closed(let code, let reason, _):
            fail(.lost(code: code, reason: reason), isFinal: PicnicOptions.finalCodes.contains(code))
        case .failed(let reason): fail(.network(reason))
        case .received(let bytes): read(bytes)
        case .proximity(let proximity): range(proximity)
        case .advertising(let hasStarted): advertise(hasStarted)
        case .tick(let time): tick(time)
        }
        defer { actions = [] }
        return actions
    }

    /// The text frame of a message of the app.
    public func frame(_ message: ARMessage) throws(SessionFault) -> [UInt8] {
        guard state.isAuthenticated, let token = state.token else { throw .notAuthenticated }
        guard !message.isReserved else { throw .unknownEndpoint(message.endpoint) }
        var message = message
        message.token = token
        do throws(MessageError) { return try message.encoded(extended: message.extended != nil) } catch {
            throw .unreadable(error)
        }
    }

    mutating func enter(_ phase: PicnicState.Phase) {
        guard phase != state.phase else { return }
        state.phase = phase
        actions.append(.state(state))
    }

    private mutating func start() {
        switch state.phase {
        case .closed: open()
        case .failed: socketDeadline == nil ? open() : (deadline = now)
        default: break
        }
    }

    private mutating func open() {
        (sentAt, questions, deadline, socketDeadline) = (nil, [], nil, nil)
        enter(.opening)
        actions.append(.open(token: key ?? state.token))
    }

    private mutating func end() {
        switch state.phase {
        case .closed, .closing: break
        case .failed:
            guard let socketDeadline else { return finish() }
            // It was asked to close already.
            deadline = socketDeadline
            enter(.closing)
        default:
            deadline = now + options.closing
            enter(.closing)
            actions += [.close, .retry(at: now + options.closing)]
        }
    }

    private mutating func finish() {
        (state.token, key, deadline, waits) = (nil, nil, nil, 0)
        (sentAt, questions, socketDeadline) = (nil, [], nil)
        enter(.closed)
    }

    private mutating func fail(_ fault: SessionFault, isFinal: Bool = false) {
        switch state.phase {
        case .closed: break
        case .failed:
            guard socketDeadline != nil else { return }
            socketDeadline = nil
            if let deadline, now >= deadline { open() }
        case .closing: finish()
        default:
            let phase = state.phase
            (sentAt, questions, deadline) = (nil, [], nil)
            enter(.failed(at: phase, fault))
            guard !isFinal else { return }
            let wait = min(options.firstWait * Double(1 << min(waits, 10)), options.longestWait)
            waits += 1
            deadline = now + wait
            actions.append(.retry(at: now + wait))
        }
    }

    private mutating func tick(_ time: Double) {
        guard time.isFinite else { return }
        now = max(now, time)
        if let sent = sentAt, now - sent >= options.confirmation {
            sentAt = nil
            actions.append(.fault(.unconfirmed(seconds: options.confirmation)))
        }
        if !questions.isEmpty { answer() }
        guard let deadline, now >= deadline else { return }
        switch state.phase {
        case .closing: finish()
        case .failed: if socketDeadline.map({ now >= $0 }) ?? true { open() }
        default: self.deadline = nil
        }
    }

    private mutating func advertise(_ hasStarted: Bool) {
        switch (state.phase, hasStarted) {
        case (.pendingAdvertising, true):
            waits = 0
            enter(.authenticatedPrimary)
        case (.pendingAdvertising, false):
            // The socket is closed, since a primary device that nobody finds keeps others out.
            actions.append(.close)
            fail(.notAdvertising)
            socketDeadline = now + options.closing
            actions.append(.retry(at: now + options.closing))
        case (.authenticatedPrimary, false): actions.append(.fault(.notAdvertising))
        default: break
        }
    }

    private mutating func range(_ proximity: Proximity) {
        guard case .pendingPing = state.phase, sentAt == nil, let token = state.token else { return }
        guard proximity == .immediate else { return enter(.pendingPing(proximity)) }
        guard let frame = ping(token) else { return }
        actions.append(.send(frame))
        switch options.mode {
        case .full:
            sentAt = now
            enter(.pendingPing(.immediate))
            actions.append(.retry(at: now + options.confirmation))
        case .compatible:
            waits = 0
            enter(.authenticatedSecondary)
        }
    }
}

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
    package static let finalCodes: Set<UInt16> = [1002, 1003, 1007, 1008, 1009, 1010, 1015]
}

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
    case opened
    /// The socket is closed, with the code and the reason of the closing frame.
    case closed(code: UInt16, reason: String, isClean: Bool)
    /// The socket could not be opened, or broke.
    case failed(String)
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
    case send([UInt8])
    case advertise(Beacon)
    /// Range a beacon, and report its proximity.
    case range(Beacon)
    /// Hand a message to the app.
    case deliver(ARMessage)
    case state(State)
    /// Send a ``SessionEvent/tick(_:)`` at this time.
    case retry(at: Double)
    /// Something was refused; the state is as before.
    case fault(SessionFault)
}
