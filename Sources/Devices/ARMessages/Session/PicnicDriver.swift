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
