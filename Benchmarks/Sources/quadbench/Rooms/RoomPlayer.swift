import ARMessages
import ARMessagesClient
import Foundation
import MarkersClient
import QuadGeometry
import Synchronization

/// A scripted device of a room, whose frame in the room is known, and what it saw.
final class RoomPlayer: Sendable {
    struct Stroke: Codable, Sendable { var number: Int }

    let session: PicnicSession
    private let roomFromDevice: RigidTransform
    private let pose = CurrentPose()
    private let proximity = ManualProximity()
    private let state = Mutex(State())

    private struct State {
        /// The columns of each stroke that was seen, in the frame of the device, by its number.
        var seen: [Int: [[Double]]] = [:]
        var interruptions = 0
        var tokens: Set<SessionToken> = []
    }

    init(
        _ room: String, roomFromDevice: RigidTransform, mode: PicnicOptions.Mode, secret: String? = nil,
        authorities: String? = nil
    ) throws {
        self.roomFromDevice = roomFromDevice
        var options = TransportOptions()
        options.authorities = authorities
        let pose = pose
        session = MessageSession(
            driver: PicnicDriver(options: PicnicOptions(mode: mode)) { pose.value },
            socket: CurlMessageSocket(try RoomAddress(room), options: options), proximity: proximity,
            secret: try secret.map { try Secret($0) })
        session.on("draw") { [self] in see($0) }
        Task { [weak self, states = session.states()] in
            for await state in states { self?.note(state) }
        }
    }

    private func see(_ received: Received) {
        guard received.sender != session.state.token,
            let stroke = try? received.message(of: Stroke.self).object
        else { return }
        let columns: [Double] =
            switch received.transform {
            case .matrix(let matrix):
                [matrix.x, matrix.y, matrix.z, matrix.translation].flatMap { [$0.x, $0.y, $0.z] }
            case .offset(let point): [point.x, point.y, point.z]
            case nil: []
            }
        state.withLock { $0.seen[stroke.number, default: []].append(columns) }
    }

    private func note(_ present: PicnicState) {
        state.withLock { state in
            if case .failed = present.phase { state.interruptions += 1 }
            if let token = present.token { state.tokens.insert(token) }
        }
    }

    var seen: [Int: [[Double]]] { state.withLock { $0.seen } }
    /// The number of times that the session said that its connection was lost.
    var interruptions: Int { state.withLock { $0.interruptions } }
    /// The number of sessions that it had: one where every connection was resumed.
    var sessions: Int { state.withLock { $0.tokens.count } }

    /// Whether it waits for being held to the primary device.
    var waitsForPing: Bool { if case .pendingPing = session.state.phase { true } else { false } }

    /// Holds the device at a place of the room.
    func hold(at roomFromPlace: RigidTransform) { pose.set(roomFromDevice.inverted() * roomFromPlace) }

    /// Says that it is held to the primary device.
    func ping() { proximity.report(.immediate) }

    /// Draws a stroke at a place of the room; throws where the session refuses it.
    func draw(_ number: Int, at roomFromPlace: RigidTransform, asOffset: Bool) throws {
        let own = roomFromDevice.inverted() * roomFromPlace
        let transform: MessageTransform = asOffset ? .offset(own.translation) : MessageTransform(own)
        try session.send(Message(transform: transform, object: Stroke(number: number)), to: "draw")
    }

    /// The metres by which the columns of a stroke are off the place where it was drawn.
    func error(_ columns: [Double], at roomFromPlace: RigidTransform) -> Double {
        let right = roomFromDevice.inverted() * roomFromPlace
        let turn = right.rotation
        var expected = [right.translation]
        if columns.count == 12 { expected = [turn.x, turn.y, turn.z] + expected }
        let numbers = expected.flatMap { [$0.x, $0.y, $0.z] }
        guard numbers.count == columns.count else { return .infinity }
        return zip(numbers, columns).map { ($0 - $1).magnitude }.max() ?? .infinity
    }
}

/// Waits for something that another thread does, for so many seconds at most.
func waited(_ seconds: Double, _ isDone: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isDone() {
        guard ContinuousClock.now < end else { return false }
        usleep(2000)
    }
    return true
}
