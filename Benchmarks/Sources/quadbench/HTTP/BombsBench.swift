import Foundation
import Markers
import MarkersClient

/// Answers made to harm a client, each in a process of its own: refused with the right code, fast, within
/// little memory.
enum BombsBench {
    static let usage = "bombs [--case N --port P]"

    /// The most that a refusal may cost: time of all threads, and memory beyond a first plain request. Refusals take up to 75 ms on a
    /// Zen 4 and 2.5 times that on slow processors; without limits they took from 27 s to hours.
    private static let mostMilliseconds = 400.0
    private static let mostMegabytes = 64.0

    static func run(_ options: [String: String]) throws -> Any {
        if options["case"] != nil {
            // Counted from 1 on the command line, where an absent value is not a number.
            return try measure(
                try options.count("case", default: 1) - 1, port: try options.count("port", default: 1))
        }
        let server = try BombServer()
        var table: [String: Any] = [:], failures: [String] = []
        for (number, bomb) in BombCase.all.enumerated() {
            let row = try child(number, server.port)
            table[bomb.name] = row
            let (time, memory) = (row["ms"] as? Double ?? .infinity, row["mb"] as? Double ?? .infinity)
            let isCheap = time < mostMilliseconds && memory < mostMegabytes
            if row["outcome"] as? String != bomb.expected || bomb.isBounded && !isCheap {
                failures.append("\(bomb.name): expected \(bomb.expected), found \(row)")
            }
        }
        guard failures.isEmpty else {
            throw BenchError.badCase(id: "bombs", failures.joined(separator: "\n"))
        }
        return table
    }

    private static func child(_ number: Int, _ port: UInt16) throws -> [String: Any] {
        let data = try PeerProcess.output(
            of: "\(CommandLine.arguments[0]) bombs --case \(number + 1) --port \(port)")
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    private static func measure(_ number: Int, port: Int) throws -> Any {
        let transport = try CurlTransport(Origin("http://127.0.0.1:\(port)"))
        var outcome = try meet("/", transport)
        guard outcome == "accepted" else { throw BenchError.badCase(id: "a plain answer", outcome) }
        let (time, memory) = (ProcessClock.nanoseconds, try megabytes("VmRSS"))
        outcome = try meet("/\(number)", transport)
        return [
            "outcome": outcome, "ms": (ProcessClock.nanoseconds - time) / 1e6,
            "mb": max(0, try megabytes("VmHWM") - memory),
        ]
    }

    private static func meet(_ path: String, _ transport: CurlTransport) throws -> String {
        let outcome = Outcome()
        try Waiting.forResult {
            do {
                let answer = try await transport.send(HTTPRequest(.get, path), timeout: .seconds(10))
                let list = try MarkerList(answer.body, mostRefused: MarkersAPI.mostRefused)
                outcome.word = list.refused.first?.code.rawValue ?? "accepted"
            } catch let error as TransportError {
                outcome.word = error.code.rawValue
            } catch let error as JSONError {
                outcome.word = error.code.rawValue
            }
        }
        return outcome.word
    }

    private final class Outcome: @unchecked Sendable {
        var word = ""
    }

    /// A figure of this process alone; the system's count for a child begins with its parent's.
    private static func megabytes(_ name: String) throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        guard
            let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
                Double($0)
            })
        else {
            throw BenchError.badFile("/proc/self/status", "no \(name)")
        }
        return kilobytes / 1024
    }
}
