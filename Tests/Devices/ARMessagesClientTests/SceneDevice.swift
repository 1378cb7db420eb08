import ARMessages
import ARMessagesClient
import MarkersClient
import QuadGeometry
import RelayServer
import TestSupport
import WebSocket

/// A device of a made-up room whose frame in the world is known.
///
/// Places are computed here and not in tests, whose asynchronous functions should keep no vectors while they wait.
final class SceneDevice: Sendable {
    struct Stroke: Codable, Equatable {
        var color: String
        var points: [Double]
    }

    let session: PicnicSession
    let socket: CuttableSocket
    private let proximity = ManualProximity()
    private let pose: CurrentPose
    private let worldFromDevice: RigidTransform
    private let strokes: AsyncStream<Received>

    /// Metres by which a place may be off: six products of doubles of a few metres.
    static let bound = 1e-12

    init(
        port: UInt16, _ random: inout SeededGenerator, mode: PicnicOptions.Mode = .full,
        secret: String? = nil
    ) throws {
        worldFromDevice = RigidStrategy.random.transform(using: &random)
        socket = CuttableSocket(CurlMessageSocket(try RoomAddress("ws://127.0.0.1:\(port)/ws")))
        let pose = CurrentPose()
        self.pose = pose
        session = MessageSession(
            driver: PicnicDriver(options: PicnicOptions(mode: mode)) { pose.value }, socket: socket,
            proximity: proximity, secret: try secret.map { try Secret($0) })
        let (strokes, outlet) = AsyncStream<Received>.makeStream()
        self.strokes = strokes
        session.on("draw") { outlet.yield($0) }
    }

    /// Waits until the session has ended its handshake.
    func isReady() async -> Bool { await session.state { $0.isAuthenticated } != nil }

    /// Holds this device to the primary one at a place of the world.
    func meet(_ primary: SceneDevice, at world: Place) async -> Bool {
        hold(at: world)
        primary.hold(at: world)
        session.start()
        _ = await session.state { if case .pendingPing = $0.phase { true } else { false } }
        proximity.report(.immediate)
        return await isReady()
    }

    private func hold(at world: Place) { pose.set(worldFromDevice.inverted() * world.transform) }

    /// Draws a stroke at a place of the world.
    func draw(_ stroke: Stroke, at world: Place) throws {
        let own = MessageTransform(worldFromDevice.inverted() * world.transform)
        try session.send(Message(transform: own, object: stroke), to: "draw")
    }

    /// The next stroke that comes.
    func nextStroke() async -> Received? {
        for await stroke in strokes { return stroke }
        return nil
    }

    /// The metres by which a stroke is off the place of the world where it was drawn.
    func error(of stroke: Received, at world: Place) -> Double {
        guard case .matrix(let matrix)? = stroke.transform else { return .infinity }
        let right = worldFromDevice.inverted() * world.transform
        let (own, expected) = (matrix.columns, right.columns)
        return [
            own.0 - expected.0, own.1 - expected.1, own.2 - expected.2, own.3 - expected.3,
        ].map { max($0.max(), -$0.min()) }.max() ?? .infinity
    }
}

/// A place of the made-up world, behind a reference.
final class Place: Sendable {
    let transform: RigidTransform

    init(_ random: inout SeededGenerator) { transform = RigidStrategy.random.transform(using: &random) }
}

/// A socket that a test can cut: its session learns that the connection was lost, and the server loses it, too.
final class CuttableSocket: MessageSocket {
    private let base: CurlMessageSocket
    let events: AsyncStream<MessageSocketEvent>
    private let outlet: AsyncStream<MessageSocketEvent>.Continuation

    init(_ base: CurlMessageSocket) {
        self.base = base
        let (events, outlet) = AsyncStream<MessageSocketEvent>.makeStream()
        (self.events, self.outlet) = (events, outlet)
        Task { [base] in for await event in base.events { outlet.yield(event) } }
    }

    func open(headers: [OpeningField]) { base.open(headers: headers) }
    func send(_ text: [UInt8]) -> Bool { base.send(text) }
    func close(_ code: CloseCode, reason: String) { base.close(code, reason: reason) }
    func abandon() { base.abandon() }

    func cut() {
        base.abandon()
        outlet.yield(.failed(.cut))
    }
}
