// Moves the markers of a space into the frame of a new scan: fits, plans, writes and verifies.
import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry

// The server runs inside this program. For a real one, change the origin.
let server = try SandboxServer()
let origin = try Origin(server.address + "/api/v1")
let api = MarkersAPI(try CurlTransport(origin))

// A space with two scans. Three of the four markers were placed again in the second, some millimetres off, and its
// frame is turned by 90° and shifted.
let space = try await api.createSpace(CreateSpace(key: "hall-3", name: "Hall 3"))
let poster = Quad([0, 0, 0], [0.5, 0, 0], [0.5, -0.3, 0], [0, -0.3, 0])
let places: [SIMD3<Double>] = [[0, 1.4, 0], [3, 1.2, 1], [6, 1.5, 4], [9, 1.3, 9]]
let markers = places.map { place in poster.map { $0 + place } }
let newFromOld = try RigidTransform(rowMajor: [0, 0, 1, 2, 0, 1, 0, 0, -1, 0, 0, -1, 0, 0, 0, 1])
let slips: [SIMD3<Double>] = [[0.001, 0, 0.001], [-0.002, 0.001, 0], [0.001, 0, -0.002]]
let oldScan = try await upload(markers)
let newScan = try await upload(
    zip(markers, slips).map { quad, slip in (newFromOld * quad).map { $0 + slip } })

// 1. Plan. Markers with the same label are a pair, and wrong pairs are rejected. Only the markers of the old scan move, and
// nothing is sent yet.
let recalibration = Recalibration(api, on: origin, as: "example")
let plan = try await recalibration.plan(
    SpaceRequest(
        space.key, mode: .raw, motion: .markers(by: .label, onto: [newScan], corners: .raw),
        frames: FrameMembership(chosen: [oldScan])))
print("fit: \(plan.fit?.verdict.rawValue ?? "none"), \(plan.joined?.matches.count ?? 0) pairs of markers")
print(
    "plan: \(plan.plan.updates.count) markers move, \(plan.plan.leftOut.count) stay, \(plan.refusedCount) cannot"
)

// 2. Run. Each marker is written once, then everything is read again and compared with the plan. The job's file keeps what
// was there before, so that the run can be resumed and undone.
let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).job").path
let status = try await recalibration.run(plan, job: file)
print("run: \(status.counts[.done] ?? 0) markers moved, stopped early: \(status.run?.stop?.code ?? "no")")
if case .made(let comparison) = status.comparison {
    print("verify: \(comparison.asPlanned) as planned, \(comparison.different.count) different")
}
server.stop()

/// Makes a session with markers labelled 1, 2, 3 and so on, and returns its id.
func upload(_ quads: [Quad]) async throws -> UUID {
    let session = try await api.createWorkSession(CreateWorkSession(in: space.id)).id
    let markers = quads.enumerated().map { CreateMarker(in: session, label: "\($0 + 1)", $1) }
    _ = try await api.createMarkers(markers, in: session)
    return session
}
