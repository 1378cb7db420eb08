import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import PushSimulation
import QuadGeometry
import Testing

/// A sandbox with a space and a session, and a folder for jobs on it.
struct SandboxScene {
    let server: SandboxServer
    let api: MarkersAPI
    let folder: URL
    let space: WireID
    let session: UUID

    var path: String { folder.appending(path: "a.job").path }

    /// Makes the space and the session; `vector` is the text of the space's vector.
    init(
        _ options: SandboxOptions = SandboxOptions(seed: 1), vector: String? = nil,
        log: (@Sendable (RequestRecord) -> Void)? = nil,
        through wrap: (CurlTransport) throws -> any Transport = { $0 }
    ) async throws {
        server = try SandboxServer(options)
        api = MarkersAPI(try wrap(CurlTransport(Origin(server.address + "/api/v1"))), log: log)
        folder = FileManager.default.temporaryDirectory.appending(path: "scene-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let member = vector.map { ",\"calibration_vector\":\($0)" } ?? ""
        let made = try await SandboxScene.post("/spaces", #"{"key":"k","name":"n"\#(member)}"#, api)
        space = WireID(try #require(made["id"]?.string))
        session = try await api.createWorkSession(RequestBody.Session(in: space, type: "inspection").json).id
    }

    /// Ends the server and removes the folder.
    func clear() {
        server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func post(_ path: String, _ body: String, _ api: MarkersAPI) async throws -> JSONValue {
        let headers: HTTPHeaders = ["Content-Type": "application/json"]
        // Faults of the server may meet it; only what certainly had no effect is sent again.
        while true {
            let request = HTTPRequest(.post, path, headers: headers, body: Array(body.utf8))
            switch await api.outcome(of: request) {
            case .applied(let response): return try JSONValue(response.body)
            case .notApplied(let failure) where failure.isRetryable: continue
            case .notApplied(let failure), .unknown(let failure): throw failure
            }
        }
    }

    /// Makes a marker 20 cm wide at a place on a wall; `more` are further members as text.
    func make(_ place: Int, _ more: String = "") async throws {
        let x = Double(place)
        let corners = """
            "p1":[\(x),1.0,2],"p2":[\(x + 0.2),1.00,2],"p3":[\(x + 0.2),1.1,2e0],"p4":[\(x),1.1,2]
            """
        let body = #"{"work_session_id":"\#(session.wireText)",\#(corners)\#(more)}"#
        _ = try await SandboxScene.post("/markers", body, api)
    }

    func markers() async throws -> [Marker] { try await api.markers(of: session).elements }

    /// The space as the server writes it.
    func spaceText() async throws -> [UInt8] {
        guard case .applied(let response) = await api.outcome(of: HTTPRequest(.get, "/spaces/\(space.text)"))
        else { throw CocoaError(.fileReadUnknown) }
        return response.body
    }

    /// Makes the job of a plan that turns and moves every marker, or only moves them in the vector mode.
    func job(_ mode: PushMode, sign: VectorSign = .added) async throws -> Job {
        let space = try JSONValue(try await spaceText())
        let motion = PlannedMotion(
            try JobScene.motion(mode), from: .raw, to: mode == .raw ? .raw : .calibrated)
        let plan = try RecalibrationPlan(
            try await markers(),
            PlanRequest(
                motion, mode: mode, frames: FrameMembership(chosen: [session]),
                space: SpaceCalibration(try CalibrationVector(space["calibration_vector"]), sign: sign)))
        let head = JobHead(
            plan, server: server.address, space: self.space, created: "2026-11-20T12:00:00Z")
        return try Job.create(at: path, head, plan, space: Array(space.text))
    }
}
