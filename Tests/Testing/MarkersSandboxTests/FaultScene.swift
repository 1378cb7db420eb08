import Markers
import TestSupport
import Testing

@testable import MarkersSandbox

/// A server with one marker.
struct FaultScene {
    let server: SandboxServer
    let connection: RawClient
    let marker: String

    /// - Parameter faults: those that meet no POST of the first three requests, which create the marker.
    init(_ faults: String..., variants: Set<Variant> = []) throws {
        server = try SandboxServer(
            SandboxOptions(
                seed: 1, variants: variants, faults: try faults.map { try #require(Fault($0)) }))
        connection = try RawClient(port: server.port)
        var made = ""
        for (path, body) in [
            ("spaces", { _ in #"{"key":"k","name":"n"}"# }),
            ("work-sessions", { #"{"space_id":"\#($0)","session_type":"repair"}"# }),
            ("markers", { Visitor.marker(in: $0) }),
        ] as [(String, (String) -> String)] {
            connection.send("POST", "/api/v1/\(path)", body(made), port: server.port)
            made = try JSONValue(try #require(connection.answer()).body)["id"]?.string ?? ""
        }
        marker = made
    }

    func patch() { connection.send("PATCH", path, #"{"label":"B","version":1}"#, port: server.port) }

    var path: String { "/api/v1/markers/\(marker)" }

    /// Sends a request on the connection and returns the answer that comes.
    func ask(_ method: String, _ path: String, _ body: String? = nil) throws -> RawClient.Answer {
        connection.send(method, path, body, port: server.port)
        return try #require(connection.answer())
    }

    /// The session of the marker.
    var session: String { server.effects.first { $0.kind == "work_session" }?.id ?? "" }

    /// The number of times the marker was really changed.
    var changes: Int { server.effects.count { $0.id == marker && $0.action == .update } }
}
