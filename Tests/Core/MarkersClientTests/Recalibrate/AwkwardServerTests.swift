import Foundation
import Markers
import MarkersClient
import PushSimulation
import QuadGeometry
import TestSupport
import Testing

@Suite("A server, a clock or people that change under a job")
struct AwkwardServerTests {
    private static let count = 40

    /// A clock whose pauses are over at once and whose date jumps a day back and forth while its time goes on.
    private final class JumpingClock: ClientClock {
        private let steady = TestClock()

        var now: Duration { steady.now }
        var date: Date {
            let day = 86_400.0
            return steady.date.addingTimeInterval(Int(now / .milliseconds(10)) % 2 == 0 ? day : -day)
        }
        func sleep(for duration: Duration) async throws { try await steady.sleep(for: duration) }
    }

    @Test("dates that jump by a day hold nothing up for longer than is allowed", arguments: Seeds.few)
    func jumpingDates(seed: UInt64) async throws {
        let scene = try JobScene(MarkerServer(Self.count, seed: seed, faults: 0.3))
        defer { scene.clear() }
        let clock = JumpingClock()
        let job = try await scene.create(.calibrated)
        var runs = 0
        while runs < 10 {
            runs += 1
            let report = await JobRun(MarkersAPI(scene.server, clock: clock), job).run()
            if report.isComplete(.apply) { break }
        }
        #expect(try await job.counts() == [.done: Self.count], "seed \(seed)")
        #expect(await scene.server.markers.values.allSatisfy { $0.writes == 1 }, "seed \(seed)")
        // Every marker may wait out its whole time, one after the other, in each run.
        #expect(clock.now < ItemLimits.deadline * Double(Self.count * runs), "seed \(seed)")
    }

    @Test("a marker that is removed and created again on the way is gone, and the new one is reported")
    func recreated() async throws {
        let scene = try JobScene(MarkerServer(Self.count))
        defer { scene.clear() }
        let job = try await scene.create(.raw)
        let old = MarkerServer.id(7), new = MarkerServer.id(Self.count + 7)
        let marker = try #require(await scene.server.markers[old])
        await scene.server.remove(old)
        await scene.server.add(new, marker)
        let report = await scene.run(job)
        #expect(report.counts == [.done: Self.count - 1, .gone: 1] && !report.isComplete(.apply))
        let verdict = try await JobRun(scene.api, job).verify()
        #expect(verdict.gone == [old] && verdict.appeared == [new] && !verdict.isSound)
        #expect(await scene.server.markers[new]?.quad == marker.quad)
        // Only what was written is taken back.
        #expect(await scene.run(job, .undo).counts[.undone] == Self.count - 1)
    }

    @Test(
        "versions at the end of all numbers are not written, and told",
        arguments: [Int64.max, 1 << 53 + 1, -1] as [Int64])
    func versions(version: Int64) async throws {
        let scene = try JobScene(MarkerServer(Self.count))
        defer { scene.clear() }
        let job = try await scene.create(.calibrated)
        let odd = MarkerServer.id(3)
        await scene.server.change(odd) { $0.version = version }
        let report = await scene.run(job)
        #expect(report.counts[.done] == Self.count - 1 && !report.isComplete(.apply), "\(report)")
        #expect(await scene.server.markers[odd]?.writes == 0)
    }
}
