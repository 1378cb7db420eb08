import ARMessages
import CPeers
import Foundation
import QuadGeometry

/// The times of messages' ways into other frames, in memory, beside C, Foundation and Python.
enum MessagesBench {
    static let usage =
        "messages [--rounds N] [--count N] [--recipients N] [--python PYTHON] [--peer SCRIPT] [--speed]"

    /// The size of the message, as the reference of the published server's has it.
    private static let size = 285

    static func run(_ options: [String: String]) throws -> Any {
        let rounds = try options.count("rounds", default: 21),
            count = try options.count("count", default: 2000)
        let recipients = try options.count("recipients", default: 15)
        let message = MessagesBench.message(token: RelayRun.token(1))
        var matrix = try matrices(rounds: rounds)
        matrix["ratio"] = (matrix["c_ns"] as? Double ?? .nan) / (matrix["median_ns"] as? Double ?? .nan)
        let python = try options["python"].map {
            try PeerProcess(
                "\($0) \(options["peer"] ?? "Benchmarks/Peers/message_rebase.py") \(recipients)",
                files: try file(message))
        }
        let one = rebased(message, rounds: rounds, count: count)
        var relay = try RelayRun(recipients: recipients)
        relay.say(message, times: count)
        let before = peer_allocations()
        relay.say(message, times: count)
        let allocations = Int(peer_allocations() - before)
        let race = try PeerRace.run(rounds: rounds, beside: python) {
            ThreadClock.time { relay.say(message, times: count) } / Double(count)
        }
        let many = (0..<5).map { _ in foundation(message, recipients: recipients) }.median
        guard relay.bytes > 0 else { throw BenchError.violated("the relay wrote nothing") }
        var room = race.summary
        room["foundation_ns"] = many
        room["foundation_ratio"] = many / race.ours.median
        room["messages_per_second"] = 1e9 / race.ours.median
        return [
            "bytes": message.count, "recipients": recipients, "matrix": matrix, "one": one, "room": room,
            "allocations": allocations, QuadBench.failure: allocations > 0,
        ] as [String: Any]
    }

    static func message(token: SessionToken) -> [UInt8] {
        func text(_ filling: String) -> String {
            let columns =
                #""c0":[0.1234567,0.7654321,-0.333333,0.0],"c1":[1.1234567,0.7654321,-0.333333,0.0],"#
                + #""c2":[2.1234567,0.7654321,0.333333,0.0],"c3":[3.1234567,0.7654321,-0.333333,1.0]"#
            return
                #"{"session_token":"\#(token)","endpoint":"draw","payload":{"transform":{\#(columns)},"params":{"text":"\#(filling)"}}}"#
        }
        return Array(text(String(repeating: "x", count: max(0, size - text("").utf8.count))).utf8)
    }

    private static func file(_ message: [UInt8]) throws -> String {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "message-\(UUID().uuidString).json")
        try Data(message).write(to: url)
        return url.path
    }

    /// Matrices into another frame, by ours and by C.
    private static func matrices(rounds: Int) throws -> [String: Any] {
        let count = 1000, motion = try GraphScene.motion(SIMD3(0.3, 1, -0.2), SIMD3(1, 2, 3))
        var random = SeededGenerator(seed: 1)
        var matrices: [AffineMatrix] = [], flat: [Double] = []
        for _ in 0..<count {
            let pose = try GraphScene.motion(
                GraphScene.normals(using: &random), GraphScene.normals(using: &random))
            matrices.append(AffineMatrix(pose))
            for column in [pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.translation] {
                flat += [column.x, column.y, column.z]
            }
        }
        let rows = motion.rowMajor
        var moved = matrices, result = flat
        let race = Race(items: count, rounds: rounds * 20)
        race.add("ours") {
            for place in 0..<count { moved[place] = motion * matrices[place] }
            race.found &+= moved[count - 1].x.x > 0 ? 1 : 0
        }
        race.add("c") {
            peer_rebase(flat, count, rows, &result)
            race.found &+= result[0] > 0 ? 1 : 0
        }
        let medians = race.medians()
        let apart = zip(moved, 0..<count).reduce(0.0) { largest, item in
            let (matrix, place) = item
            let theirs = SIMD3(result[12 * place + 9], result[12 * place + 10], result[12 * place + 11])
            return max(largest, (matrix.translation - theirs).largestMagnitude)
        }
        guard apart <= 1e-12 else { throw BenchError.violated("C finds other places, \(apart) m away") }
        return ["median_ns": medians["ours"] ?? .nan, "c_ns": medians["c"] ?? .nan]
    }

    /// One message read, carried and written, by ours and by Foundation.
    private static func rebased(_ message: [UInt8], rounds: Int, count: Int) -> [String: Any] {
        let motion = try? GraphScene.motion(SIMD3(0.3, 1, -0.2), SIMD3(1, 2, 3))
        let rebaser = MessageRebaser(rigid: motion ?? .identity)
        var reader = MessageReader(), output: [UInt8] = []
        let race = Race(items: count, rounds: rounds)
        race.add("ours") {
            for _ in 0..<count {
                output.removeAll(keepingCapacity: true)
                message.withUnsafeBufferPointer { bytes in
                    guard let outline = try? reader.next(in: bytes) else { return }
                    try? rebaser.append(outline, in: bytes, to: &output)
                }
                race.found &+= output.count
            }
        }
        race.add("foundation") {
            for _ in 0..<count { race.found &+= FoundationMessage.rebased(message, motion ?? .identity) }
        }
        let medians = race.medians()
        let ours = medians["ours"] ?? .nan, theirs = medians["foundation"] ?? .nan
        return [
            "median_ns": ours, "foundation_ns": theirs, "ratio": theirs / ours,
            "megabytes_per_second": Double(message.count) * 1000 / ours,
        ]
    }

    /// The time of a message for so many frames by Foundation: decoded once, encoded for each.
    static func foundation(_ message: [UInt8], recipients: Int, count: Int = 20) -> Double {
        let motions = (0..<recipients).compactMap {
            try? GraphScene.motion(SIMD3(0, Double($0), 0), SIMD3(1, 2, 3))
        }
        return ThreadClock.time {
            for _ in 0..<count { _ = FoundationMessage.rebased(message, motions) }
        } / Double(count)
    }
}

/// A relay and the devices of a room, each with a frame of its own.
struct RelayRun {
    private var relay = Relay()
    private let recipients: Int
    private(set) var bytes = 0

    static func token(_ client: Int) -> SessionToken { SessionToken(high: 7, low: UInt64(client)) }

    init(recipients: Int) throws {
        self.recipients = recipients
        for client in 0...recipients { try relay.join(client, fresh: Self.token(client), at: 1) }
        for client in 1...recipients {
            let own = try GraphScene.motion(SIMD3(0, Double(client), 0), SIMD3(Double(client), 1, 0))
            for (speaker, pose) in [(client, own), (0, RigidTransform.identity)] {
                let message = ARMessage(
                    token: Self.token(speaker), endpoint: ReservedEndpoint.transform.rawValue,
                    transform: MessageTransform(pose))
                relay.receive(try message.encoded(), from: speaker, at: 1)
            }
        }
        drain()
    }

    private mutating func drain() {
        for client in 0...recipients {
            var taken = 0
            relay.take(for: client) { taken += $0.count }
            bytes += taken
        }
    }

    /// Lets the first secondary device say a message so often, and takes what all others get.
    mutating func say(_ message: [UInt8], times: Int) {
        for _ in 0..<times {
            message.withUnsafeBufferPointer { relay.receive($0, from: 1, at: 1) }
            drain()
        }
    }
}
