import ARMessages
import QuadGeometry
import TestSupport
import Testing

@Suite("A relay whose devices come and go")
struct RelayChurnTests {
    @Test(
        "places are right and frames forgotten with their devices, however often these come, go and come back",
        arguments: Seeds.few)
    func churn(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var scene = RelayScene()
        let keep = scene.relay.options.keep
        /// By the device: its frame in the room, and the client that it has or had last.
        var poses: [SessionToken: RigidTransform] = [:], here: [Int] = [], away: [SessionToken] = []
        var resumed = 0, seen = 0
        for client in 0..<200 {
            away.removeAll { !scene.relay.isResumed(by: $0) }
            let back =
                Int.random(in: 0..<3, using: &generator) == 0 ? away.randomElement(using: &generator) : nil
            try scene.join(client, resuming: back)
            let token = try #require(scene.tokens[client])
            away.removeAll { $0 == token }
            here.append(client)
            if token == back {
                resumed += 1
            } else {
                let turn = Rotation(rotationVector: SIMD3.randomDirection(using: &generator)) ?? .identity
                poses[token] = RigidTransform(
                    rotation: turn, translation: SIMD3.randomDirection(using: &generator))
            }
            // Those without a frame are held to the primary device, at a place of the room.
            for device in scene.relay.room.devices where !device.hasFrame {
                guard let primary = here.first(where: { scene.tokens[$0] == scene.relay.primary }),
                    let pinging = here.first(where: { scene.tokens[$0] == device.token }),
                    let own = poses[device.token], let other = scene.relay.primary.flatMap({ poses[$0] })
                else { continue }
                try scene.pose(pinging, own)
                try scene.pose(primary, other)
            }
            while here.count > 4, let gone = here.randomElement(using: &generator) {
                here.removeAll { $0 == gone }
                away.append(try #require(scene.tokens[gone]))
                scene.leave(gone)
            }
            scene.wait(Double.random(in: 0..<(keep / 2), using: &generator))
            for other in here { _ = scene.frames(other) }
            let point = SIMD3(0.3, -0.2, 0.9)
            let placed = here.filter { client in
                scene.relay.room.devices.contains { $0.token == scene.tokens[client] && $0.hasFrame }
            }
            guard let sender = placed.randomElement(using: &generator),
                let from = scene.tokens[sender].flatMap({ poses[$0] })
            else { continue }
            try scene.send(sender, "draw", .offset(from * point))
            for other in placed where other != sender {
                let to = try #require(scene.tokens[other].flatMap { poses[$0] })
                let place = try #require(
                    try scene.received(other).last?.transform?.position, "seed \(seed), client \(client)")
                #expect(
                    (place - to * point).largestMagnitude <= Self.churnTolerance,
                    "seed \(seed), client \(client)")
                seen += 1
            }
            let sessions = here.count + away.count { scene.relay.isResumed(by: $0) }
            #expect(scene.relay.edges.count < 2 * (sessions + 1), "seed \(seed), client \(client)")
        }
        // Fewer would say little.
        #expect(resumed > 10 && seen > 200, "seed \(seed)")
    }

    @Test("connections that come and go leave nothing behind but frames, and few of those")
    func flood() throws {
        var scene = RelayScene { $0.mostClients = 4 }
        try scene.join(0)
        for client in 1...100 {
            try scene.join(client)
            scene.leave(client)
            #expect(
                scene.codes() == (client == 1 ? ["JOINED", "PRIMARY"] : []) + ["JOINED", "LEFT", "FORGOTTEN"])
        }
        var forgotten = 0
        for client in 101...120 {
            try scene.join(client)
            try scene.pose(client, .identity)
            try scene.pose(0, .identity)
            scene.leave(client)
            forgotten += scene.codes().count { $0 == "FORGOTTEN" }
        }
        #expect(forgotten == 20 - scene.relay.options.mostClients)
        #expect(scene.relay.edges.count == scene.relay.options.mostClients)
    }

    /// Of a place that went through a chain of frames, in metres.
    static let churnTolerance = 1e-11
}
