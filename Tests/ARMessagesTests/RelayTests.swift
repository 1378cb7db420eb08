import ARMessages
import FrameGraph
import QuadGeometry
import StrictJSON
import TestSupport
import Testing

@Suite("The relay")
struct RelayTests {
    private static let primary = SampleMessage.yaw(-20, SIMD3(1.1, 1.5, 2))
    private static let secondary = SampleMessage.yaw(35, SIMD3(0.3, 1.4, -0.2))
    private static let third = SampleMessage.yaw(110, SIMD3(-2, 1.2, 0.7))

    @Test("the first device is the primary one, and everyone learns it at once")
    func joining() throws {
        var scene = RelayScene()
        for client in 0..<3 {
            try scene.join(client)
            let beacons = try scene.received(client)
            #expect(beacons.map(\.endpoint) == ["carrot_beacon"])
            #expect(beacons.first?.token == RelayScene.token(client))
            #expect(beacons.first?.params?["uuid"]?.string == RelayScene.token(0).description)
        }
        #expect(scene.relay.primary == RelayScene.token(0))
        #expect(scene.relay.room.devices.map(\.hasFrame) == [true, false, false])
    }

    @Test("a stroke is seen at one place by all, whoever drew it")
    func strokes() throws {
        var scene = try RelayScene.room(Self.primary, [Self.secondary, Self.third])
        // Where each device sees a point of the room, which is the primary device's frame.
        let back = [Self.secondary, Self.third].map { $0 * Self.primary.inverted() }
        let frames = [RigidTransform.identity] + back
        let point = SIMD3(0.5, 0.25, -1)
        for sender in 0..<3 {
            try scene.send(sender, "draw", .offset(frames[sender] * point), params: ["n": 1])
            #expect(scene.frames(sender).isEmpty)
            for other in 0..<3 where other != sender {
                let place = try #require(try scene.received(other).first?.transform?.position)
                let off = (place - frames[other] * point).largestMagnitude
                #expect(off <= MessageRebaserTests.rigidTolerance, "\(sender) to \(other)")
            }
        }
        let edges = scene.relay.edges
        #expect(edges.count == 2 && edges.allSatisfy { $0.from == RelayScene.token(0).description })
    }

    @Test(
        "secondary devices that ping together wait in order, and an answer is for the one that was asked for")
    func together() throws {
        var scene = RelayScene()
        for client in 0..<3 {
            try scene.join(client)
            _ = scene.frames(client)
        }
        try scene.pose(2, Self.third)
        try scene.pose(1, Self.secondary)
        #expect(try scene.received(0).map(\.token) == [RelayScene.token(2)])
        // Another ping of the same device changes its pose and not its place.
        try scene.pose(2, Self.third)
        try scene.pose(0, Self.primary)
        #expect(try scene.received(2).map(\.endpoint) == ["carrot_transform"])
        #expect(scene.frames(1).isEmpty)
        #expect(try scene.received(0).map(\.token) == [RelayScene.token(1)])
        #expect(scene.relay.room.devices.map(\.hasFrame) == [true, false, true])
        try scene.pose(0, Self.primary)
        #expect(try scene.received(1).map(\.endpoint) == ["carrot_transform"])
        // Said once more, it is nobody's.
        try scene.pose(0, Self.primary)
        #expect(try scene.refusals(0) == ["UNASKED_POSE"])
    }

    @Test("the primary device is asked again after a while")
    func patience() throws {
        var scene = RelayScene()
        for client in 0..<2 { try scene.join(client) }
        try scene.pose(1, Self.secondary)
        _ = scene.frames(0)
        scene.wait(scene.relay.options.patience)
        #expect(try scene.received(0).map(\.endpoint) == ["carrot_transform"])
        scene.wait(scene.relay.options.patience / 2)
        #expect(scene.frames(0).isEmpty)
    }

    @Test(
        "of a lost primary device the place goes to whoever has been authenticated longest, and frames stay")
    func lost() throws {
        var scene = try RelayScene.room(Self.primary, [Self.secondary, Self.third])
        try scene.join(3)
        try scene.pose(3, Self.third)
        _ = scene.frames(3)
        scene.leave(0)
        #expect(scene.relay.primary == RelayScene.token(1))
        for client in 1...2 {
            let beacon = try #require(try scene.received(client).first)
            #expect(beacon.params?["uuid"]?.string == RelayScene.token(1).description)
        }
        // Who pinged the lost one has to ping again.
        #expect(try scene.refusals(3) == ["PRIMARY_LOST"])
        scene.wait(scene.relay.options.keep)
        #expect(scene.codes().contains("FORGOTTEN"))
        let point = SIMD3(0.5, 0.25, -1)
        let there = Self.secondary * Self.primary.inverted(), here = Self.third * Self.primary.inverted()
        try scene.send(1, "draw", .offset(there * point))
        let place = try #require(try scene.received(2).first?.transform?.position)
        #expect((place - here * point).largestMagnitude <= MessageRebaserTests.rigidTolerance)
        // The new one joins others: held together with the third device's pose.
        try scene.pose(3, Self.third)
        try scene.pose(1, Self.secondary)
        try scene.send(3, "draw", .offset(Self.third * point))
        let seen = try #require(try scene.received(1).last?.transform?.position)
        #expect((seen - Self.secondary * point).largestMagnitude <= MessageRebaserTests.rigidTolerance)
        // Nothing is left of the frame that joined them but what others need.
        #expect(scene.relay.edges.count == 2)
    }

    @Test("a device that comes back in time keeps its frame, later it does not")
    func resume() throws {
        var scene = try RelayScene.room(Self.primary, [Self.secondary])
        let token = RelayScene.token(1)
        for (seconds, isKept) in [(9.9, true), (10, false)] {
            scene.leave(1)
            scene.wait(seconds)
            try scene.join(1, resuming: token)
            #expect(scene.relay.room.devices.last?.hasFrame == isKept)
            let endpoints = try scene.received(1).map(\.endpoint)
            #expect(endpoints == (isKept ? ["carrot_beacon", "carrot_transform"] : ["carrot_beacon"]))
        }
        // A token in use is not given to another.
        try scene.join(5, resuming: RelayScene.token(0))
        #expect(scene.tokens[5] == RelayScene.token(5))
    }

    @Test("a primary device that is alone with its frame may come back; then the next one begins")
    func alone() throws {
        var scene = RelayScene()
        for client in 0..<2 { try scene.join(client) }
        scene.leave(0)
        #expect(scene.relay.primary == RelayScene.token(0))
        scene.wait(scene.relay.options.keep)
        #expect(scene.relay.primary == RelayScene.token(1))
        scene.leave(1)
        scene.wait(scene.relay.options.keep)
        #expect(scene.relay.primary == nil)
        try scene.join(9)
        #expect(scene.relay.primary == RelayScene.token(9) && scene.relay.edges.isEmpty)
    }

    @Test("what is wrong is answered, and the connection stays")
    func refusals() throws {
        var scene = try RelayScene.room(Self.primary, [Self.secondary])
        try scene.join(2)
        _ = scene.frames(2)
        let skewed = try #require(
            AffineMatrix(SIMD3(1, 0.1, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), translation: .zero))
        try scene.send(1, "draw", token: RelayScene.token(0))
        try scene.send(1, "carrot_other")
        try scene.send(1, "carrot_beacon")
        #expect(try scene.refusals(1) == ["FOREIGN_TOKEN", "UNKNOWN_ENDPOINT", "UNKNOWN_ENDPOINT"])
        try scene.send(2, "draw", .offset(.zero))
        try scene.send(2, "carrot_transform")
        try scene.send(2, "carrot_transform", .offset(.zero))
        try scene.send(2, "carrot_transform", .matrix(skewed))
        #expect(try scene.refusals(2) == ["NO_FRAME", "NO_TRANSFORM", "NO_ROTATION", "NOT_RIGID"])
        scene.relay.receive(Array("{".utf8), from: 1, at: scene.time)
        scene.relay.receive([UInt8](repeating: 0x20, count: 65_537), from: 1, at: scene.time)
        #expect(try scene.refusals(1) == ["UNEXPECTED_END", "TOO_LARGE"])
        // Nothing was forwarded, and a client that does not exist does nothing.
        #expect(scene.frames(0).isEmpty)
        scene.relay.receive(Array(SampleMessage.offset.utf8), from: 77, at: scene.time)
        scene.relay.leave(77, at: .nan)
    }

    @Test("a slow client is closed with 1013, by messages and by bytes")
    func slow() throws {
        for (messages, bytes) in [(4, 1 << 20), (1024, 400)] {
            var scene = try RelayScene.room(Self.primary, [Self.secondary]) {
                ($0.mostWaiting, $0.mostWaitingBytes) = (messages, bytes)
            }
            for _ in 0..<4 { try scene.send(0, "draw", .offset(.zero)) }
            let closings = scene.relay.takeClosings()
            #expect(closings.isEmpty == (bytes > 400))
            try scene.send(0, "draw", .offset(.zero))
            let all = closings + scene.relay.takeClosings()
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

    @Test("an edge that devices measured takes the place of the handshake where it is surer")
    func measured() throws {
        var scene = try RelayScene.room(Self.primary, [Self.secondary])
        let better = SampleMessage.yaw(10, SIMD3(5, 0, 0))
        func edge(_ deviation: Double) throws -> PoseEdge {
            PoseEdge(
                from: RelayScene.token(0).description, to: RelayScene.token(1).description, motion: better,
                covariance: try EdgeCovariance(turn: deviation, shift: deviation), label: "markers")
        }
        let usual = Self.primary * Self.secondary.inverted()
        for (deviation, motion) in [(10.0, usual), (0.001, better)] {
            try scene.relay.add(edge(deviation))
            try scene.send(1, "draw", .offset(SIMD3(1, 2, 3)))
            let place = try #require(try scene.received(0).first?.transform?.position)
            #expect((place - motion * SIMD3(1, 2, 3)).largestMagnitude <= MessageRebaserTests.rigidTolerance)
        }
        #expect(throws: RelayFault.self) {
            try scene.relay.add(
                PoseEdge(
                    from: "a b", to: "c", motion: better,
                    covariance: try EdgeCovariance(turn: 1, shift: 1)))
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

    @Test("frames are forgotten with their devices, however often devices come and go", arguments: Seeds.few)
    func churn(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var scene = RelayScene()
        var poses: [Int: RigidTransform] = [:], here: [Int] = []
        for client in 0..<200 {
            try scene.join(client)
            // A device's frame in the room, and its pose in it while it is held to the primary one at a place of the room.
            let turn = Rotation(rotationVector: SIMD3.randomDirection(using: &generator)) ?? .identity
            let shift = SIMD3.randomDirection(using: &generator)
            poses[client] = RigidTransform(rotation: turn, translation: shift)
            here.append(client)
            if let primary = here.first(where: { RelayScene.token($0) == scene.relay.primary }),
                primary != client, let own = poses[client], let other = poses[primary]
            {
                try scene.pose(client, own)
                try scene.pose(primary, other)
            }
            let isFull = here.count > 4
            if isFull, let gone = here.randomElement(using: &generator) {
                here.removeAll { $0 == gone }
                scene.leave(gone)
                scene.wait(scene.relay.options.keep)
            }
            for other in here { _ = scene.frames(other) }
            _ = scene.codes()
            // All frames meet at the room's: own pose times the same place.
            let point = SIMD3(0.3, -0.2, 0.9)
            guard let sender = here.first, let from = poses[sender] else { continue }
            try scene.send(sender, "draw", .offset(from * point))
            for other in here.dropFirst() {
                guard let to = poses[other] else { continue }
                let place = try #require(try scene.received(other).last?.transform?.position)
                let off = (place - to * point).largestMagnitude
                #expect(off <= Self.churnTolerance, "seed \(seed), client \(client)")
            }
            #expect(scene.relay.edges.count < 2 * (here.count + 1))
        }
    }

    /// Of a place that went through a chain of frames, in metres.
    static let churnTolerance = 1e-11
}
