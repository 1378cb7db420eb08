import Foundation
import MarkersClient
import MarkersURLSession

/// Requests a second to nginx on another core, and the time in which a cancelled request returns.
///
/// By the wall's clock, since a transport mostly waits; the program's processor time is reported beside it.
enum TransportBench {
    static let usage = "transport [--count N] [--repeat K] [--python PYTHON] [--curl]"

    /// As long as a versioned update of one marker.
    private static let body = Array(
        #"{"version":1,"calibrated_data":"\#(String(repeating: "x", count: 118))"}"#.utf8)

    static func run(_ options: [String: String]) throws -> Any {
        let count = try options.count("count", default: 2000),
            rounds = try options.count("repeat", default: 7)
        let server = try NginxServer()
        let origin = try Origin("http://127.0.0.1:\(server.port)")
        var cases: [String: Any] = [:]
        for method in [HTTPMethod.get, .patch] {
            for inFlight in [1, 8] {
                var contenders: [Contender] = [
                    try Contender("ours, libcurl", CurlTransport(origin)),
                    try Contender("URLSession", URLSessionTransport(origin)),
                ]
                if let python = options["python"] {
                    contenders.append(
                        try Contender(
                            peer: "\(python) Benchmarks/Peers/http_requests.py", "\(origin)/",
                            method.rawValue,
                            "\(inFlight)", "\(count)"))
                }
                if options["curl"] != nil { contenders.append(.curl("\(origin)/", method, inFlight, body)) }
                let request = HTTPRequest(
                    method, "/", headers: method == .get ? [:] : ["Content-Type": "application/json"],
                    body: method == .get ? [] : body)
                cases["\(method.rawValue), \(inFlight) in flight"] = try race(
                    contenders, rounds: rounds, Load(request: request, inFlight: inFlight, count: count))
            }
        }
        return ["requests": cases, "cancellation_ms": try cancellation(samples: 200)]
    }

    /// The requests of each contender in a round.
    private struct Load {
        var request: HTTPRequest
        var inFlight: Int
        var count: Int
    }

    private struct Contender {
        let name: String
        /// True if its work is done by this program.
        let isOwn: Bool
        /// Sends a load and returns nanoseconds a request.
        let round: (Load) throws -> Double

        init(_ name: String, _ transport: some BoundTransport) throws {
            (self.name, isOwn) = (name, true)
            round = { load in
                let start = DispatchTime.now().uptimeNanoseconds
                try Waiting.forResult { try await TransportBench.send(load, through: transport) }
                return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(load.count)
            }
        }

        init(peer command: String, _ arguments: String...) throws {
            let words = arguments.joined(separator: " ")
            let peer = try PeerProcess("\(command) \(words)")
            (name, isOwn) = (peer.name, false)
            round = { _ in try peer.round() }
        }

        private init(name: String, round: @escaping (Load) throws -> Double) {
            (self.name, isOwn, self.round) = (name, false, round)
        }

        /// The program, its start included.
        static func curl(_ url: String, _ method: HTTPMethod, _ inFlight: Int, _ body: [UInt8]) -> Contender {
            Contender(name: "curl, the program") { load in
                let data = method == .get ? "" : " --data-binary \(String(decoding: body, as: UTF8.self))"
                let start = DispatchTime.now().uptimeNanoseconds
                _ = try PeerProcess.output(
                    of:
                        "curl --stderr /dev/null --parallel --parallel-max \(inFlight) --request \(method.rawValue)\(data) "
                        + "\(url)?[1-\(load.count)] --output /dev/null")
                return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(load.count)
            }
        }
    }

    private static func race(_ contenders: [Contender], rounds: Int, _ load: Load) throws -> [String: Any] {
        var times = [[Double]](repeating: [], count: contenders.count)
        var processor = times
        for round in 0...rounds {
            for (index, contender) in contenders.enumerated() {
                let before = ProcessClock.nanoseconds
                let time = try contender.round(load)
                guard round > 0 else { continue }
                times[index].append(time)
                processor[index].append((ProcessClock.nanoseconds - before) / Double(load.count))
            }
        }
        var summary: [String: Any] = [:]
        for (index, contender) in contenders.enumerated() {
            var figures = [
                "per_second": 1e9 / times[index].median, "times_ours": times[index].median / times[0].median,
            ]
            if contender.isOwn { figures["processor_us"] = processor[index].median / 1000 }
            summary[contender.name] = figures
        }
        return summary
    }

    private static func send(_ load: Load, through transport: some BoundTransport) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<load.inFlight {
                group.addTask {
                    for _ in stride(from: worker, to: load.count, by: load.inFlight) {
                        let answer = try await transport.send(load.request, timeout: .seconds(30))
                        guard answer.status == 200 else {
                            throw BenchError.peer("nginx", "answered \(answer.status)")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// The time from the cancellation of a task to its error, with a server that never answers.
    private static func cancellation(samples: Int) throws -> [String: Double] {
        let server = try SilentServer()
        let transport = try CurlTransport(Origin("http://127.0.0.1:\(server.port)"))
        let times = Samples()
        try Waiting.forResult {
            for _ in 0..<samples {
                let task = Task { try? await transport.send(HTTPRequest(.get, "/"), timeout: .seconds(30)) }
                try await Task.sleep(for: .milliseconds(3))
                let start = ContinuousClock.now
                task.cancel()
                guard await task.value == nil else { throw BenchError.peer("silence", "answered") }
                times.values.append(start.duration(to: .now) / .milliseconds(1))
            }
        }
        return ["median": times.values.median, "longest": times.values.max() ?? 0]
    }

    private final class Samples: @unchecked Sendable {
        var values: [Double] = []
    }
}
