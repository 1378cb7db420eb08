// Makes each call of the server's integration guide, in the guide's order: above each call is the request that the guide
// documents, with the members that it sends.
import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry

// The server runs inside this program. For a real one, change the origin.
let server = try SandboxServer()
let api = MarkersAPI(try CurlTransport(Origin(server.address + "/api/v1")))

// POST /spaces {key, name, description, calibration_vector}
let space = try await api.createSpace(CreateSpace(key: "blade-7", name: "Blade 7", description: "Hall 2"))
print("space", space.key, space.calibration().shift)

// GET /spaces, GET /spaces?key=, GET /spaces/{id}
print("spaces", try await api.spaces().elements.count, try await api.spaces(key: "blade-7").elements.count)
print("the same", try await api.space(space.id).id == space.id)

// PATCH /spaces/{id} {name, calibration_vector}
let calibrated = try await api.updateSpace(space.id, UpdateSpace(calibrationVector: [1.5, 0, 2]))
print("vector", calibrated.calibration().shift)

// POST /work-sessions {space_id, session_type, status, started_at}
let draft = try await api.createWorkSession(CreateWorkSession(in: space.id, type: .inspection, state: .draft))
print("session", draft.type.rawValue, draft.state.rawValue)

// PATCH /work-sessions/{id} {status, version}; after a 409 the guide reads the session again and repeats the call
let session = try await api.updateWorkSession(draft, UpdateWorkSession(state: .active, started: Date()))
print("session", session.state.rawValue, "started:", session.started != nil)

// GET /work-sessions?space_id=&status=
print("active sessions", try await api.workSessions(in: space.id, status: "active").elements.count)

// POST /markers {work_session_id, label, p1, p2, p3, p4, color, custom_props}; p1 to p4 as ARKit's raycasts return them
let taps: [SIMD3<Float>] = [[0, 1.5, -2], [0.75, 1.5, -2], [0.75, 1, -2], [0, 1, -2]]
let marker = try await api.createMarker(
    CreateMarker(in: session.id, label: "Crack 1", try Quad(taps), customProperties: ["severity": "high"]))
print("marker", marker.label ?? "", marker.customProperties?["severity"]?.string ?? "")

// The calibrated corners that the server computes of the space's vector are those that are computed here.
let expected = try marker.calibrated(by: calibrated.calibration()).calibratedData
print("calibrated as here", try marker.calibratedData?.quad == expected?.quad, expected?.center ?? .zero)

// POST /markers/bulk {markers: [...]}
let more = try (1...3).map {
    CreateMarker(in: session.id, label: "\($0)", try Quad(taps).map { $0 + [0, 0, 5] })
}
let made = try await api.createMarkers(more, in: session.id)
print("bulk", made.compactMap(\.label))

// PATCH /markers/{id} {p3, version}
let moved = try await api.updateMarker(marker, UpdateMarker(p3: [0.75, 0.995, -2]))
print("moved", try moved.quad.p3)

// GET /markers?work_session_id=, GET /markers/{id}, DELETE /markers/{id}
try await api.deleteMarker(made[2].id)
print(
    "markers", try await api.markers(of: session.id).elements.count,
    try await api.marker(marker.id).label ?? "")

// POST /markers/{id}/details/calculate
print("long size", try await api.calculateDetails(of: marker.id).longSize ?? 0)

// POST /presence/{session}, a heartbeat every 10 s, GET /presence/{session}, DELETE /presence/{session}/{user};
// POST /locks/work-sessions/{id} {ttl_seconds}, extend every 20 s, unlock with its token
let present = try await api.held(session.id, as: "ann") { _ in try await api.presence(in: session.id) }
print("present", present, "then", try await api.presence(in: session.id))

// A marker that is wrong is refused before anything is sent.
do {
    _ = try await api.createMarker(
        CreateMarker(in: session.id, try Quad([taps[0], taps[2], taps[1], taps[3]])))
} catch APIError.unsound(let markers) {
    print("not sent:", markers.flatMap(\.issues).map(\.code.rawValue))
}
server.stop()
