import ARMessages
import Foundation
import QuadGeometry

/// Messages a second through a relay over loopback, from one sender to recipients that each have a frame of their own.
///
/// The relay is a process of its own on the first core; run this on another one. Peers take turns with it.
enum RelaySpeed {
    private static let usualScript = "Benchmarks/Peers/message_relay.py"
    /// The messages of a round, of ours and of peers, which are slower.
    private static let usualCount = 20_000, peerShare = 10

    private struct Rival {
        let name: String
        let room: SpeedRoom
        let server: ServerProcess
        let count: Int
        var perSecond: [Double] = []
        var microseconds: [Double] = []
    }

    static func run(_ options: [String: String]) throws -> Any {
        let recipients = try options.count("recipients", default: 15)
        let count = try options.count("count", default: usualCount)
        let rounds = try options.count("rounds", default: 7)
        var rivals = [
            try rival(
                "quadcal", [options["quadcal"] ?? QuadcalTool.path, "relay", "--port", "0"], recipients,
                count,
                joins: true)
        ]
        if let python = options["python"] {
            let script = options["peer"] ?? usualScript
            for (name, arguments) in [("python_unchanged", [String]()), ("python_rebased", ["--rebase"])] {
                rivals.append(
                    try rival(
                        name, [python, script] + arguments, recipients, max(count / peerShare, 1),
                        joins: false
                    ))
            }
        }
        try requireDifferentFrames(rivals)
        for round in 0...rounds {
            for place in rivals.indices {
                let rival = rivals[place]
                let before = rival.server.processorNanoseconds
                let seconds = try rival.room.carry(rival.count)
                let used = rival.server.processorNanoseconds - before
                // The first round warms up.
                guard round > 0 else { continue }
                rivals[place].perSecond.append(Double(rival.count) / seconds)
                rivals[place].microseconds.append(used / 1000 / Double(rival.count))
            }
        }
        var all: [String: Any] = [:]
        for rival in rivals {
            all[rival.name] = [
                "in_per_second": rival.perSecond.median,
                "out_per_second": rival.perSecond.median * Double(recipients),
                "processor_us": rival.microseconds.median,
                "slowest_in_per_second": rival.perSecond.min() ?? 0,
                "times_processor": rival.microseconds.median / rivals[0].microseconds.median,
            ]
        }
        return [
            "relays": all, "recipients": recipients, "bytes": SpeedRoom.messageBytes, "rounds": rounds,
        ]
    }

    /// Throws where recipients of a relay that re-bases see a message at the same place.
    private static func requireDifferentFrames(_ rivals: [Rival]) throws {
        for rival in rivals {
            var reader = MessageReader()
            let places = Set(try rival.room.one().map { try reader.message($0).transform?.position })
            let expected = rival.name == "python_unchanged" ? 1 : rival.room.recipientCount
            guard places.count == expected, !places.contains(nil) else {
                throw BenchError.violated("\(rival.name): \(places.count) places instead of \(expected)")
            }
        }
    }

    private static func rival(
        _ name: String, _ command: [String], _ recipients: Int, _ count: Int, joins: Bool
    ) throws -> Rival {
        let server = try ServerProcess(command)
        guard
            let port = server.lines[0].split(separator: ":").last?.split(separator: "/").first.flatMap({
                UInt16($0)
            })
        else { throw BenchError.peer(name, "did not say its port") }
        return Rival(
            name: name, room: try SpeedRoom(port: port, recipients: recipients, joins: joins),
            server: server, count: count)
    }
}
