import ARMessages
import ARMessagesClient
import Foundation
import QuadGeometry

/// Scripted devices in a room of an outside server, which checks what they send and what they say that they saw: see
/// `scripts/oracles/check-room`.
enum RoomCommand {
    static let usage = "room --url URL [--devices N] [--strokes N] [--seed N] [--offset] [--authorities FILE]"

    /// Seconds that anything may take.
    private static let patience = 60.0

    static func run(_ options: [String: String]) throws -> Any {
        let url = try options.required("url"), isOffset = options["offset"] != nil
        let count = try options.count("devices", default: 3),
            rounds = try options.count("strokes", default: 4)
        var random = SeededGenerator(seed: UInt64(try options.count("seed", default: 1)))
        var players: [RoomPlayer] = []
        for place in 0..<count {
            let player = try RoomPlayer(
                url, roomFromDevice: RoomFaults.pose(&random), mode: isOffset ? .compatible : .full,
                authorities: options["authorities"])
            players.append(player)
            player.session.start()
            try require(place, player) { place == 0 || player.waitsForPing }
            if place > 0 {
                let meeting = try RoomFaults.pose(&random)
                for held in [players[0], player] { held.hold(at: meeting) }
                player.ping()
            }
            try require(place, player) { player.session.state.isAuthenticated }
        }
        var places: [RigidTransform] = [], interrupted = 0, refused = 0
        for _ in 0..<rounds {
            for (place, writer) in players.enumerated() {
                let number = places.count
                places.append(try RoomFaults.pose(&random))
                for (reader, player) in players.enumerated() {
                    try require(reader, player) { player.session.state.isAuthenticated }
                }
                let before = players.map(\.interruptions)
                // A session refuses strokes from when its connection is lost, of which it may not have heard yet.
                try require(place, writer) {
                    do { try writer.draw(number, at: places[number], asOffset: isOffset) } catch {
                        refused += 1
                        return false
                    }
                    return true
                }
                // Whom the server has cut off may miss it, or may not have sent it.
                for (reader, player) in players.enumerated() where reader != place {
                    try require(reader, player) {
                        player.seen[number] != nil
                            || [place, reader].contains { players[$0].interruptions > before[$0] }
                    }
                }
            }
        }
        for player in players { interrupted += player.interruptions }
        var seen: [[String: Any]] = []
        for (reader, player) in players.enumerated() {
            for (number, all) in player.seen.sorted(by: { $0.key < $1.key }) {
                for columns in all {
                    seen.append([
                        "stroke": number, "writer": number % count, "reader": reader, "columns": columns,
                        "error": player.error(columns, at: places[number]),
                    ])
                }
            }
            player.session.end()
        }
        for player in players { _ = waited(patience) { player.session.state.phase == .closed } }
        return [
            "seen": seen, "strokes": places.count, "interruptions": interrupted, "refused": refused,
            "sessions": players.map(\.sessions),
        ]
    }

    private static func require(
        _ place: Int, _ player: RoomPlayer, _ isDone: () -> Bool
    ) throws {
        guard waited(patience, isDone) else {
            throw BenchError.violated("device \(place + 1) is stuck: \(player.session.state.phase)")
        }
    }
}
