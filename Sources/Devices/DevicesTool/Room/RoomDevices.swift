import ARMessages
import ARMessagesClient
import FrameReports
import MarkersEndpoint
import Synchronization
import ToolTerminal

/// Scripted devices that play a ``RoomScript`` through real sockets: they join a relay, are held together, and see a stroke.
final class RoomDevices: Sendable {
    private let script: RoomScript
    private let mode: RelayOptions.Mode
    private let devices: [Device]

    fileprivate struct Device: Sendable {
        let session: PicnicSession
        let pose = CurrentPose()
        let proximity = ManualProximity()
        /// The strokes, and the messages to itself by which it learns that its frame is known.
        let strokes: AsyncStream<Received>
        let echoes: AsyncStream<Received>
    }

    /// Seconds that the handshake of a device, or a stroke, may take.
    private static let patience = 20
    /// The time after which a device asks again whether its frame is known.
    private static let pause = Duration.milliseconds(20)
    private static let probe = "ready"

    init(_ script: RoomScript, count: Int, port: UInt16, mode: RelayOptions.Mode) throws(Failure) {
        let room: RoomAddress
        do throws(OriginError) { room = try RoomAddress("ws://127.0.0.1:\(port)/ws") } catch {
            throw .badValue(option: "--port", value: "\(port)", BadValue(expected: error.expected))
        }
        (self.script, self.mode) = (script, mode)
        devices = (0..<count).map { _ in Device(room, mode) }
    }

    func play() throws(Failure) -> RoomReport.Play {
        defer { for device in devices { device.session.end() } }
        let (script, devices, mode) = (script, devices, mode)
        let seen = try waiting { () async throws(Failure) in
            for place in devices.indices {
                devices[place].session.start()
                try await RoomDevices.join(place, devices, script, mode)
            }
            do { try devices[script.writer].session.send(try script.message(by: mode)) } catch {
                throw .room(device: script.writer + 1, error as? SessionFault ?? .notAuthenticated)
            }
            var seen: [Int: Received] = [:]
            for place in devices.indices where place != script.writer || mode != .rigid {
                seen[place] = try await RoomDevices.within(place) {
                    for await stroke in devices[place].strokes { return stroke }
                    return nil
                }
            }
            return seen
        }
        return RoomReport.Play(
            mode: mode.rawValue,
            sights: devices.indices.compactMap { place in
                seen[place].map { script.sight(of: place, $0.message) } ?? script.ownSight
            })
    }

    /// Waits until a device has a frame; all but the first are held to the first one for that.
    private static func join(
        _ place: Int, _ devices: [Device], _ script: RoomScript, _ mode: RelayOptions.Mode
    ) async throws(Failure) {
        let device = devices[place]
        if place > 0 {
            for other in [0, place] {
                devices[other].pose.set(script.pose(of: other, meeting: place))
            }
            _ = try await state(of: device, place) { if case .pendingPing = $0.phase { true } else { false } }
            device.proximity.report(.immediate)
        }
        _ = try await state(of: device, place) { $0.isAuthenticated }
        guard place > 0, mode != .rigid else { return }
        // The documented server confirms nothing: what comes back was carried.
        let asking = Task {
            while !Task.isCancelled {
                try? device.session.send(
                    ARMessage(token: SessionToken(high: 0, low: 0), endpoint: probe))
                try? await Task.sleep(for: pause)
            }
        }
        defer { asking.cancel() }
        let own = device.session.state.token
        _ = try await within(place) {
            for await echo in device.echoes where echo.sender == own { return echo }
            return nil
        }
    }

    /// Waits for a state, or for a failure after which nothing is tried again.
    private static func state(
        of device: Device, _ place: Int, _ isWanted: @escaping @Sendable (PicnicState) -> Bool
    ) async throws(Failure) -> PicnicState {
        let last = Mutex<SessionFault?>(nil)
        let state = try? await within(place) {
            await device.session.state { state in
                guard case .failed(_, let fault) = state.phase else { return isWanted(state) }
                last.withLock { $0 = fault }
                guard case .lost(let code, _) = fault else { return false }
                return PicnicOptions.finalCodes.contains(code)
            }
        }
        if let state, isWanted(state) { return state }
        throw .room(
            device: place + 1, last.withLock { $0 } ?? .unconfirmed(seconds: Double(patience)))
    }

    /// Waits for something of a device, but not for ever.
    private static func within<Value: Sendable>(
        _ place: Int, _ work: @escaping @Sendable () async -> Value?
    ) async throws(Failure) -> Value {
        let value = await withTaskGroup(of: Value?.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await Task.sleep(for: .seconds(patience))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let value else { throw .room(device: place + 1, .unconfirmed(seconds: Double(patience))) }
        return value
    }
}

extension RoomDevices.Device {
    init(_ room: RoomAddress, _ mode: RelayOptions.Mode) {
        let pose = self.pose
        session = MessageSession(
            driver: PicnicDriver(options: PicnicOptions(mode: mode == .rigid ? .full : .compatible)) {
                pose.value
            },
            socket: CurlMessageSocket(room), proximity: proximity)
        let (strokes, stroke) = AsyncStream<Received>.makeStream()
        let (echoes, echo) = AsyncStream<Received>.makeStream()
        (self.strokes, self.echoes) = (strokes, echoes)
        session.on(RoomScript.endpoint) { stroke.yield($0) }
        session.on("ready") { echo.yield($0) }
    }
}
