import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

/// Markers that a run has written and that its job does not know of, since it was killed before it noted them.
@Suite("What a killed run wrote without noting it, and somebody edited since")
struct ForgottenWriteTests {
    private static let count = 5

    /// A scene whose markers a job has moved, and the job as it was before it did.
    private static func forgetful(vector: String = "[0,0,1.0]") async throws -> SandboxScene {
        let scene = try await SandboxScene(SandboxOptions(seed: 1), vector: vector)
        for place in 0..<count { try await scene.make(place) }
        let job = try await scene.job(.raw)
        try await job.close()
        let before = try Data(contentsOf: URL(filePath: scene.path))
        let running = try Job.open(at: scene.path, server: scene.server.address)
        #expect(await JobRun(scene.api, running).run().isComplete(.apply))
        try await running.close()
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: scene.path + suffix)
        }
        try before.write(to: URL(filePath: scene.path))
        return scene
    }

    /// Moves a corner of the first marker, or all, and writes calibrated data of the second; returns both.
    private static func edit(_ scene: SandboxScene, wholly: Bool = false) async throws -> [UUID] {
        let markers = try await scene.markers()
        var corner = RequestBody.MarkerUpdate(version: try #require(markers[0].version))
        corner.quad =
            wholly ? try markers[0].quad.moved(by: SIMD3(0, 0.5, 0)) : try Self.raised(markers[0])
        _ = await scene.api.updateMarker(markers[0].id, try corner.json())
        let version = try #require(markers[1].version)
        let data = try (0..<4).map { index in
            let corner = try markers[1].quad[corner: index]
            return "\"p\(index + 1)\":[\(corner.x),\(corner.y + 7),\(corner.z)]"
        }
        let body = "{\"version\":\(version),\"calibrated_data\":{\(data.joined(separator: ","))}}"
        _ = await scene.api.updateMarker(markers[1].id, Array(body.utf8))
        return [markers[0].id, markers[1].id]
    }

    private static func raised(_ marker: Marker) throws -> Quad {
        var quad = try marker.quad
        quad.p1.y += 0.5
        return quad
    }

    @Test(
        "stays as they put it and is named when the rest goes back, whether the job was resumed or not",
        arguments: [false, true])
    func editedSince(isResumed: Bool) async throws {
        let scene = try await Self.forgetful()
        defer { scene.clear() }
        let edited = try await Self.edit(scene), theirs = try await scene.markers().prefix(2)
        let job = try Job.open(at: scene.path, server: scene.server.address)
        let options = RunOptions(policy: .skip)
        if isResumed {
            let report = await JobRun(scene.api, job, options).run()
            // The corners that they left show the write whose answer is forgotten.
            #expect(report.counts == [.done: Self.count], "\(report)")
        }
        let back = await JobRun(scene.api, job, options).run(.undo)
        #expect(back.counts == [.kept: 2, .undone: Self.count - 2], "\(back)")
        #expect(try await Array(scene.markers().prefix(2)) == Array(theirs))
        let different = try await JobRun(scene.api, job).verify(.undo).different
        #expect(Set(different.keys) == Set(edited), "\(different)")
    }

    @Test("is named by the comparison after an undo, too, where it was left to them")
    func left() async throws {
        let scene = try await Self.forgetful()
        defer { scene.clear() }
        let edited = try await Self.edit(scene, wholly: true)
        let job = try Job.open(at: scene.path, server: scene.server.address)
        let report = await JobRun(scene.api, job, RunOptions(policy: .takeTheirs)).run()
        #expect(report.counts == [.left: 1, .done: Self.count - 1], "\(report)")
        _ = await JobRun(scene.api, job, RunOptions(policy: .skip)).run(.undo)
        let comparison = try await JobRun(scene.api, job).verify(.undo)
        #expect(comparison.edited == [edited[0]] && Array(comparison.different.keys) == [edited[1]])
    }

    @Test("is not said to be back as long as it is not, and is noted by the undo that finds it")
    func comparison() async throws {
        let scene = try await Self.forgetful()
        defer { scene.clear() }
        let job = try Job.open(at: scene.path, server: scene.server.address)
        let before = try await JobRun(scene.api, job).verify(.undo)
        #expect(
            before.different.values.allSatisfy { $0 == "NOT_RESTORED" }
                && before.different.count == Self.count)
        // Every marker refuses the undo.
        scene.server.meet([try #require(Fault("403:1:before:PATCH"))])
        _ = await JobRun(scene.api, job, RunOptions(policy: .skip)).run(.undo)
        scene.server.meet([])
        let open = try await JobStatus(ofJobAt: scene.path, running: .undo).open
        #expect(open.count == Self.count, "\(open)")
        #expect(await JobRun(scene.api, job).run(.undo).isComplete(.undo))
    }
}
