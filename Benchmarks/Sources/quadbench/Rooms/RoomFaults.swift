import ARMessages
import ARMessagesClient
import Foundation
import QuadGeometry

/// Three devices on the real relay while sockets are reset in the middle of messages: each stroke is seen once at the right place, or
/// the session of its writer or reader has said that its connection was lost.
struct RoomFaults {
    private var random: SeededGenerator
    private let server: ServerProcess
    private let proxies: [CuttingProxy]
    private let players: [RoomPlayer]
    /// The places where strokes were drawn, by their numbers.
    private var places: [RigidTransform] = []
    private var heldAgain = 0

    private static let devices = 3
    private static let secret = "room-of-the-bench"
    /// The share of sockets that are reset while a round of strokes is on its way.
    private static let dropped = 0.1
    /// The bytes after which a socket is reset, which end within the messages of a round.
    private static let cutBytes = 0..<900
    /// Seconds that anything may take on this machine.
    private static let patience = 60.0
    /// Metres by which a place may be off.
    static let bound = 1e-12

    init(seed: UInt64, quadcal: String?) throws {
        random = SeededGenerator(seed: seed)
        // With a secret the relay may be asked for by any name, as by those of the proxies.
        let file = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: Data(RoomFaults.secret.utf8),
                attributes: [.posixPermissions: 0o600])
        else { throw BenchError.badFile(file.path, "cannot be written") }
        defer { try? FileManager.default.removeItem(at: file) }
        server = try ServerProcess(
            [quadcal ?? QuadcalTool.path, "relay", "--port", "0", "--secret-file", file.path])
        guard
            let port = server.lines[0].split(separator: ":").last?.split(separator: "/").first.flatMap({
                UInt16($0)
            })
        else { throw BenchError.peer("quadcal relay", "did not say its address") }
        proxies = try (0..<RoomFaults.devices).map { _ in try CuttingProxy(to: port) }
        var players: [RoomPlayer] = []
        for proxy in proxies {
            players.append(
                try RoomPlayer(
                    "ws://127.0.0.1:\(proxy.port)/ws", roomFromDevice: RoomFaults.pose(&random), mode: .full,
                    secret: RoomFaults.secret))
        }
        self.players = players
    }

    static func pose(_ random: inout SeededGenerator) throws -> RigidTransform {
        try GraphScene.motion(
            GraphScene.normals(using: &random), GraphScene.normals(using: &random) * 2)
    }

    static func run(_ options: [String: String]) throws -> [String: Any] {
        let seed = UInt64(try options.count("seed", default: 1))
        var faults = try RoomFaults(seed: seed, quadcal: options["quadcal"])
        let rounds = try options.count("strokes", default: 120) / devices
        var result = try faults.play(rounds)
        result["seed"] = Int(seed)
        return result
    }

    private mutating func play(_ rounds: Int) throws -> [String: Any] {
        for player in players {
            player.session.start()
            // The first one that joins is the primary device.
            guard waited(RoomFaults.patience, { player.session.state.isAuthenticated || player.waitsForPing })
            else {
                throw BenchError.violated("a device did not join")
            }
        }
        var refused = 0, unreported: [String] = []
        for round in 0..<rounds {
            try gather()
            let before = players.map(\.interruptions)
            for proxy in proxies where Double.random(in: 0..<1, using: &random) < RoomFaults.dropped {
                proxy.cut(
                    Bool.random(using: &random) ? .toServer : .toClient,
                    after: Int.random(in: RoomFaults.cutBytes, using: &random))
            }
            let first = round * players.count
            var wasRefused: Set<Int> = []
            for (place, player) in players.enumerated() {
                places.append(try RoomFaults.pose(&random))
                do { try player.draw(first + place, at: places[first + place], asOffset: false) } catch {
                    wasRefused.insert(first + place)
                }
            }
            refused += wasRefused.count
            // A stroke is on its way until it is seen, or someone whom it concerns says that a connection was lost.
            func missing() -> [(stroke: Int, reader: Int)] {
                players.indices.flatMap { writer in
                    players.indices.filter { $0 != writer }.map { (stroke: first + writer, reader: $0) }
                }.filter { players[$0.reader].seen[$0.stroke] == nil }
            }
            func isExcused(_ pair: (stroke: Int, reader: Int)) -> Bool {
                wasRefused.contains(pair.stroke)
                    || [pair.stroke - first, pair.reader].contains { players[$0].interruptions > before[$0] }
            }
            _ = waited(RoomFaults.patience) { missing().allSatisfy(isExcused) }
            // One that is excused may still come.
            for pair in missing() where !isExcused(pair) {
                unreported.append("stroke \(pair.stroke) for device \(pair.reader + 1)")
            }
        }
        return summary(rounds, refused: refused, unreported: unreported)
    }

    /// Waits until every device has a frame; one whose session the relay has forgotten is held to the primary one again.
    private mutating func gather() throws {
        let meeting = try RoomFaults.pose(&random)
        var pinged: Set<Int> = []
        let isDone = waited(RoomFaults.patience) {
            for (place, player) in players.enumerated() where player.waitsForPing && !pinged.contains(place) {
                for player in players { player.hold(at: meeting) }
                player.ping()
                pinged.insert(place)
            }
            return players.allSatisfy { $0.session.state.isAuthenticated }
        }
        heldAgain += pinged.count
        guard isDone else {
            throw BenchError.violated("a device did not come back: \(players.map { $0.session.state.phase })")
        }
    }

    private func summary(_ rounds: Int, refused: Int, unreported: [String]) -> [String: Any] {
        var seen = 0, twice = 0, misplaced = 0, worst = 0.0
        for player in players {
            for (number, all) in player.seen {
                seen += 1
                if all.count > 1 { twice += 1 }
                let error = all.map { player.error($0, at: places[number]) }.max() ?? .infinity
                if error > RoomFaults.bound { misplaced += 1 }
                worst = max(worst, error)
            }
        }
        for player in players { player.session.end() }
        for proxy in proxies { proxy.stop() }
        let strokes = rounds * players.count
        return [
            "strokes": strokes, "readings": strokes * (players.count - 1), "seen": seen, "seen_twice": twice,
            "misplaced": misplaced, "largest_error_m": worst, "refused": refused,
            "reported_lost": strokes * (players.count - 1) - seen - unreported.count,
            "unreported": unreported, "sockets": proxies.reduce(0) { $0 + $1.connections },
            "dropped": proxies.reduce(0) { $0 + $1.cuts }, "held": heldAgain,
            "sessions": players.reduce(0) { $0 + $1.sessions },
            QuadBench.failure: twice + misplaced + unreported.count > 0 || seen == 0,
        ]
    }
}
