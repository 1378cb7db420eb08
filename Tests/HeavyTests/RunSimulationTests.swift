import Foundation
import Markers
import MarkersClient
import PushSimulation
import TestSupport
import Testing

@Suite("Whole runs of jobs, of which three requests in ten fail while people edit", .heavy)
struct RunSimulationTests {
    private static let seeds = 10
    private static let markers = 150

    @Test("come to an end, move nothing twice and leave edits alone", arguments: [PushMode.raw, .calibrated])
    func sound(mode: PushMode) async throws {
        var requests = 0, edits = 0
        for seed in Seeds.first..<(Seeds.first + UInt64(Effort.count(Self.seeds, night: 40))) {
            let server = MarkerServer(Self.markers, seed: seed, faults: 0.3, meddles: true)
            await server.watch(try JobScene.motion(mode))
            let scene = try JobScene(server)
            defer { scene.clear() }
            let rule = try await Self.start(scene, mode, seed)
            for direction in [UpdateRule.Direction.apply, .undo] {
                for _ in 0..<12 {
                    let job = try Job.open(at: scene.path, server: JobScene.origin)
                    let report = await scene.run(job, direction)
                    requests += report.requests
                    let open: [JobState.Word] = [.pending, .unfinished, .unconfirmed]
                    if report.stop == nil, open.allSatisfy({ report.counts[$0] == nil }) { break }
                }
                let job = try Job.open(at: scene.path, server: JobScene.origin)
                try await Self.check(job, await server.markers, direction, rule, seed)
            }
            edits += await server.meddled
        }
        print("runs, \(mode): \(requests) requests, \(edits) edits")
        #expect(edits > Self.seeds)
    }

    /// Makes the job and lets its first run be cut short.
    private static func start(_ scene: JobScene, _ mode: PushMode, _ seed: UInt64) async throws -> UpdateRule
    {
        let job = try await scene.create(mode)
        let run = Task { await scene.run(job) }
        try await Task.sleep(for: .milliseconds(Int(seed % 7)))
        run.cancel()
        _ = await run.value
        return job.head.rule(.apply, .skip)
    }

    private static func check(
        _ job: Job, _ markers: [UUID: MarkerServer.Stored], _ direction: UpdateRule.Direction,
        _ rule: UpdateRule, _ seed: UInt64
    ) async throws {
        for item in try await job.rows() {
            let marker = try #require(markers[item.id])
            #expect(!marker.isSpoilt, "seed \(seed), \(item.ordinal)")
            switch item.state.word {
            case .done where marker.version == item.state.version:
                let isThere =
                    rule.mode == .raw
                    ? marker.moves == 1
                    : marker.calibrated.map { $0 == rule.calibrated(from: marker.quad) } ?? false
                #expect(isThere, "seed \(seed), \(item.ordinal)")
            case .undone where rule.mode == .raw: #expect(marker.moves == 0, "seed \(seed), \(item.ordinal)")
            case .conflict, .kept, .done, .undone: break
            default: Issue.record("seed \(seed), \(item.ordinal): \(item.state), \(direction)")
            }
        }
    }
}

@Suite("A job of many markers", .heavy)
struct LargeJobTests {
    /// A tenth of what a night makes: enough to show what grows with more than their number.
    private static let count = Effort.current == .long ? 100_000 : 10_000

    @Test("is made, carried out and resumed")
    func large() async throws {
        let scene = try JobScene(MarkerServer(Self.count))
        defer { scene.clear() }
        let clock = ContinuousClock()
        var marks = [clock.now]
        do {
            let job = try await scene.create(.raw)
            marks.append(clock.now)
            let report = await scene.run(job)
            #expect(report.isComplete(.apply))
        }
        marks.append(clock.now)
        let job = try Job.open(at: scene.path, server: JobScene.origin)
        marks.append(clock.now)
        let report = await scene.run(job)
        marks.append(clock.now)
        #expect(report.isComplete(.apply) && report.requests == 0)
        #expect(await scene.server.patches == Self.count)
        let seconds = zip(marks, marks.dropFirst()).map { ($1 - $0) / .seconds(1) }
        print("\(Self.count) markers: planned and made, applied, opened, resumed: \(seconds) s")
    }
}
