import CPeers
import Foundation
import MarkersClient
import VisionSensorClient

/// Detections asked of the sandbox's phone over loopback, one after the other: by the wall's clock, and without the time that the
/// server's own processor took. A bare loop over a socket, which reads no JSON, shows how much of the rest is loopback itself.
enum SenseCalls {
    private static let count = 500

    static func measure(rounds: Int, python: String?) throws -> [String: Any] {
        let server = try ServerProcess.sandbox(nil, ["--phone", "wall", "--seed", "1"])
        guard let address = server.lines.first else { throw BenchError.peer("sandbox", "has no address") }
        let api = SensorAPI(
            try CurlTransport(try Origin(address), SensorAPI.transportOptions))
        let peer = try python.map {
            try PeerProcess("\($0) Benchmarks/Peers/sensor_tracks.py calls \(count)", files: address)
        }
        var ours: [Double] = [], bare: [Double] = [], oursBeyond: [Double] = [], theirs: [Double] = [],
            theirsBeyond: [Double] = []
        for round in 0...rounds {
            var before = server.processorNanoseconds
            let start = DispatchTime.now().uptimeNanoseconds
            try Waiting.forResult { for _ in 0..<count { _ = try await api.detect() } }
            let wall = Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
            let beyond = wall - (server.processorNanoseconds - before) / Double(count)
            before = server.processorNanoseconds
            let other = try peer.map { try $0.round() }
            let socket = try bareLoop(address)
            guard round > 0 else { continue }
            bare.append(socket / 1000)
            ours.append(wall / 1000)
            oursBeyond.append(beyond / 1000)
            guard let other else { continue }
            theirs.append(other / 1000)
            theirsBeyond.append((other - (server.processorNanoseconds - before) / Double(count)) / 1000)
        }
        var result: [String: Any] = [
            "median_us": ours.median, "beyond_server_us": oursBeyond.median, "bare_socket_us": bare.median,
        ]
        if let peer {
            result["peer"] = peer.name
            result["peer_median_us"] = theirs.median
            result["peer_beyond_server_us"] = theirsBeyond.median
            result["ratio"] = theirsBeyond.median / oursBeyond.median
        }
        return result
    }

    /// Nanoseconds a request of a loop that only counts the bytes of answers.
    private static func bareLoop(_ address: String) throws -> Double {
        guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw BenchError.peer("sandbox", "has no port")
        }
        let body = #"{"requestId":"9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"}"#
        let text = strdup(
            "POST /detect HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        defer { free(text) }
        var number = 1
        let start = DispatchTime.now().uptimeNanoseconds
        let done = peer_load(port, [UnsafePointer(text)], 1, count, &number)
        guard done == count else { throw BenchError.peer("socket", "\(done) of \(count) requests succeeded") }
        return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
    }
}
