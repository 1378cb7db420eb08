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
        let hall = Array(
            #"{"key":"hall","name":"Hall","calibration_vector":[\#(vector.x),\#(vector.y),\#(vector.z)]}"#
                .utf8)
        // One at a time: Swift 6.3 gives an asynchronous function that holds vectors while it waits too little memory.
        let space = try Waiting.forResult { try await api.createSpace(hall).id }
        let inspection = RequestBody.Session(in: space, type: "inspection").json
        let session = try Waiting.forResult { try await api.createWorkSession(inspection).id }
        let bodies = (0..<count).map { place in
            let corner = SIMD3(0.1 * Double(place % 1000), 0.2 * Double(place / 1000), 2.5)
            return RequestBody.MarkerCreation(
                workSessionID: session, quad: Quad.rectangle(0.08, 0.05).moved(by: corner))
        }
        markers = try Waiting.forResult {
            _ = try await MarkerCreation(api).create(
                bodies, keys: bodies.indices.map { "key \($0)" }, in: session)
            return try await api.markers(of: session).elements
        }
        (self.space, self.session) = (space, session)
    }
}
