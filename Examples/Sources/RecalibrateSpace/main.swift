// Moves the markers of a space into the frame of a new scan: fits, plans, writes and verifies.
import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import RigidCalibration

// The server runs inside this program. For a real one, change the origin.
let server = try SandboxServer()
let origin = try Origin(server.address + "/api/v1")
let api = MarkersAPI(try CurlTransport(origin))

// A space with two scans. Three of the four markers were placed again in the second, some millimetres off, and its
// frame is turned by 90° and shifted.
let space = try await api.createSpace(RequestBody.creatingSpace(key: "hall-3", name: "Hall 3"))
let poster = Quad([0, 0, 0], [0.5, 0, 0], [0.5, -0.3, 0], [0, -0.3, 0])
let places: [SIMD3<Double>] = [[0, 1.4, 0], [3, 1.2, 1], [6, 1.5, 4], [9, 1.3, 9]]
let markers = places.map { place in poster.map { $0 + place } }
let newFromOld = try RigidTransform(rowMajor: [0, 0, 1, 2, 0, 1, 0, 0, -1, 0, 0, -1, 0, 0, 0, 1])
let slips: [SIMD3<Double>] = [[0.001, 0, 0.001], [-0.002, 0.001, 0], [0.001, 0, -0.002]]
let oldScan = try await upload(markers)
let newScan = try await upload(
    zip(markers, slips).map { quad, slip in (newFromOld * quad).map { $0 + slip } })

// 1. Fit. Markers with the same label are a pair; wrong pairs are rejected.
let old = try await api.markers(of: oldScan).elements, new = try await api.markers(of: newScan).elements
let join = MarkerJoin(
    try old.map { try MarkerObservation($0, .raw) }, try new.map { try MarkerObservation($0, .raw) },
    by: .label)
let calibration = try Calibration(robust: JoinedMarkers(join).correspondences)
print("fit: \(calibration.verdict.rawValue), \(join.matches.count) pairs of markers")

// 2. Plan. Nothing is sent yet. Only the markers of the old scan move.
let fitted = join.matches.map { FittedMarker(id: join.old[$0.old].id, corners: join.old[$0.old].quad) }
let request = RecalibrationRequest(
    PlannedMotion(calibration, from: .raw, to: .raw, fitted: fitted), mode: .raw,
    frames: FrameMembership(chosen: [oldScan], targets: [newScan]))
let plan = try RecalibrationPlan(old + new, request)
print("plan: \(plan.updates.count) markers move, \(plan.leftOut.count) stay, \(plan.refused.count) cannot")

// 3. Apply. The job's file keeps what was there before, so that the run can be resumed and undone.
let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).job").path
let head = JobHead(plan, server: "\(origin)", space: space.id, created: Date.now.ISO8601Format())
let job = try Job.create(at: file, head, plan, space: Array(space.value.text))
let hold = try await SessionHold.take(head.sessions, as: "example", api)
let recalibration = Recalibration(api, job, RecalibrationOptions(locks: hold.locks))
let run = await recalibration.run()
await hold.release()
print("run: \(run.counts[.done] ?? 0) markers moved, stopped early: \(run.stop?.code ?? "no")")

// 4. Verify. Everything is read again and compared with the plan.
let comparison = try await recalibration.verify()
print("verify: \(comparison.asPlanned) as planned, \(comparison.different.count) different")
server.stop()

/// Makes a session with markers labelled 1, 2, 3 and so on, and returns its id.
func upload(_ quads: [Quad]) async throws -> UUID {
    let body = RequestBody.Session(in: space.id, type: "inspection").json
    let session = try await api.createWorkSession(body).id
    for (index, quad) in quads.enumerated() {
        var marker = RequestBody.MarkerCreation(workSessionID: session, quad: quad)
        marker.label = "\(index + 1)"
        _ = try await api.createMarker(marker)
    }
    return session
}
