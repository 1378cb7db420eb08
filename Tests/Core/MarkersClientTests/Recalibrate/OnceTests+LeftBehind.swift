import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

extension OnceTests {
    @Test(
        "O23: a marker that the job before left in the old frame is asked about, on its machine by the job, elsewhere by the mark",
        arguments: [(true, true), (true, false), (false, false)])
    func leftBehind(isMarked: Bool, isElsewhere: Bool) async throws {
        let space = try await RescannedSpace(
            SandboxOptions(seed: 1, variants: isMarked ? [] : [.dropMeta]), editing: .afterRescan)
        defer { space.clear() }
        let first = try Machine(space), second = isElsewhere ? try Machine(space) : first
        var request = space.request(.raw)
        request.frames = FrameMembership(chosen: [space.old])
        request.decisions.onlyUnmoved = true
        #expect(try await first.recalibration.run(request, job: first.job).isComplete)
        let last = try #require(try await space.api.markers(of: space.old).elements.last)
        request.motion = .markers(by: .label, onto: [try await Self.visit(space)], corners: .raw)
        request.decisions.onlyUnmoved = false
        let next = request
        #expect(
            await Self.code { try await second.recalibration.run(next, job: second.job) }
                == "PARTLY_MOVED_PERHAPS")
        request.decisions.onlyUnmoved = true
        #expect(try await second.recalibration.run(request, job: second.job).isComplete)
        #expect(try await space.api.marker(last.id).quad == (try last.quad))
    }
}
