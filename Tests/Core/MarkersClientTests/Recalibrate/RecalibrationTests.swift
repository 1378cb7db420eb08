import Foundation
import Markers
import MarkersClient
import PushSimulation
import QuadGeometry
import TestSupport
import Testing

@Suite("A job carried out on a server")
struct RecalibrationTests {
    private static let count = 40

    @Test("is applied once, verified, and taken back to what was there before", arguments: PushMode.allCases)
    func there(mode: PushMode) async throws {
        let scene = try JobScene(MarkerServer(Self.count))
        defer { scene.clear() }
        let before = await scene.server.markers
        let job = try await scene.create(mode)
        let report = await scene.run(job)
        #expect(report.stop == nil && report.isComplete(.apply), "\(report)")
        let applied = await scene.server.markers
        #expect(await scene.server.patches == (mode == .vector ? 1 : Self.count))
        if mode != .vector {
            #expect(applied.values.allSatisfy { $0.writes == 1 })
            // One more request than patches: the first marker is read back.
            #expect(report.requests == Self.count + 1)
            #expect(report.counts == [.done: Self.count])
        }
        #expect(try await JobRun(scene.api, job).verify().isSound)
        let again = await scene.run(job)
        #expect(again.isComplete(.apply))
        #expect(await scene.server.patches == (mode == .vector ? 1 : Self.count))
        let back = await scene.run(job, .undo)
        #expect(back.stop == nil && back.isComplete(.undo), "\(back)")
        for (id, marker) in await scene.server.markers {
            #expect(marker.quad == before[id]?.quad && marker.calibrated == before[id]?.calibrated)
        }
        #expect(await scene.server.vector.allSatisfy { $0 == 0 })
        #expect(try await JobRun(scene.api, job).verify(.undo).isSound)
        #expect(try await !JobRun(scene.api, job).verify().isSound)
    }

    @Test(
        "comes to its end through faults, though its process dies on the way",
        arguments: [PushMode.raw, .calibrated], Seeds.few)
    func faults(mode: PushMode, seed: UInt64) async throws {
        let scene = try JobScene(MarkerServer(Self.count, seed: seed, faults: 0.3))
        defer { scene.clear() }
        do {
            let job = try await scene.create(mode)
            let run = Task { await scene.run(job) }
            try await Task.sleep(for: .milliseconds(5))
            run.cancel()
            _ = await run.value
        }
        var reports: [RunReport] = []
        while reports.count < 10, reports.last?.isComplete(.apply) != true {
            let job = try Job.open(at: scene.path, server: JobScene.origin)
            reports.append(await scene.run(job))
        }
        #expect(reports.last?.isComplete(.apply) == true, "seed \(seed): \(reports)")
        #expect(await scene.server.markers.values.allSatisfy { $0.writes == 1 }, "seed \(seed)")
        let job = try Job.open(at: scene.path, server: JobScene.origin)
        for _ in 0..<10 where await scene.run(job, .undo).isComplete(.undo) { break }
        let fresh = MarkerServer(Self.count)
        for (id, marker) in await scene.server.markers {
            let before = await fresh.markers[id]
            #expect(marker.quad == before?.quad && marker.calibrated == before?.calibrated, "seed \(seed)")
        }
    }

    @Test("stops at the first marker where the server does not do what the mode needs")
    func unsuitable() async throws {
        let needs: [(MarkerServer.Habit, PushMode, String)] = [
            (.ignoresCalibratedData, .calibrated, "NOT_AS_WRITTEN"),
            (.keepsVersion, .raw, "VERSION_UNMOVED"), (.keepsVersion, .calibrated, "VERSION_UNMOVED"),
        ]
        for (habit, mode, code) in needs {
            let scene = try JobScene(MarkerServer(Self.count, habit: habit))
            defer { scene.clear() }
            let report = await scene.run(try await scene.create(mode))
            #expect(report.stop?.code == code, "\(habit), \(mode): \(report)")
            let written = await scene.server.markers.values.count { $0.writes > 0 }
            #expect(written == 1, "\(habit), \(mode)")
        }
    }

    @Test("ends soon if the server is down, and can be resumed")
    func outage() async throws {
        let scene = try JobScene(MarkerServer(400, habit: .isDown))
        defer { scene.clear() }
        let report = await scene.run(try await scene.create(.raw))
        #expect(report.stop == .outage || report.counts[.unconfirmed, default: 0] > 0, "\(report)")
        // Each that is under way is tried for as long as a server takes to restart, and no other.
        let most = AdaptiveLimit.range.upperBound * 2 * ItemLimits.failures
        #expect(await scene.server.patches < most)
        #expect(!report.isComplete(.apply))
    }

    @Test("T16: ends within the patience that was asked for where a server answers reads and fails writes")
    func patience() async throws {
        let scene = try JobScene(MarkerServer(400, habit: .isDown))
        defer { scene.clear() }
        let job = try await scene.create(.raw), patience = Duration.seconds(1)
        let options = RunOptions(item: ItemLimits(patience: patience))
        let report = await JobRun(scene.api, job, options).run()
        #expect(report.stop == .outage && report.counts[.done] == nil, "\(report)")
        // The first marker has ten failures, with pauses of a second at most; two more are tried.
        #expect(await scene.server.patches <= 3 * ItemLimits.failures)
        #expect(scene.clock.now <= patience * (2 * ItemLimits.failures), "\(scene.clock.now)")
    }

    @Test("leaves what somebody else changed as it is, and says so")
    func conflicts() async throws {
        let scene = try JobScene(MarkerServer(Self.count))
        defer { scene.clear() }
        let job = try await scene.create(.raw)
        let moved = MarkerServer.id(7), gone = MarkerServer.id(8), labelled = MarkerServer.id(9)
        let elsewhere = Quad.rectangle(1, 1)
        await scene.server.change(moved) { ($0.quad, $0.version) = (elsewhere, 9) }
        await scene.server.change(labelled) { ($0.label, $0.version) = ("new", 9) }
        await scene.server.remove(gone)
        let report = await scene.run(job)
        #expect(report.counts == [.done: Self.count - 2, .conflict: 1, .gone: 1])
        #expect(await scene.server.markers[moved]?.quad == elsewhere)
        #expect(await scene.server.markers[labelled]?.label == "new")
        let verdict = try await JobRun(scene.api, job).verify()
        #expect(verdict.gone == [gone] && verdict.different == [moved: "CORNERS_CHANGED"])
        // A label is no obstacle to taking corners back, and stays; corners that were placed since stay, too.
        await scene.server.change(labelled) { ($0.label, $0.version) = ("newer", 20) }
        let placed = MarkerServer.id(10)
        await scene.server.change(placed) { ($0.quad, $0.version) = (elsewhere, 20) }
        let back = await scene.run(job, .undo)
        #expect(back.counts[.kept] == 1 && back.counts[.undone] == Self.count - 3, "\(back)")
        #expect(await scene.server.markers[labelled]?.label == "newer")
        #expect(
            await scene.server.markers[labelled]?.quad == MarkerServer(Self.count).markers[labelled]?.quad)
        #expect(await scene.server.markers[placed]?.quad == elsewhere)
    }

    @Test("stops at a conflict where that is the policy, and sends nothing more")
    func stops() async throws {
        let scene = try JobScene(MarkerServer(400))
        defer { scene.clear() }
        let job = try await scene.create(.raw)
        await scene.server.change(MarkerServer.id(0)) { ($0.quad, $0.version) = (Quad.rectangle(1, 1), 9) }
        let report = await scene.run(job, policy: .stop)
        #expect(report.stop == .conflict(MarkerServer.id(0), .corners))
        #expect(await scene.server.patches == 0)
    }

    @Test("a cancelled run waits for what is under way and begins nothing new")
    func cancelled() async throws {
        let scene = try JobScene(MarkerServer(2000))
        defer { scene.clear() }
        let job = try await scene.create(.raw)
        let begun = AsyncStream<Void>.makeStream()
        let run = Task { await scene.run(job) { if case .marker = $0 { begun.continuation.yield() } } }
        var iterator = begun.stream.makeAsyncIterator()
        _ = await iterator.next()
        run.cancel()
        let report = await run.value
        #expect(report.stop == .interrupted)
        let done = report.counts[.done, default: 0]
        #expect(done > 0 && done < 2000)
        #expect(await scene.server.patches == done)
        #expect(await scene.server.markers.values.count { $0.writes == 1 } == done)
    }

    @Test("events come in order and end with the report")
    func events() async throws {
        let scene = try JobScene(MarkerServer(3))
        defer { scene.clear() }
        let job = try await scene.create(.calibrated)
        var codes: [String] = []
        for await event in JobRun(scene.api, job).events() {
            switch event {
            case .listed: codes.append("listed")
            case .warning(let warning): codes.append(warning.code)
            case .marker(_, _, let state): codes.append(state.word.rawValue)
            case .finished(let report): codes.append("\(report.isComplete(.apply))")
            case .present, .started, .vector, .stopping, .waiting, .holding: codes.append("other")
            }
        }
        #expect(
            codes == ["CALIBRATED_DATA_MAY_BE_REPLACED", "listed", "done", "done", "done", "true"])
    }
}

@Suite("A job under the lock of its session")
struct LockedJobTests {
    /// Gives a lock once, and then receives nothing more about it.
    private struct LockServer: Transport {
        func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
            guard request.path.hasSuffix(MarkerServer.session.wireText) else { return HTTPResponse(503) }
            return HTTPResponse(200, body: Array(#"{"acquired":true,"token":"t"}"#.utf8))
        }
    }

    /// No time passes between the lock and the requests, however slow the machine is.
    private struct StillClock: ClientClock {
        let now = Duration.zero, date = Date(timeIntervalSince1970: 784_111_777)
        func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
    }

    @Test("sends nothing once the lock might expire before an answer")
    func fence() async throws {
        let scene = try JobScene(MarkerServer(20))
        defer { scene.clear() }
        let job = try await scene.create(.raw)
        let clock = StillClock()
        for (timeout, patches) in [(Duration.seconds(2 * SessionLock.seconds), 0), (.seconds(1), 20)] {
            let lock = try #require(
                try await SessionLock.take(MarkerServer.session, MarkersAPI(LockServer(), clock: clock)))
            let api = MarkersAPI(scene.server, clock: clock, timeout: timeout)
            let report = await JobRun(api, job, RunOptions(locks: [lock])).run()
            #expect(report.stop?.code == (patches == 0 ? "LOCK_LOST" : nil))
            #expect(await scene.server.patches == patches)
        }
    }
}
