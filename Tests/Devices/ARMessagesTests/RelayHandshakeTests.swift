import ARMessages
import QuadGeometry
import StrictJSON
import TestSupport
import Testing

@Suite("The relay's side of the handshake")
struct RelayHandshakeTests {
    private static let primary = SampleMessage.yaw(-20, SIMD3(1.1, 1.5, 2))
    private static let secondary = SampleMessage.yaw(35, SIMD3(0.3, 1.4, -0.2))
    private static let third = SampleMessage.yaw(110, SIMD3(-2, 1.2, 0.7))
    /// Poses at other moments, which must not be paired with those.
    private static let elsewhere = SampleMessage.yaw(77, SIMD3(5, -3, 4))

    /// A room of devices that have joined and said nothing.
    private func joined(_ count: Int, _ mode: RelayOptions.Mode = .rigid) throws -> RelayScene {
        var scene = RelayScene(mode)
        for client in 0..<count { try scene.join(client) }
        for client in 0..<count { _ = scene.frames(client) }
        _ = scene.codes()
        return scene
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
        "a pose that waits too long is dropped and its device told so; the answer that comes late is nobody's"
    )
    func late() throws {
        var scene = try joined(3)
        let patience = scene.relay.options.patience
        try scene.pose(1, Self.elsewhere)
        #expect(try scene.received(0).map(\.token) == [RelayScene.token(1)])
        scene.wait(patience / 2)
        #expect(try scene.refusals(1).isEmpty)
        #expect(scene.relay.due == scene.time + patience / 2)
        scene.wait(patience / 2)
        #expect(try scene.refusals(1) == ["NO_ANSWER"])
        // Nobody waits, so that there is nothing to do.
        #expect(scene.relay.due == .infinity)
        // While the answer for device 1 may come, nobody else is asked for.
        try scene.pose(2, Self.third)
        #expect(scene.frames(0).isEmpty)
        try scene.pose(0, Self.elsewhere)
        #expect(scene.codes().contains("LATE_POSE"))
        #expect(scene.relay.room.devices.map(\.hasFrame) == [true, false, false])
        #expect(try scene.received(0).map(\.token) == [RelayScene.token(2)])
        try scene.pose(0, Self.primary)
        try expect(&scene, from: 2, to: 0, by: Self.primary * Self.third.inverted())
    }

    @Test("a primary device that never answers is asked again after twice the patience")
    func silent() throws {
        var scene = try joined(2)
        let patience = scene.relay.options.patience
        try scene.pose(1, Self.elsewhere)
        scene.wait(patience)
        try scene.pose(1, Self.elsewhere)
        _ = scene.frames(0)
        scene.wait(patience / 2)
        try scene.pose(1, Self.secondary)
        #expect(scene.frames(0).isEmpty)
        scene.wait(patience / 2)
        #expect(try scene.received(0).map(\.endpoint) == ["carrot_transform"])
        try scene.pose(0, Self.primary)
        try expect(&scene, from: 1, to: 0, by: Self.primary * Self.secondary.inverted())
    }

    @Test("an answer without a pose, or with one that is none, ends the question, and the next is asked")
    func declined() throws {
        var scene = try joined(4)
        for client in 1...3 { try scene.pose(client, Self.third) }
        try scene.send(0, "carrot_transform")
        #expect(try scene.refusals(1) == ["NO_ANSWER"])
        try scene.send(0, "carrot_transform", .offset(.zero))
        #expect(try scene.refusals(2) == ["NO_ANSWER"])
        let said = try scene.received(0)
        #expect(
            said.filter { $0.endpoint == "carrot_transform" }.map(\.token) == (1...3).map(RelayScene.token))
        #expect(said.last?.params?["code"]?.string == "NO_ROTATION")
        try scene.pose(0, Self.primary)
        try expect(&scene, from: 3, to: 0, by: Self.primary * Self.third.inverted())
    }

    @Test(
        "a device that is lost while it waits keeps its place among those that wait, and has its frame when it comes back",
        arguments: [1, 2])
    func asker(lost: Int) throws {
        var scene = try joined(3)
        try scene.pose(1, Self.secondary)
        try scene.pose(2, Self.third)
        scene.leave(lost)
        try scene.pose(0, Self.primary)
        try scene.join(3, resuming: RelayScene.token(lost))
        try scene.pose(0, Self.elsewhere)
        try expect(
            &scene, from: lost == 1 ? 3 : 1, to: 0, by: Self.primary * Self.secondary.inverted())
        try expect(&scene, from: lost == 2 ? 3 : 2, to: 0, by: Self.elsewhere * Self.third.inverted())
        let endpoints = try scene.received(3).map(\.endpoint).filter { $0 != "draw" }
        #expect(endpoints == ["carrot_beacon", "carrot_transform"])
    }

    @Test("a device that stays away while it waits is forgotten like others, and its late answer is nobody's")
    func askerGone() throws {
        var scene = try joined(3)
        try scene.pose(1, Self.elsewhere)
        scene.leave(1)
        scene.wait(scene.relay.options.patience)
        try scene.pose(2, Self.third)
        try scene.pose(0, Self.elsewhere)
        try scene.pose(0, Self.primary)
        #expect(scene.codes().contains("LATE_POSE"))
        try expect(&scene, from: 2, to: 0, by: Self.primary * Self.third.inverted())
        #expect(scene.relay.isResumed(by: RelayScene.token(1)))
        scene.wait(scene.relay.options.keep)
        #expect(!scene.relay.isResumed(by: RelayScene.token(1)))
    }

    @Test("a primary device that drops and comes back in time ends the waiting of all")
    func primaryBack() throws {
        var scene = try joined(2)
        try scene.pose(1, Self.elsewhere)
        scene.leave(0)
        #expect(try scene.refusals(1) == ["PRIMARY_LOST"])
        try scene.pose(1, Self.elsewhere)
        #expect(try scene.refusals(1) == ["PRIMARY_LOST"])
        scene.wait(1)
        try scene.join(0, resuming: RelayScene.token(0))
        #expect(try scene.received(0).map(\.endpoint) == ["carrot_beacon"])
        try scene.pose(1, Self.secondary)
        try scene.pose(0, Self.primary)
        try expect(&scene, from: 1, to: 0, by: Self.primary * Self.secondary.inverted())
    }

    @Test("the room's frame is that of a device that may still come back", arguments: [true, false])
    func keptFrame(comesBack: Bool) throws {
        var scene = try RelayScene.room(Self.primary, [Self.secondary])
        let keep = scene.relay.options.keep
        try scene.join(2)
        // Device 1 drops, then the primary one; device 1 comes back and drops again.
        scene.leave(1)
        scene.leave(0)
        scene.wait(0.2 * keep)
        try scene.join(1, resuming: RelayScene.token(1))
        #expect(scene.relay.primary == RelayScene.token(1))
        scene.leave(1)
        scene.wait(0.9 * keep)
        // The first primary device is forgotten, and nobody begins a frame beside that of device 1.
        #expect(scene.relay.primary == RelayScene.token(1))
        #expect(scene.relay.room.devices.map(\.hasFrame) == [false])
        if comesBack {
            try scene.join(1, resuming: RelayScene.token(1))
            try scene.pose(2, Self.third)
            try scene.pose(1, Self.secondary)
            try expect(&scene, from: 1, to: 2, by: Self.third * Self.secondary.inverted())
        } else {
            scene.wait(0.1 * keep)
            #expect(scene.relay.primary == RelayScene.token(2))
            #expect(scene.relay.room.devices.map(\.hasFrame) == [true])
        }
    }

    @Test("a device that is held to the primary one again cuts off nobody that its frame joined")
    func again() throws {
        var scene = try RelayScene.room(Self.primary, [Self.secondary])
        // Device 1 becomes the primary one and joins device 2; then device 2 does, and device 0 comes back.
        scene.leave(0)
        try scene.join(2)
        try scene.pose(2, Self.third)
        try scene.pose(1, Self.secondary)
        try scene.join(0, resuming: RelayScene.token(0))
        scene.leave(1)
        scene.leave(0)
        #expect(scene.relay.primary == RelayScene.token(2))
        for client in 0...1 { try scene.join(client, resuming: RelayScene.token(client)) }
        // The frame of device 1 has changed: it is held to device 2 elsewhere.
        scene.wait(1)
        try scene.pose(1, Self.elsewhere)
        try scene.pose(2, Self.third)
        try expect(&scene, from: 0, to: 2, by: Self.third * Self.primary.inverted())
        try expect(&scene, from: 1, to: 2, by: Self.third * Self.elsewhere.inverted())
        #expect(scene.relay.edges.count == 2)
    }

    @Test(
        "a pose beyond all rooms is refused to the device that said it", arguments: RelayOptions.Mode.allCases
    )
    func tooFar(mode: RelayOptions.Mode) throws {
        let far = SampleMessage.yaw(0, SIMD3(1e300, 0, 0))
        var scene = try joined(3, mode)
        try scene.pose(1, far)
        #expect(scene.codes() == ["OUT_OF_RANGE"])
        #expect(scene.frames(0).isEmpty)
        try scene.pose(1, Self.secondary)
        try scene.pose(0, far)
        #expect(scene.codes().last { $0 != "NO_ANSWER" } == "OUT_OF_RANGE")
        #expect(scene.relay.room.devices.map(\.hasFrame) == [true, false, false])
        guard mode == .rigid else { return }
        #expect(try scene.refusals(0) == ["OUT_OF_RANGE"])
        #expect(try scene.refusals(1) == ["OUT_OF_RANGE", "NO_ANSWER"])
    }

    @Test("a pose that makes no edge is refused to its device and not to the primary one")
    func noEdge() throws {
        let placement = try #require(
            DevicePlacement(SampleMessage.yaw(0, SIMD3(1e9, 0, 0)), turnDeviation: 1, shiftDeviation: 1))
        var scene = RelayScene { $0.placement = placement }
        for client in 0..<2 { try scene.join(client) }
        try scene.pose(1, Self.secondary)
        try scene.pose(0, Self.primary)
        #expect(try scene.refusals(1) == ["OUT_OF_RANGE"])
        #expect(try scene.refusals(0).isEmpty)
    }

    @Test("a message to a device that nothing joins to its sender is refused, and the others stay joined")
    func apart() throws {
        let far = SampleMessage.yaw(0, SIMD3(8e5, 0, 0))
        let placement = try #require(DevicePlacement(far, turnDeviation: 1, shiftDeviation: 1))
        var scene = RelayScene { $0.placement = placement }
        for client in 0..<3 { try scene.join(client) }
        try scene.pose(1, .identity)
        try scene.pose(0, .identity)
        scene.leave(0)
        try scene.pose(2, .identity)
        try scene.pose(1, .identity)
        try scene.join(0, resuming: RelayScene.token(0))
        // With device 1 goes what joined the others, who are farther apart than a graph takes.
        scene.leave(1)
        scene.wait(scene.relay.options.keep)
        for client in [0, 2] { _ = scene.frames(client) }
        try scene.send(2, "draw", .offset(.zero))
        #expect(try scene.refusals(2) == ["NO_FRAME"] && scene.frames(0).isEmpty)
        try scene.pose(2, .identity)
        try scene.pose(0, .identity)
        try expect(&scene, from: 2, to: 0, by: far)
    }

    @Test(
        "W2: a device learns of its frame in the way that it asks for, and a published one, in binary, not at all"
    )
    func confirmation() throws {
        var scene = try joined(4)
        let ours: JSONValue = ["confirm": "carrot_joined"]
        try scene.send(1, "carrot_transform", MessageTransform(Self.secondary), params: ours)
        try scene.pose(0, Self.primary)
        try scene.pose(2, Self.third)
        try scene.pose(0, Self.primary)
        try scene.pose(3, Self.third, isBinary: true)
        try scene.pose(0, Self.primary)
        #expect(scene.relay.room.devices.map(\.hasFrame) == [true, true, true, true])
        #expect(try scene.received(1).map(\.endpoint) == ["carrot_joined"])
        #expect(try scene.received(2).map(\.endpoint) == ["carrot_transform"])
        #expect(try scene.received(3).isEmpty)
        // One that takes the confirmation for a question answers it, and nothing follows; a pose that comes later is a handshake.
        _ = scene.frames(0)
        try scene.pose(2, Self.elsewhere)
        #expect(scene.frames(0).isEmpty && scene.codes().contains("CONFIRMATION_ANSWERED"))
        try expect(&scene, from: 2, to: 0, by: Self.primary * Self.third.inverted())
        scene.wait(1)
        try scene.pose(2, Self.elsewhere)
        try scene.pose(0, Self.primary)
        #expect(try scene.received(2).map(\.endpoint).filter { $0 != "draw" } == ["carrot_transform"])
    }

    @Test("W5: a primary device that sends the numbers of questions back is asked for all who wait at once")
    func numbered() throws {
        var scene = try joined(4)
        func answer(_ question: ARMessage, _ pose: RigidTransform) throws {
            try scene.send(0, "carrot_transform", MessageTransform(pose), params: question.params)
        }
        try scene.pose(1, Self.secondary)
        try answer(try #require(try scene.received(0).first), Self.primary)
        try scene.pose(2, Self.elsewhere)
        try scene.pose(3, Self.third)
        let questions = try scene.received(0).filter { $0.endpoint == "carrot_transform" }
        #expect(questions.map(\.token) == [2, 3].map(RelayScene.token))
        // The first of them is never answered in time, which keeps nobody waiting; its late answer is nobody's.
        try answer(questions[1], Self.primary)
        try expect(&scene, from: 3, to: 0, by: Self.primary * Self.third.inverted())
        scene.wait(scene.relay.options.patience)
        try scene.pose(2, Self.secondary)
        try answer(questions[0], Self.elsewhere)
        #expect(scene.codes().contains("LATE_POSE"))
        try answer(try #require(try scene.received(0).last), Self.primary)
        try expect(&scene, from: 2, to: 0, by: Self.primary * Self.secondary.inverted())
    }

    @Test("W5: a first device that restarts alone is the primary one at once, and so is the next that comes")
    func alone() throws {
        var scene = try joined(1)
        scene.leave(0)
        #expect(scene.relay.primary == nil)
        try scene.join(1)
        #expect(scene.relay.primary == RelayScene.token(1))
        #expect(scene.relay.room.devices.map(\.hasFrame) == [true])
    }

    @Test("of version 0.1.0 a room that everyone has left has no primary device any more")
    func emptied() throws {
        var scene = RelayScene(.carrot01)
        for client in 0..<3 { try scene.join(client) }
        try scene.pose(1, Self.secondary)
        try scene.pose(0, Self.primary)
        scene.leave(0)
        scene.wait(2 * scene.relay.options.keep)
        scene.leave(1)
        scene.leave(2)
        scene.wait(scene.relay.options.keep)
        #expect(scene.relay.primary == nil)
        try scene.join(4)
        #expect(try scene.received(4).first?.params?["uuid"]?.string == RelayScene.token(4).description)
    }
}
