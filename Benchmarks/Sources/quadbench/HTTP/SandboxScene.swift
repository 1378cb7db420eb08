import Foundation
import Markers
import MarkersClient
import QuadGeometry

/// Markers along a wall, in one session of a sandbox.
struct SandboxScene {
    let port: UInt16
    let origin: Origin
    let transport: CurlTransport
    let space: WireID
    let session: UUID
    let markers: [Marker]

    var api: MarkersAPI { MarkersAPI(transport) }

    /// Makes `count` markers on a server that has none.
    init(_ address: String, markers count: Int, vector: SIMD3<Double> = .zero) throws {
        guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw BenchError.peer("sandbox", "did not say its address")
        }
        self.port = port
        origin = try Origin(address + "/api/v1")
        transport = try CurlTransport(origin)
        let api = MarkersAPI(transport)
        (space, session, markers) = try Waiting.forResult {
            let body =
                #"{"key":"hall","name":"Hall","calibration_vector":[\#(vector.x),\#(vector.y),\#(vector.z)]}"#
            let space = try await api.createSpace(Array(body.utf8))
            let session = try await api.createWorkSession(
                RequestBody.Session(in: space.id, type: "inspection").json)
            let bodies = (0..<count).map { place in
                let corner = SIMD3(0.1 * Double(place % 1000), 0.2 * Double(place / 1000), 2.5)
                return RequestBody.MarkerCreation(
                    workSessionID: session.id, quad: Quad.rectangle(0.08, 0.05).moved(by: corner))
            }
            _ = try await MarkerCreation(api).create(
                bodies, keys: bodies.indices.map { "key \($0)" }, in: session.id)
            return (space.id, session.id, try await api.markers(of: session.id).elements)
        }
    }
}
