import CPeers
import Foundation
import Markers
import MarkersClient
import QuadGeometry

/// Markers read and updated per second by the sandbox, on one core, with the requests from another; and
/// the time until it answers.
///
/// By the wall's clock, and by the processor time of the server alone, which other programs do not lengthen as much.
enum SandboxBench {
    static let usage = "sandbox [--quadcal FILE] [--count N] [--repeat K] [--starts N] [--python PYTHON]"

    private static let connections = 16

    static func run(_ options: [String: String]) throws -> Any {
        let each = try options.count("count", default: 8000) / connections
        let rounds = try options.count("repeat", default: 7)
        var servers = [try sandbox(options["quadcal"]), try nginx()]
        if let python = options["python"] { servers.append(try fastAPI(python)) }
        var cases: [String: Any] = [:]
        for method in [HTTPMethod.get, .patch] {
            var measured = servers.map { _ in (wall: [Double](), processor: [Double]()) }
            for round in 0...rounds {
                for (index, server) in servers.enumerated() {
                    let time = try server.round(method, each)
                    guard round > 0 else { continue }
                    measured[index].wall.append(time.wall)
                    measured[index].processor.append(time.processor)
                }
            }
            var summary: [String: Any] = [:]
            for (server, time) in zip(servers, measured) {
                summary[server.name] = [
                    "per_second": 1e9 / time.wall.median, "processor_us": time.processor.median / 1000,
                    "per_processor_second": 1e9 / time.processor.median,
                    "times_sandbox": time.wall.median / measured[0].wall.median,
                    "processor_times_sandbox": time.processor.median / measured[0].processor.median,
                ]
            }
            cases[method.rawValue] = summary
        }
        let starts = try options.count("starts", default: 40)
        return [
            "requests": cases, "connections": connections,
            "start_ms": try SandboxStart.measure(options["quadcal"] ?? QuadcalTool.path, starts),
        ]
    }

    private final class Server {
        let name: String
        private let port: UInt16
        private let requests: [HTTPMethod: [String]]
        /// The version of each connection's marker.
        private var versions = [Int](repeating: 1, count: connections)
        private let processor: () -> Double

        init(_ name: String, port: UInt16, ids: [String], processor: @escaping () -> Double) {
            (self.name, self.port, self.processor) = (name, port, processor)
            requests = [
                .get: ids.map { SandboxBench.request(.get, $0, port) },
                .patch: ids.map { SandboxBench.request(.patch, $0, port) },
            ]
        }

        /// Nanoseconds a request.
        func round(_ method: HTTPMethod, _ each: Int) throws -> (wall: Double, processor: Double) {
            let texts = (requests[method] ?? []).map { strdup($0) }
            defer { for text in texts { free(text) } }
            let pointers = texts.map { UnsafePointer($0) }
            let count = connections * each
            let before = processor(), start = DispatchTime.now().uptimeNanoseconds
            var numbers = versions
            let done = peer_load(port, pointers, connections, each, &numbers)
            let wall = Double(DispatchTime.now().uptimeNanoseconds - start)
            guard done == count else { throw BenchError.peer(name, "\(done) of \(count) requests succeeded") }
            if method == .patch { versions = numbers }
            return (wall / Double(count), (processor() - before) / Double(count))
        }
    }

    /// Calibrated data as the client writes it, for the version that the load generator inserts.
    private static func request(_ method: HTTPMethod, _ id: String, _ port: UInt16) -> String {
        let corners = Quad.rectangle(0.5, 0.25).moved(by: SIMD3(1.2345678901234567, 0, 2.5123456789012345))
        var json = JSONWriter()
        CalibratedData(corners).write(to: &json)
        let body =
            method == .get
            ? ""
            : #"{"version":##########,"calibrated_data":\#(String(decoding: json.bytes, as: UTF8.self))}"#
        let fields =
            method == .get ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        return "\(method.rawValue) /api/v1/markers/\(id) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
            + "Accept: application/json\r\n\(fields)\r\n\(body)"
    }

    private static func sandbox(_ tool: String?) throws -> Server {
        let process = try ServerProcess.sandbox(tool)
        let scene = try SandboxScene(process.lines[0], markers: connections)
        return Server("sandbox", port: scene.port, ids: scene.markers.map(\.id.wireText)) {
            process.processorNanoseconds
        }
    }

    private static func nginx() throws -> Server {
        let server = try NginxServer(answer: String(repeating: "y", count: 560))
        return Server("nginx", port: server.port, ids: (0..<connections).map { "\($0)" }) {
            server.processorNanoseconds
        }
    }

    private static func fastAPI(_ python: String) throws -> Server {
        let process = try ServerProcess(
            [python, "Benchmarks/Peers/marker_server.py", "\(connections)"], lines: nil)
        guard let port = UInt16(process.lines[0]) else {
            throw BenchError.peer("FastAPI", "did not say its port")
        }
        return Server("FastAPI", port: port, ids: Array(process.lines.dropFirst())) {
            process.processorNanoseconds
        }
    }
}
