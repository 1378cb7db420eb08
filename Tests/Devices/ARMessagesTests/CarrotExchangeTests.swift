import ARMessages
import QuadGeometry
import Testing

/// Exchanges in the bytes of the published client and server 0.1.0, put together from what both write.
@Suite("Exchanges with the published client")
struct CarrotExchangeTests {
    private static let primary = RelayScene.token(0), secondary = RelayScene.token(1),
        third = RelayScene.token(2)

    private static func pose(_ token: SessionToken, _ payload: String) -> [UInt8] {
        Array(#"{"session_token":"\#(token)","endpoint":"carrot_transform","payload":{\#(payload)}}"#.utf8)
    }

    private static func beacon(_ token: SessionToken) -> String {
        #"{"session_token":"\#(token)","endpoint":"carrot_beacon","payload":{"params":"#
            + #"{"identifier":"com.Carrot.Beacon","uuid":"\#(primary)"}}}"#
    }

    private func say(_ client: Int, _ bytes: [UInt8], _ scene: inout RelayScene) {
        scene.relay.receive(bytes, from: client, at: scene.time)
    }

    /// A room of three, two of which have pinged: T_P (6, 5, 4), T_L (3, 2, 1).
    private func room(_ mode: RelayOptions.Mode) throws -> RelayScene {
        var scene = RelayScene(mode)
        for client in 0..<3 {
            try scene.join(client)
            #expect(scene.frames(client) == [Self.beacon(RelayScene.token(client))])
        }
        say(1, Self.pose(Self.secondary, #""offset":{"x":3,"y":2,"z":1}"#), &scene)
        #expect(
            scene.frames(0) == [
                #"{"session_token":"\#(Self.secondary)","endpoint":"carrot_transform","payload":{}}"#
            ])
        say(0, Self.pose(Self.primary, #""offset":{"x":6,"y":5,"z":4}"#), &scene)
        // Compatible: nothing is confirmed.
        for client in 0..<3 { #expect(scene.frames(client).isEmpty) }
        return scene
    }

    private static func echo(_ token: SessionToken, _ place: String) -> String {
        #"{"session_token":"\#(token)","endpoint":"echo","payload":{\#(place)"params":{"foo":"bar"}}}"#
    }

    @Test("the offset form is answered in the primary device's frame, to all and the sender")
    func offset() throws {
        var scene = try room(.carrot01)
        say(1, Array(Self.echo(Self.secondary, #""offset":{"x":3.2,"y":1.3,"z":4},"#).utf8), &scene)
        for client in 0..<3 {
            #expect(
                scene.frames(client) == [Self.echo(Self.secondary, #""offset":{"x":6.2,"y":4.3,"z":7},"#)])
        }
        // Of the primary device as it is, whoever reads it.
        let own = Self.echo(Self.primary, #""offset":{"x":6.2,"y":4.3,"z":7},"#)
        say(0, Array(own.utf8), &scene)
        for client in 0..<3 { #expect(scene.frames(client) == [own]) }
    }

    @Test("the matrix form is one that the published server does not know")
    func matrix() throws {
        var scene = try room(.carrot01)
        _ = scene.codes()
        let transform =
            #""transform":{"c0":[1,0,0,0],"c1":[0,1,0,0],"c2":[0,0,1,0],"c3":[3.2,1.3,4,1]},"#
        say(1, Array(Self.echo(Self.secondary, transform).utf8), &scene)
        for client in 0..<3 { #expect(scene.frames(client) == [Self.echo(Self.secondary, "")]) }
        #expect(scene.codes() == ["IGNORED_TRANSFORM"])
    }

    @Test("two that ping together both get the first pose, as the published server gives it")
    func together() throws {
        var scene = RelayScene(.carrot01)
        for client in 0..<3 { try scene.join(client) }
        say(1, Self.pose(Self.secondary, #""offset":{"x":3,"y":2,"z":1}"#), &scene)
        say(2, Self.pose(Self.third, #""offset":{"x":1,"y":0,"z":-2}"#), &scene)
        #expect(scene.frames(0).count == 3)
        say(0, Self.pose(Self.primary, #""offset":{"x":6,"y":5,"z":4}"#), &scene)
        #expect(scene.relay.room.devices.map(\.hasFrame) == [true, true, true])
    }

    @Test("a primary device is never elected again, and refusals are in the log alone")
    func silence() throws {
        var scene = try room(.carrot01)
        _ = scene.codes()
        say(2, Array(Self.echo(Self.third, #""offset":{"x":1,"y":1,"z":1},"#).utf8), &scene)
        say(2, Array(Self.echo(Self.primary, "").utf8), &scene)
        #expect(scene.codes() == ["NO_FRAME", "FOREIGN_TOKEN"])
        scene.leave(0)
        scene.wait(60)
        #expect(scene.relay.primary == Self.primary)
        for client in 1..<3 { #expect(scene.frames(client).isEmpty) }
    }

    @Test("the compatible mode carries shifts to every recipient: T_L (1, 0, -2), T_P (0.5, 1, 0)")
    func compatible() throws {
        var scene = try room(.carrot)
        say(2, Self.pose(Self.third, #""offset":{"x":1,"y":0,"z":-2}"#), &scene)
        say(0, Self.pose(Self.primary, #""offset":{"x":0.5,"y":1,"z":0}"#), &scene)
        for client in 0..<3 { _ = scene.frames(client) }
        say(1, Array(Self.echo(Self.secondary, #""offset":{"x":3.2,"y":1.3,"z":4.0},"#).utf8), &scene)
        let expected = [SIMD3(6.2, 4.3, 7), SIMD3(3.2, 1.3, 4), SIMD3(6.7, 3.3, 5)]
        for (client, point) in expected.enumerated() {
            let place = try #require(try scene.received(client).first?.transform?.position)
            #expect((place - point).largestMagnitude <= MessageRebaserTests.offsetTolerance)
        }
        #expect(scene.relay.options.mostClients == 16 && scene.relay.options.limits.size == 8192)
    }
}
