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
        // Another ping of a device that waits changes its pose and not its place; of the one that was asked for, nothing: the answer is on
        // its way and belongs to the pose before.
        try scene.pose(2, .identity)
        try scene.pose(1, .identity)
        try scene.pose(1, Self.secondary)
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
        for (client, pose) in [(1, Self.secondary), (2, Self.third)] {
            try expect(&scene, from: client, to: 0, by: Self.primary * pose.inverted())
        }
    }

    /// Sends a place and expects it where a motion puts it.
    private func expect(
        _ scene: inout RelayScene, from sender: Int, to recipient: Int, by motion: RigidTransform
    ) throws {
        let point = SIMD3(0.5, 0.25, -1)
        try scene.send(sender, "draw", .offset(point))
        let place = try #require(try scene.received(recipient).last?.transform?.position)
        #expect((place - motion * point).largestMagnitude <= MessageRebaserTests.rigidTolerance)
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

    @Test("a device with a key comes back by it alone, also while its old connection seems to be there")
    func key() throws {
        let key = SessionToken(high: 9, low: 9), token = RelayScene.token(1)
        var scene = RelayScene { $0.mostClients = 2 }
        try scene.join(0, key: SessionToken(high: 9, low: 8))
        try scene.join(1, key: key)
        #expect(try scene.received(1).first?.params?["resume"]?.string == key.description)
        try scene.pose(1, Self.secondary)
        try scene.pose(0, Self.primary)
        #expect(scene.relay.isResumed(by: key) && !scene.relay.isResumed(by: token))
        _ = scene.codes()
        // The old connection is half open. The room is full, but this device is in it.
        try scene.join(2, resuming: key)
        #expect(scene.tokens[2] == token && scene.codes() == ["TAKEN_OVER", "RESUMED"])
        #expect(scene.relay.takeClosings().map { [$0.client, Int($0.code)] } == [[1, 1008]])
        scene.leave(1)
        #expect(scene.relay.room.devices.map(\.hasFrame) == [true, true])
        try expect(&scene, from: 2, to: 0, by: Self.primary * Self.secondary.inverted())
        // Whoever got a message knows the token; it resumes nothing.
        scene.leave(2)
        try scene.join(3, resuming: token)
        #expect(scene.tokens[3] == RelayScene.token(3))
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
}
