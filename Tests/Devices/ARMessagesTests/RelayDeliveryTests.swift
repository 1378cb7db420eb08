import ARMessages
import QuadGeometry
import StrictJSON
import TestSupport
import Testing

@Suite("What a relay delivers, and to whom")
struct RelayDeliveryTests {
    private static let primary = SampleMessage.yaw(-20, SIMD3(1.1, 1.5, 2))
    private static let secondary = SampleMessage.yaw(35, SIMD3(0.3, 1.4, -0.2))
    private static let third = SampleMessage.yaw(110, SIMD3(-2, 1.2, 0.7))

    @Test("a slow client is closed with 1013, by messages and by bytes, once it takes no more")
    func slow() throws {
        for (messages, bytes) in [(4, 1 << 20), (1024, 400)] {
            var scene = try RelayScene.room(Self.primary, [Self.secondary]) {
                ($0.mostWaiting, $0.mostWaitingBytes) = (messages, bytes)
            }
            for _ in 0..<5 { try scene.send(0, "draw", .offset(.zero)) }
            #expect(scene.relay.takeClosings().isEmpty && scene.relay.isWaiting(1))
            #expect(scene.frames(1).count == 5)
            scene.relay.closeIfSlow(1)
            #expect(scene.relay.takeClosings().isEmpty && !scene.relay.isWaiting(1))
            for _ in 0..<5 { try scene.send(0, "draw", .offset(.zero)) }
            scene.relay.closeIfSlow(1)
            let all = scene.relay.takeClosings()
            #expect(all.count == 1 && all.first.map(\.code) == 1013 && all.first?.client == 1)
            // Nothing more waits for it, until it has come back.
            try scene.send(0, "draw", .offset(.zero))
            #expect(scene.frames(1).isEmpty && scene.relay.takeClosings().isEmpty)
            scene.leave(1)
            try scene.join(1, resuming: RelayScene.token(1))
            #expect(try scene.received(1).count == 2)
            #expect(scene.codes().contains("TOO_SLOW"))
        }
    }

    @Test("what is behind a message that closed its sender is not read")
    func closedInside() throws {
        var scene = try RelayScene.room(Self.primary, [Self.secondary]) { $0.mostWaitingBytes = 100 }
        let token = RelayScene.token(1), other = RelayScene.token(0)
        func message(_ token: SessionToken) -> String {
            #"{"session_token":"\#(token)","endpoint":"draw","payload":{}}"#
        }
        // Each of another's token is answered, until that is more than any reader leaves.
        let frame = ([String](repeating: message(other), count: 20) + [message(token)]).joined(
            separator: "\n")
        scene.relay.receive(Array(frame.utf8), from: 1, at: scene.time)
        #expect(scene.relay.takeClosings().map(\.client) == [1])
        #expect(scene.frames(0).isEmpty)
        scene.relay.receive(Array(message(token).utf8), from: 1, at: scene.time)
        #expect(scene.frames(0).isEmpty)
    }

    @Test("a message that one form of goes beyond all numbers reaches nobody")
    func outOfRange() throws {
        let far = SampleMessage.yaw(0, SIMD3(0, 0, 90_000))
        var scene = try RelayScene.room(.identity, [.identity, far])
        let largest = SIMD3(0, 0, Double.greatestFiniteMagnitude)
        let turned = SampleMessage.yaw(45, .zero)
        try scene.join(3)
        try scene.pose(3, turned)
        try scene.pose(0, .identity)
        for client in 0..<4 { _ = scene.frames(client) }
        // To device 1 the message goes as it is; turned by 45° a coordinate of the next is more than a Double holds.
        try scene.send(0, "draw", .offset(SIMD3(largest.z, 0, largest.z)))
        #expect(try scene.refusals(0) == ["OUT_OF_RANGE"])
        for client in 1..<4 { #expect(scene.frames(client).isEmpty, "\(client)") }
    }

    @Test("the host takes as much as it can write")
    func taking() throws {
        var scene = try RelayScene.room(Self.primary, [Self.secondary])
        for n in 0..<100 { try scene.send(0, "draw", params: ["n": .integer(Int64(n))]) }
        #expect(scene.relay.waitingClients == [1])
        var numbers: [Int64] = []
        var reader = MessageReader()
        while true {
            var frames: [[UInt8]] = []
            guard scene.relay.take(for: 1, atMost: 300, { frames.append(Array($0)) }) > 0 else { break }
            #expect(frames.dropLast().reduce(0) { $0 + $1.count } < 300)
            for frame in frames { numbers.append(try reader.message(frame).params?["n"]?.integer ?? -1) }
        }
        #expect(numbers == Array(0..<100))
    }

    @Test("handlers change the content, choose who gets it, and answer")
    func handlers() throws {
        var scene = try RelayScene.room(Self.primary, [Self.secondary, Self.third])
        scene.relay.handle("count") { message, room in
            let to = room.devices.first { $0.isPrimary }.map { Set([$0.token]) }
            return RelayVerdict(
                params: ["seen": .integer(Int64(room.devices.count))], recipients: to, answer: ["ok": true])
        }
        try scene.send(1, "count", .offset(.zero), params: ["a": 1])
        try scene.send(1, "count", .offset(.zero))
        #expect(try scene.received(1).map { $0.params?["ok"]?.bool } == [true, true])
        let seen = try scene.received(0)
        #expect(
            seen.count == 2 && seen.allSatisfy { $0.params?["seen"]?.integer == 3 && $0.transform != nil })
        #expect(scene.frames(2).isEmpty)
    }

    @Test("a handler that gives content keeps every other byte of the message, and of its frame nothing else")
    func content() throws {
        var scene = try RelayScene.room(Self.primary, [Self.primary])
        scene.relay.handle("say") { _, _ in RelayVerdict(params: ["n": 1]) }
        let head = #"{"extra": [1, 2] ,"session_token":"\#(RelayScene.token(1))","endpoint":"say""#
        for (tail, expected) in [
            ("}", #","payload":{"params":{"n":1}}}"#),
            (#","payload": null }"#, #","payload": {"params":{"n":1}} }"#),
            (#","payload":{ } }"#, #","payload":{"params":{"n":1} } }"#),
            (#","payload":{"more":7}}"#, #","payload":{"params":{"n":1},"more":7}}"#),
            (#","payload":{"params": null,"more":7}}"#, #","payload":{"params": {"n":1},"more":7}}"#),
            (#","payload":{"more":7,"params":[0]}}"#, #","payload":{"more":7,"params":{"n":1}}}"#),
        ] {
            let other = "{\"session_token\":\"\(RelayScene.token(1))\",\"endpoint\":\"x\"}"
            scene.relay.receive(Array("\(other)\n\(head)\(tail)\n\(other)".utf8), from: 1, at: scene.time)
            #expect(scene.frames(0) == [other, head + expected, other])
        }
    }

    @Test("more clients than the limit are refused")
    func full() throws {
        var scene = RelayScene { $0.mostClients = 2 }
        try scene.join(0)
        try scene.join(1)
        #expect(throws: RelayFault.tooManyClients(limit: 2)) { try scene.join(2) }
        scene.leave(1)
        try scene.join(2)
    }
}
