import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import PushSimulation
import QuadGeometry
import TestSupport
import Testing

/// A server whose data was replaced by a backup between two runs of a job.
@Suite("A server that was restored from a backup")
struct RestoredServerTests {
    private static let count = 5

    /// A server that knows only what a backup has, with the same ids and versions as the server of a job.
    private static func scene() async throws -> SandboxScene {
        // Requests are wrapped, so that the job may be carried to a server at another port.
        let scene = try await SandboxScene(
            SandboxOptions(seed: 1), vector: "[0,0,1.0]", through: { Unbound(transport: $0) })
        for place in 0..<count { try await scene.make(place) }
        return scene
    }

    private struct Unbound: Transport {
        let transport: CurlTransport

        func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
            try await transport.send(request, timeout: timeout)
        }
    }

    @Test("is brought to where the plan wants it by a resumed job", arguments: [PushMode.raw, .calibrated])
    func resumed(mode: PushMode) async throws {
        let first = try await Self.scene(), backup = try await Self.scene()
        defer { for scene in [first, backup] { scene.clear() } }
        let job = try await first.job(mode)
        #expect(await JobRun(first.api, job).run().isComplete(.apply))
        let before = try await backup.markers()
        #expect(try await first.markers().map(\.id) == before.map(\.id))

        let comparison = try await JobRun(backup.api, job).verify()
        #expect(comparison.isReopened && Set(comparison.different.values) == ["PENDING"], "\(comparison)")
        #expect(comparison.different.count == Self.count && comparison.asPlanned == 0)
        #expect(await JobRun(backup.api, job).run().counts == [.done: Self.count])
        #expect(try await JobRun(backup.api, job).verify().isSound)
        let there = try await backup.markers()
        #expect(try await first.markers().map(\.version) == there.map(\.version))

        #expect(await JobRun(backup.api, job).run(.undo).counts == [.undone: Self.count])
        #expect(try await backup.markers().map { try $0.quad } == before.map { try $0.quad })
    }

    @Test("is put back once more where the backup is older than the undo")
    func undone() async throws {
        let first = try await Self.scene(), backup = try await Self.scene()
        defer { for scene in [first, backup] { scene.clear() } }
        let job = try await first.job(.raw)
        #expect(await JobRun(first.api, job).run().isComplete(.apply))
        #expect(await JobRun(first.api, job).run(.undo).isComplete(.undo))
        // The backup has the markers where the job had moved them.
        let moved = try await backup.job(.raw)
        #expect(await JobRun(backup.api, moved).run().isComplete(.apply))

        #expect(try await JobRun(backup.api, job).verify(.undo).isReopened)
        #expect(await JobRun(backup.api, job).run(.undo).counts == [.undone: Self.count])
        #expect(try await JobRun(backup.api, job).verify(.undo).isSound)
    }

    @Test("is not written where somebody has moved markers back, which is their work")
    func movedBack() async throws {
        let scene = try await Self.scene()
        defer { scene.clear() }
        let before = try await scene.markers(), job = try await scene.job(.raw)
        #expect(await JobRun(scene.api, job).run().isComplete(.apply))
        for (old, marker) in zip(before, try await scene.markers()) {
            var update = RequestBody.MarkerUpdate(version: try #require(marker.version))
            update.quad = try old.quad
            _ = await scene.api.updateMarker(marker.id, try update.json())
        }
        let comparison = try await JobRun(scene.api, job).verify()
        #expect(!comparison.isReopened && comparison.different.count == Self.count)
        #expect(Set(comparison.different.values) == ["MOVED_BACK"])
        let report = await JobRun(scene.api, job).run()
        #expect(report.requests == 0, "\(report)")
    }
}
