import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import Synchronization
import TestSupport
import Testing

@Suite("A space of which an earlier job has moved a part")
struct HalfMovedSpaceTests {
    private static let step = SIMD3(0.0, 0, 3)

    /// Stops a run after some markers.
    /// Longer than a slow machine takes to begin a task.
    private static let stopSeconds = 0.3

    static func stopped(
        _ recalibration: Recalibration, _ request: SpaceRequest, _ path: String, after most: Int = 4
    ) async throws -> JobStatus {
        var recalibration = recalibration
        recalibration.options.concurrency = 1...1
        let count = Mutex(0), task = Mutex<Task<JobStatus, any Error>?>(nil)
        let (begun, go) = AsyncStream<Void>.makeStream()
        let run = Task { [recalibration] in
            for await _ in begun { break }
            return try await recalibration.run(request, job: path) { event in
                guard case .marker(_, _, let state) = event, state.word == .done else { return }
                let all = count.withLock { count in
                    count += 1
                    return count
                }
                guard all == most else { return }
                task.withLock { $0?.cancel() }
                // Until this returns, the run starts nothing; the stop is on its way to it.
                Thread.sleep(forTimeInterval: Self.stopSeconds)
            }
        }
        task.withLock { $0 = run }
        go.yield()
        return try await run.value
    }

    private static func refusal(
        _ body: () async throws -> JobStatus
    ) async -> RecalibrationError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? RecalibrationError
        }
    }

    @Test("is refused to the next job with the same motion, until the first is completed or undone")
    func journal() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let recalibration = try space.recalibration, request = try space.shifting(.raw, by: Self.step)
        let status = try await Self.stopped(recalibration, request, space.path)
        let moved = status.counts[.done, default: 0], all = status.total
        #expect(moved > 0 && moved < all && !status.isComplete && status.advice == [.goOn, .undo])
        let other = space.scene.folder.appending(path: "b.job").path
        let written = space.scene.server.effects.count
        let refusal = await Self.refusal { try await recalibration.run(request, job: other) }
        guard case .run(.movedBefore(let jobs))? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(
            jobs.map(\.isPartial) == [true] && jobs.map(\.moved) == [moved]
                && jobs.map(\.unmoved) == [all - moved])
        #expect(space.scene.server.effects.count == written && refusal?.code == "PARTLY_MOVED")
        // Another fit of the same scans is refused, too, and so is any other motion while the space is mixed.
        let nearly = try space.shifting(.raw, by: Self.step + SIMD3(0.01, 0, 0))
        #expect(
            await Self.refusal { try await recalibration.run(nearly, job: other) }?.code == "PARTLY_MOVED")

        #expect(try await recalibration.resume(job: space.path).isComplete)
        #expect(
            await Self.refusal { try await recalibration.run(nearly, job: other) }?.code == "ALREADY_APPLIED")
        #expect(try await recalibration.undo(job: space.path).isComplete)
        #expect(try await recalibration.run(request, job: other).isComplete)
        #expect(space.writes.values.allSatisfy { $0 == 3 })
        // A later motion is a recalibration of its own, but one of points alone does not say of when.
        var later = try space.shifting(.raw, by: SIMD3(0.2, 0, 0))
        #expect(
            await Self.refusal { try await recalibration.run(later, job: other + ".job") }?.code
                == "MOVED_PERHAPS")
        later.decisions.notMovedYet = [space.old, space.new]
        #expect(
            try await recalibration.run(later, job: space.scene.folder.appending(path: "c.job").path)
                .isComplete)
    }

    @Test("can be moved again if that is asked for")
    func again() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let recalibration = try space.recalibration
        var request = try space.shifting(.raw, by: Self.step)
        _ = try await recalibration.run(request, job: space.path)
        request.decisions.movesAgain = true
        let other = space.scene.folder.appending(path: "b.job").path
        #expect(try await recalibration.run(request, job: other).isComplete)
    }

    @Test(
        "is known by its labels without the file of the job, whichever part is larger", arguments: [1, 2, 4])
    func populations(moved: Int) async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let recalibration = try space.recalibration
        var first = space.request(.raw)
        first.fit.isRobust = true
        let status = try await Self.stopped(recalibration, first, space.path, after: moved)
        #expect(!status.isComplete)
        // Somebody else, at another machine, fits again; fitted markers are written first.
        let elsewhere = FileManager.default.temporaryDirectory.appending(path: "else-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: elsewhere) }
        let path = elsewhere.appending(path: "b.job").path
        let written = space.scene.server.effects.count
        let refusal = await Self.refusal { try await recalibration.run(space.request(.raw), job: path) }
        // With as many of either, no motion is better than the other.
        #expect(
            ["AMBIGUOUS_MOTION", "PARTLY_MOVED"].contains(refusal?.code ?? ""),
            "\(String(describing: refusal))")
        #expect(space.scene.server.effects.count == written)
    }

    @Test("is known by the mark on its sessions, which keeps their other data and goes with an undo")
    func mark() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        var recalibration = try space.recalibration
        let request = try space.shifting(.raw, by: Self.step)
        let before = try await space.api.workSession(space.old)
        var update = RequestBody.Session(version: try #require(before.version))
        update.meta = try JSONValue(#"{"spatial_environment":"laserGuide","n":1.50}"#)
        _ = try await space.api.updateWorkSession(space.old, update.json)
        recalibration.options.marks = true
        #expect(!(try await Self.stopped(recalibration, request, space.path)).isComplete)
        let elsewhere = FileManager.default.temporaryDirectory.appending(path: "else-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: elsewhere) }
        let other = elsewhere.appending(path: "b.job").path
        var stranger = try space.recalibration
        stranger.records = nil
        let mark = try #require(SessionMark(try await space.api.workSession(space.old)))
        #expect(mark.state == .moving && mark.user == "ann")
        #expect(await Self.refusal { try await stranger.run(request, job: other) }?.code == "SESSION_MARKED")
        #expect(try await recalibration.resume(job: space.path).isComplete)
        #expect(SessionMark(try await space.api.workSession(space.old))?.state == .moved)
        #expect(await Self.refusal { try await stranger.run(request, job: other) }?.code == "SESSION_MARKED")
        #expect(try await recalibration.undo(job: space.path).isComplete)
        let after = try await space.api.workSession(space.old)
        #expect(SessionMark(after) == nil)
        #expect(after.meta?["spatial_environment"]?.string == "laserGuide" && after.meta?["n"]?.double == 1.5)
        // Only its person knows that what was undone is as it was.
        #expect(await Self.refusal { try await stranger.run(request, job: other) }?.code == "MOVED_PERHAPS")
        var known = request
        known.decisions.notMovedYet = [space.old, space.new, space.odd]
        #expect(try await stranger.run(known, job: other).isComplete)
        // The mark of a job that has ended makes room for that of the next.
        let ends = ["c.job", "d.job"].map { elsewhere.appending(path: $0).path }
        for (path, step) in zip(ends, [SIMD3(0.2, 0, 0), SIMD3(0, 0, 0.3)]) {
            var request = try space.shifting(.raw, by: step)
            request.decisions = known.decisions
            #expect(try await recalibration.run(request, job: path).isComplete)
        }
        #expect(SessionMark(try await space.api.workSession(space.old))?.state == .moved)
    }
}
