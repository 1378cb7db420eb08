public import ARMessages
internal import Foundation
public import MarkersEndpoint
@_exported public import MessageSockets
public import QuadGeometry
internal import WebSocket

/// A device's session with a room: a driver on a socket, with the time and the reports of proximity.
///
/// ```swift
/// let session = MessageSession(
///     driver: PicnicDriver { pose.value }, socket: CurlMessageSocket(room))
/// session.on("draw", of: Stroke.self) { stroke in
///     print(stroke.object.color, stroke.transform?.position ?? .zero)
/// }
/// session.start()
/// ```
///
/// A connection that is lost is opened again, and resumed by its token. Calls return at once and may be made from any thread. Handlers
/// are called one after the other. It ends with ``end()``, or when nobody refers to it any more.
public final class MessageSession<Driver: SessionDriver & Sendable>: @unchecked Sendable {
    /// A handler of an endpoint's messages.
    public typealias Handler = @Sendable (Received) -> Void

    let lock = NSLock()
    var driver: Driver
    let socket: any MessageSocket
    let proximity: any ProximitySource
    let outlets = SessionOutlets<Driver.State>()
    private let secret: Secret?
    private let clock: SessionClock
    private var readers: [Task<Void, Never>] = []
    private var timer: Task<Void, Never>?
    /// The times of the driver's clock at which it wants to know the time.
    private var dues: [Double] = []

    /// Does not connect yet.
    ///
    /// - Parameters:
    ///   - driver: The protocol; its code must not call the session.
    ///   - socket: The connection; nobody else may read its events.
    ///   - proximity: Tells that devices are held together; nobody else may read its reports.
    ///   - secret: The password of the room, sent as HTTP Basic.
    ///   - clock: The time.
    public init(
        driver: Driver, socket: any MessageSocket, proximity: any ProximitySource = ManualProximity(),
        secret: Secret? = nil, clock: some Clock<Duration> = ContinuousClock()
    ) {
        (self.driver, self.socket, self.proximity) = (driver, socket, proximity)
        (self.secret, self.clock) = (secret, SessionClock(clock))
    }

    deinit {
        for reader in readers { reader.cancel() }
        timer?.cancel()
        socket.abandon()
        proximity.stop()
        outlets.finish()
    }

    /// Connects, and begins the handshake.
    public func start() {
        lock.withLock {
            if readers.isEmpty { read() }
            take(.start)
        }
    }

    /// Says goodbye; a session that has ended may be started again, as a new one.
    public func end() { lock.withLock { _ = take(.end) } }

    /// The present state.
    public var state: Driver.State { lock.withLock { driver.state } }

    /// Sends a message of the app; refused with `NOT_AUTHENTICATED` before the handshake has ended.
    ///
    /// Throws a `SessionFault`, or the `EncodingError` of the object.
    public func send<Object>(_ message: Message<Object>, to endpoint: Endpoint) throws {
        try send(
            ARMessage(
                token: SessionToken(high: 0, low: 0), endpoint: endpoint, transform: message.transform,
                object: message.object))
    }

    /// Sends a message of the app, with the session's own token in place of the message's.
    public func send(_ message: ARMessage) throws(SessionFault) {
        lock.lock()
        defer { lock.unlock() }
        let frame = try driver.frame(message)
        guard socket.send(frame) else { throw .network("the socket is not open, or too much waits for it") }
    }

    /// Reads the events of the socket and the reports of proximity, as long as the session is there.
    private func read() {
        readers = [
            Task { [weak self, events = socket.events] in
                for await event in events {
                    guard let self else { return }
                    deliver(lock.withLock { take(SessionEvent(event)) })
                }
            },
            Task { [weak self, reports = proximity.reports] in
                for await report in reports {
                    guard let self else { return }
                    deliver(lock.withLock { take(SessionEvent(report)) })
                }
            },
        ]
    }

    /// Has the driver take an event, does what it wants, and returns what handlers are to be called with.
    @discardableResult
    private func take(_ event: SessionEvent) -> [Received] {
        var received: [Received] = []
        switch event {
        case .closed, .failed: proximity.stop()
        default: break
        }
        // The driver has no clock, and counts from the last time that it was told.
        for event in [.tick(clock.seconds), event] {
            for action in driver.receive(event) { carryOut(action, &received) }
        }
        return received
    }

    private func carryOut(_ action: SessionAction<Driver.State>, _ received: inout [Received]) {
        switch action {
        case .open(let token): socket.open(headers: headers(resuming: token))
        case .close:
            proximity.stop()
            socket.close()
        case .send(let frame): socket.send(frame)
        case .advertise(let beacon): proximity.advertise(beacon)
        case .range(let beacon): proximity.range(beacon)
        case .deliver(let message):
            let message = Received(message)
            received.append(message)
            outlets.give(message)
        case .state(let state): outlets.give(state)
        case .retry(let time): wake(at: time)
        case .fault(let fault): outlets.give(fault)
        }
    }

    /// HTTP Basic: the session to resume as the name, the room's secret as the password.
    private func headers(resuming token: SessionToken?) -> [OpeningField] {
        guard token != nil || secret != nil else { return [] }
        let text = Array("\(token.map { "\($0)" } ?? ""):".utf8) + (secret?.bytes ?? [])
        return [OpeningField("Authorization", "Basic \(Data(text).base64EncodedString())")]
    }

    private func wake(at time: Double) {
        guard time.isFinite else { return }
        dues.append(time)
        if time <= dues.min() ?? time { setTimer() }
    }

    /// Sets the timer to the next time that the driver wants to know.
    private func setTimer() {
        timer?.cancel()
        guard let next = dues.min() else { return }
        timer = Task { [weak self, clock] in
            await clock.sleep(until: next)
            guard !Task.isCancelled, let self else { return }
            deliver(lock.withLock { passTime(to: next) })
        }
    }

    private func passTime(to time: Double) -> [Received] {
        dues.removeAll { $0 <= time }
        var received: [Received] = []
        for action in driver.receive(.tick(max(time, clock.seconds))) { carryOut(action, &received) }
        setTimer()
        return received
    }

    /// Calls the handlers, which may call the session.
    private func deliver(_ received: [Received]) {
        for message in received { outlets.handle(message) }
    }
}

/// A session by the Picnic handshake.
public typealias PicnicSession = MessageSession<PicnicDriver>

extension MessageSession {
    /// The messages from now on, each in the frame of this device, and the frames that could not be read.
    ///
    /// An app that does not read loses messages after the first 4096; a `SessionFault` says so.
    public func messages() -> AsyncStream<Result<Received, MessageError>> { outlets.messageStream() }

    /// The refusals and troubles from now on, which leave the session in its state.
    public func faults() -> AsyncStream<SessionFault> { outlets.faultStream() }

    /// The present state, and every change of it from now on.
    public func states() -> AsyncStream<Driver.State> {
        lock.withLock { outlets.stateStream(from: driver.state) }
    }

    /// Waits for a state; `nil` if the task is cancelled, or the session ends before.
    public func state(where isWanted: @Sendable (Driver.State) -> Bool) async -> Driver.State? {
        for await state in states() where isWanted(state) { return state }
        return nil
    }

    /// Calls a handler with every message of an endpoint, in place of an earlier handler; `nil` takes it away.
    public func on(_ endpoint: Endpoint, _ handler: Handler?) { outlets.handle(endpoint, handler) }

    /// Calls a handler with every message of an endpoint whose content is of a type; others go to ``messages()`` alone.
    public func on<Object>(
        _ endpoint: Endpoint, of type: Object.Type, _ handler: @escaping @Sendable (Message<Object>) -> Void
    ) {
        outlets.handle(endpoint) { received in
            if let message = try? received.message(of: type) { handler(message) }
        }
    }
}

/// A clock as drivers count time: in seconds since the session was made.
struct SessionClock: Sendable {
    private let now: @Sendable () -> Double
    private let wait: @Sendable (Double) async -> Void

    init<Base: Clock>(_ clock: Base) where Base.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) / .seconds(1) }
        wait = { seconds in
            try? await clock.sleep(until: start.advanced(by: .seconds(seconds)), tolerance: nil)
        }
    }

    var seconds: Double { now() }

    /// Returns at a time, or when the task is cancelled.
    func sleep(until seconds: Double) async { await wait(seconds) }
}

/// The address of a room.
public typealias RoomAddress = SocketAddress

/// The pose of this device in its own frame, set by what tracks it and read by the handshake.
///
///     let pose = CurrentPose()
///     func session(_ session: ARSession, didUpdate frame: ARFrame) { pose.set(columns: frame.camera.transform.columns) }
///
/// It may be set and read from any thread.
public final class CurrentPose: @unchecked Sendable {
    private let lock = NSLock()
    private var transform: MessageTransform?

    /// A pose that is not known yet.
    public init() {}

    /// Sets the pose; `nil` while the device is not tracked.
    public func set(_ transform: MessageTransform?) { lock.withLock { self.transform = transform } }

    /// Sets the pose as a rigid transform.
    public func set(_ pose: RigidTransform) { set(MessageTransform(pose)) }

    /// Sets the pose as the columns of a 4x4 matrix of ARKit; not tracked where they are none of a pose.
    public func set(
        columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    ) {
        func three(_ column: SIMD4<Float>) -> SIMD3<Double> {
            SIMD3(Double(column.x), Double(column.y), Double(column.z))
        }
        let matrix = AffineMatrix(
            three(columns.0), three(columns.1), three(columns.2), translation: three(columns.3))
        set(matrix.map(MessageTransform.matrix))
    }

    /// The pose that was set last.
    public var value: MessageTransform? { lock.withLock { transform } }
}
