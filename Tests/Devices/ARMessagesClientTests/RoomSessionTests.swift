#if os(Linux)
import ARMessages
import ARMessagesClient
import RelayServer
import StrictJSON
import TestSupport
import Testing

@Suite("Sessions in a room")
struct RoomSessionTests {
    private static let stroke = SceneDevice.Stroke(color: "ä\"\\", points: [0.1, 1e-300, 3])

    /// Lets every device but the first be held to that one, which joins before the others do.
    private static func join(_ devices: [SceneDevice], _ random: inout SeededGenerator) async -> Bool {
        devices[0].session.start()
        guard await devices[0].isReady() else { return false }
        for device in devices.dropFirst() {
            guard await device.meet(devices[0], at: Place(&random)) else { return false }
        }
        return true
    }

    /// Whether every other device sees a stroke of one where it was drawn.
    private static func seen(
        by devices: [SceneDevice], of writer: SceneDevice, _ random: inout SeededGenerator
    ) async throws -> Bool {
        let place = Place(&random)
        try writer.draw(stroke, at: place)
        for device in devices where device !== writer {
            guard let seen = await device.nextStroke() else { return false }
            let error = device.error(of: seen, at: place)
            guard error <= SceneDevice.bound, try seen.message(of: SceneDevice.Stroke.self).object == stroke
            else {
                Issue.record(
                    "\(error) m off: \(String(decoding: seen.message.params?.text ?? [], as: UTF8.self))")
                return false
            }
        }
        return true
    }

    @Test("three devices see every stroke where it is", arguments: Seeds.few)
    func strokes(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let server = try RelayServer(port: 0)
        defer { server.stop() }
        let devices = try (0..<3).map { _ in try SceneDevice(port: server.port, &random) }
        #expect(await Self.join(devices, &random))
        for writer in devices { #expect(try await Self.seen(by: devices, of: writer, &random)) }
        for device in devices {
            device.session.end()
            #expect(await device.session.state { $0.phase == .closed } != nil)
        }
    }

    @Test("a message before the end of the handshake, or to a reserved endpoint, is refused")
    func early() async throws {
        var random = SeededGenerator(seed: 1)
        let server = try RelayServer(port: 0)
        defer { server.stop() }
        let first = try SceneDevice(port: server.port, &random)
        first.session.start()
        #expect(await first.isReady())
        let second = try SceneDevice(port: server.port, &random)
        second.session.start()
        let message = Message(object: Self.stroke)
        #expect(throws: SessionFault.notAuthenticated) { try second.session.send(message, to: "draw") }
        _ = await second.session.state { if case .pendingPing = $0.phase { true } else { false } }
        #expect(throws: SessionFault.notAuthenticated) { try second.session.send(message, to: "draw") }
        #expect(throws: SessionFault.unknownEndpoint("carrot_draw")) {
            try first.session.send(message, to: "carrot_draw")
        }
        #expect(throws: EncodingError.self) {
            try first.session.send(Message(object: [Double.nan]), to: "draw")
        }
    }

    @Test("a device that was cut off comes back by itself, with its frame")
    func resume() async throws {
        var random = SeededGenerator(seed: 2)
        let server = try RelayServer(port: 0)
        defer { server.stop() }
        let devices = try (0..<2).map { _ in try SceneDevice(port: server.port, &random) }
        #expect(await Self.join(devices, &random))
        let token = devices[1].session.state.token
        devices[1].socket.cut()
        let lost = await devices[1].session.state { if case .failed = $0.phase { true } else { false } }
        #expect(
            lost?.phase
                == .failed(
                    at: .authenticatedSecondary, .network("CUT: the connection ended without a closing frame")
                ))
        // Nothing is held together again.
        #expect(await devices[1].isReady())
        #expect(devices[1].session.state.token == token)
        #expect(try await Self.seen(by: devices, of: devices[1], &random))
        #expect(try await Self.seen(by: devices, of: devices[0], &random))
    }

    @Test("a room that opens later is joined by itself, and one that stops is waited for")
    func later() async throws {
        var random = SeededGenerator(seed: 3)
        let before = try RelayServer(port: 0)
        let port = before.port
        let device = try SceneDevice(port: port, &random)
        device.session.start()
        #expect(await device.isReady())
        before.stop()
        let lost = await device.session.state { if case .failed = $0.phase { true } else { false } }
        #expect(
            lost?.phase == .failed(at: .authenticatedPrimary, .lost(code: 1001, reason: "the relay stops")))
        let after = try RelayServer(port: port)
        defer { after.stop() }
        #expect(await device.isReady())
    }

    @Test("the secret of a room is its password, and a wrong one is not tried again")
    func secret() async throws {
        var random = SeededGenerator(seed: 4)
        let server = try RelayServer(port: 0, access: RelayAccess(secret: Array("hunter2".utf8)))
        defer { server.stop() }
        let right = try SceneDevice(port: server.port, &random, secret: "hunter2")
        right.session.start()
        #expect(await right.isReady())
        for wrong in ["hunter", nil] {
            let device = try SceneDevice(port: server.port, &random, secret: wrong)
            device.session.start()
            let state = await device.session.state { if case .failed = $0.phase { true } else { false } }
            guard case .failed(at: .opening, .lost(code: 1008, let reason))? = state?.phase else {
                Issue.record("\(String(describing: state))")
                continue
            }
            #expect(reason.hasPrefix("STATUS: the server answered with status 401"))
        }
    }
}
#endif
