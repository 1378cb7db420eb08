// The three jobs: a marker is checked, a motion is fitted, and a space is recalibrated on a server.
import Foundation
import MarkersClient
import MarkersSandbox
import Quadcal

// 1. Check, before anything is uploaded. Two corners were tapped in the wrong order.
var poster = Quad([0, 1.5, -2], [0.8, 1.5, -2], [0, 1, -2], [0.8, 1, -2])
for issue in poster.issues() {
    print(issue)
    if let fix = issue.fix { poster = poster.applying(fix) ?? poster }
}
print("center", poster.center, "normal", poster.normal ?? .zero, "planarity", poster.planarity ?? .nan)
// 2. Fit the motion between two scans, and ask how far off a marker will be.
let old = (0..<6).map { place in poster.map { $0 + [Double(2 * place), 0, Double(place % 3)] } }
let turned = try RigidTransform(rowMajor: [0, 0, 1, 4, 0, 1, 0, 0, -1, 0, 0, -1, 0, 0, 0, 1])
let new = old.enumerated().map { i, quad in (turned * quad).map { $0 + [0, 0.001 * Double(7 * i % 5), 0] } }
let calibration = try Calibration(old, new)
let error = calibration.predictedError(at: old[0].center) ?? .infinity
print(calibration.verdict.rawValue, "error to expect there:", (error * 1e4).rounded() / 10, "mm")
// 3. Recalibrate a space: each marker moves once, all is read back, and the job's file can undo it. Your own server
// has an address such as "https://host", and token: .environment("TOKEN").
let server = try SandboxServer()
let api = try MarkersAPI(server.address)
let space = try await api.createSpace(CreateSpace(key: "hall", name: "Hall")).id
var scans: [UUID] = []
for quads in [old, new] {
    let session = try await api.createWorkSession(CreateWorkSession(in: space)).id
    _ = try await api.createMarkers(
        quads.enumerated().map { CreateMarker(in: session, label: "\($0)", $1) }, in: session)
    scans.append(session)
}
let file = NSTemporaryDirectory() + "/\(UUID()).job"
let job = try await api.recalibrate("hall", moving: [scans[0]], onto: [scans[1]], job: file)
print("moved", job.counts[.done] ?? 0, "of", old.count, "markers, complete:", job.isComplete)
print("put back", try await api.undo(job: file).counts[.undone] ?? 0)
