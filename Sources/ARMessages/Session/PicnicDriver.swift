internal import StrictJSON

/// The handshake of a device: it learns its token, advertises or looks for the beacon of the primary device, and sends its pose at the
/// moment both are held together.
///
/// Messages of reserved endpoints go to the driver in every state, so that an authenticated primary device answers for its pose.
public struct PicnicDriver: SessionDriver, Sendable {
    /// The state of the handshake, from which the app learns whether it may send.
    public private(set) var state = PicnicState.default
    private let options: PicnicOptions
    private let currentPose: @Sendable () -> MessageTransform?
    private var reader = MessageReader()
    private var now = 0.0
    private var actions: [SessionAction<PicnicState>] = []
    /// The time at which an unconfirmed pose was sent.
    private var sentAt: Double?
    /// The secondary device whose question for the pose waits for one.
    private var unanswered: SessionToken?
    private var waits = 0
    /// The time of the next try, or of the end of closing.
    private var deadline: Double?

    /// - Parameters:
    ///   - options: The ways in which the device takes part.
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

    private mutating func enter(_ phase: PicnicState.Phase) {
        guard phase != state.phase else { return }
        state.phase = phase
        actions.append(.state(state))
    }

    private mutating func start() {
        switch state.phase {
        case .closed, .failed: open()
        default: break
        }
    }

    private mutating func open() {
        (sentAt, unanswered, deadline) = (nil, nil, nil)
        enter(.opening)
        actions.append(.open(token: state.token))
    }

    private mutating func end() {
        switch state.phase {
        case .closed, .closing: break
        case .failed: finish()
        default:
            deadline = now + options.closing
            enter(.closing)
            actions += [.close, .retry(at: now + options.closing)]
        }
    }

    private mutating func finish() {
        (state.token, deadline, waits) = (nil, nil, 0)
        (sentAt, unanswered) = (nil, nil)
        enter(.closed)
    }

    private mutating func fail(_ fault: SessionFault, isFinal: Bool = false) {
        switch state.phase {
        case .closed, .failed: break
        case .closing: finish()
        default:
            let phase = state.phase
            (sentAt, unanswered, deadline) = (nil, nil, nil)
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
        if unanswered != nil { answer() }
        guard let deadline, now >= deadline else { return }
        switch state.phase {
        case .closing: finish()
        case .failed: open()
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
        case (.authenticatedPrimary, false): actions.append(.fault(.notAdvertising))
        default: break
        }
    }

    private mutating func range(_ proximity: Proximity) {
        guard case .pendingPing = state.phase, sentAt == nil, let token = state.token else { return }
        guard proximity == .immediate else { return enter(.pendingPing(proximity)) }
        guard let frame = pose(token) else { return }
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

    /// The frame that says the device's pose; `nil`, with a fault, where there is none.
    private mutating func pose(_ token: SessionToken) -> [UInt8]? {
        guard var pose = currentPose(), pose.isFinite else {
            actions.append(.fault(.noPose))
            return nil
        }
        if options.mode == .compatible { pose = .offset(pose.position) }
        let message = ARMessage(
            token: token, endpoint: ReservedEndpoint.transform.rawValue, transform: pose)
        return try? message.encoded()
    }

    private mutating func read(_ bytes: [UInt8]) {
        switch state.phase {
        case .closed, .opening, .closing, .failed: return
        default: break
        }
        do throws(MessageError) {
            for message in try reader.messages(in: bytes) { take(message) }
        } catch {
            actions.append(.fault(.unreadable(error)))
        }
    }

    private mutating func take(_ message: ARMessage) {
        guard message.isReserved else {
            return actions.append(state.isAuthenticated ? .deliver(message) : .fault(.notAuthenticated))
        }
        switch ReservedEndpoint(rawValue: message.endpoint) {
        case .beacon: take(beacon: message)
        case .transform: take(transform: message)
        case .error: take(error: message)
        case nil: actions.append(.fault(.unknownEndpoint(message.endpoint)))
        }
    }

    private mutating func take(beacon message: ARMessage) {
        guard state.phase == .pendingToken || message.token == state.token else {
            return actions.append(.fault(.foreignToken(message.token)))
        }
        guard let beacon = Beacon(message) else { return actions.append(.fault(.badBeacon)) }
        state.token = message.token
        let isPrimary = beacon.uuid == message.token
        switch state.phase {
        case .authenticatedPrimary, .authenticatedSecondary:
            // The server keeps the frame, whoever is the primary device.
            enter(isPrimary ? .authenticatedPrimary : .authenticatedSecondary)
        default:
            sentAt = nil
            enter(isPrimary ? .pendingAdvertising : .pendingPing(.unknown))
        }
        actions.append(isPrimary ? .advertise(beacon) : .range(beacon))
    }

    private mutating func take(transform message: ARMessage) {
        guard message.transform == nil else {
            return actions.append(.fault(.unknownEndpoint(message.endpoint)))
        }
        switch state.phase {
        case .pendingAdvertising, .authenticatedPrimary:
            guard message.token != state.token else { return }
            unanswered = message.token
            answer()
        case .pendingPing:
            guard message.token == state.token else {
                return actions.append(.fault(.foreignToken(message.token)))
            }
            (sentAt, waits) = (nil, 0)
            enter(.authenticatedSecondary)
        default: break
        }
    }

    /// Answers the question for the pose, or asks for a tick to try again.
    private mutating func answer() {
        guard state.isPrimary, let token = state.token else { return unanswered = nil }
        if let frame = pose(token) {
            unanswered = nil
            actions.append(.send(frame))
        } else {
            actions.append(.retry(at: now + options.firstWait))
        }
    }

    private mutating func take(error message: ARMessage) {
        let params = message.params
        let endpoint = params?["for"]?.string ?? ""
        if endpoint == ReservedEndpoint.transform.rawValue { sentAt = nil }
        actions.append(
            .fault(
                .refused(
                    code: params?["code"]?.string ?? "", message: params?["message"]?.string ?? "",
                    endpoint: endpoint)))
    }
}
