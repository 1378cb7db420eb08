import Foundation
import Markers
import MarkersClient
import PushSimulation
import QuadGeometry
import RigidCalibration
import Synchronization
import TestSupport
import Testing

@Suite("A job file of an earlier day")
struct FrozenJobTests {
    private static let count = 5
    /// The states of its markers: three written, one not yet, one met by somebody else.
    private static let states = [
        JobState(.done, version: 4), JobState(.done, version: 4), JobState(.done, version: 4),
        JobState(.pending),
        JobState(.conflict, version: 3, code: "CORNERS_CHANGED"),
    ]
    private static let frozen = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../../Datasets/jobs/format-1.job"
    ).standardizedFileURL

    /// Makes the file: `QUADCAL_FROZEN_JOB=FILE swift test --filter FrozenJobTests.make`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["QUADCAL_FROZEN_JOB"] != nil))
    func make() async throws {
        let path = try #require(ProcessInfo.processInfo.environment["QUADCAL_FROZEN_JOB"])
        let scene = try JobScene(MarkerServer(Self.count))
        defer { scene.clear() }
        do {
            let job = try await scene.create(.raw)
            for (ordinal, state) in Self.states.enumerated() { try await job.record(ordinal, state) }
            try await job.flush()
        }
        try FileManager.default.copyItem(atPath: scene.path, toPath: path)
    }

    @Test("has no notes, which its version did not keep")
    func notes() async throws {
        // Reading makes files beside it.
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appending(path: "old.job")
        try FileManager.default.copyItem(at: Self.frozen, to: copy)
        #expect(try await Job.read(at: copy.path).notes().isEmpty)
    }

    /// A server as it was when the job was left, every write to which is noted.
    private struct LeftServer: Transport {
        let server: MarkerServer
        let writes = Writes()

        final class Writes: Sendable {
            let all = Mutex<Set<String>>([])
        }

        init() async throws {
            server = MarkerServer(FrozenJobTests.count)
            let fresh = try await MarkersAPI(server).markers(of: MarkerServer.session).elements
            let motion = try JobScene.motion(.raw)
            for (marker, state) in zip(fresh, FrozenJobTests.states) where state.word == .done {
                let quad = motion * (try marker.quad)
                await server.change(marker.id) { ($0.quad, $0.calibrated, $0.version) = (quad, quad, 4) }
            }
        }

        func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
            if request.method != .get {
                writes.all.withLock {
                    _ = $0.insert("\(request.path) \(String(decoding: request.body, as: UTF8.self))")
                }
            }
            return try await server.send(request, timeout: timeout)
        }

        func run(_ job: Job, _ direction: UpdateRule.Direction) async -> RunReport {
            await JobRun(MarkersAPI(self, clock: TestClock()), job).run(direction)
        }
    }

    /// A folder for copies of the file, which is removed at the end.
    private static func inFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "frozen-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    @Test("opens, shows all its contents, is resumed and taken back")
    func whole() async throws {
        try await Self.inFolder { folder in
            let path = folder.appending(path: "a.job").path
            try FileManager.default.copyItem(atPath: Self.frozen.path, toPath: path)
            do {
                let job = try Job.read(at: path)
                #expect(job.head.server == JobScene.origin && job.head.mode == .raw)
                #expect(
                    job.head.created == "2026-11-20T12:00:00Z" && job.head.sessions == [MarkerServer.session])
                #expect(job.head.inputs == [JobInput(name: "pairs.csv", sha256: "00")])
                #expect(try await job.rows().map(\.state) == Self.states)
                #expect(try await job.fit() == Array("fit".utf8))
                #expect(try await job.spaceBefore() == Array("{}".utf8))
                #expect(try await job.seen().count == Self.count)
                // It was made before those were kept.
                #expect(try await job.unmoved().isEmpty)
            }
            let left = try await LeftServer()
            let job = try Job.open(at: path, server: JobScene.origin)
            #expect(await left.run(job, .apply).isComplete(.apply))
            #expect(left.writes.all.withLock { $0.count } == 2)
            #expect(try await JobRun(MarkersAPI(left), job).verify().isSound)
            #expect(await left.run(job, .undo).isComplete(.undo))
            let fresh = await MarkerServer(Self.count).markers
            for (id, marker) in await left.server.markers { #expect(marker.quad == fresh[id]?.quad) }
        }
    }

    @Test("of a later version is refused by name")
    func newer() async throws {
        try await Self.inFolder { folder in
            let path = folder.appending(path: "a.job").path
            try FileManager.default.copyItem(atPath: Self.frozen.path, toPath: path)
            try SQLiteFile.run("PRAGMA user_version = 4", in: path)
            let error = #expect(throws: JobError.self) { try Job.open(at: path, server: JobScene.origin) }
            #expect(error == .newer(path, format: 4, known: 3))
        }
    }

    /// Damage to files: flipped bits, lost ends, and sectors that are empty or from elsewhere in the file.
    private static func damaged(_ bytes: Data, _ random: inout SeededGenerator) -> Data {
        var bytes = bytes
        let sector = 512
        switch Int.random(in: 0..<10, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        case 1, 2:
            let to = Int.random(in: 0..<(bytes.count / sector), using: &random) * sector
            let from = Int.random(in: 0..<(bytes.count / sector), using: &random) * sector
            let piece = Bool.random(using: &random) ? Data(count: sector) : bytes[from..<(from + sector)]
            bytes.replaceSubrange(to..<(to + sector), with: piece)
        default:
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
                1 << UInt8.random(in: 0..<8, using: &random)
        }
        return bytes
    }

    /// Damaged files of each seed.
    private static let samples = Effort.count(250, quick: 50)

    @Test("that is damaged is refused or does what was planned, never anything else", arguments: Seeds.few)
    func damage(seed: UInt64) async throws {
        let bytes = try Data(contentsOf: Self.frozen)
        try await Self.inFolder { folder in
            func outcome(_ bytes: Data, _ direction: UpdateRule.Direction) async throws -> (
                String?, Set<String>
            ) {
                for file in try FileManager.default.contentsOfDirectory(
                    at: folder, includingPropertiesForKeys: nil)
                {
                    try FileManager.default.removeItem(at: file)
                }
                let path = folder.appending(path: "a.job").path
                try bytes.write(to: URL(filePath: path))
                let left = try await LeftServer()
                var code: String?
                do {
                    let job = try Job.open(at: path, server: JobScene.origin)
                    code = await left.run(job, direction).stop?.code
                } catch {
                    code = error.code
                }
                return (code, left.writes.all.withLock { $0 })
            }
            var planned: [UpdateRule.Direction: Set<String>] = [:]
            for direction in [UpdateRule.Direction.apply, .undo] {
                let (code, writes) = try await outcome(bytes, direction)
                #expect(code == nil && writes.count == (direction == .apply ? 2 : 3))
                planned[direction] = writes
            }
            var codes: [String: Int] = [:]
            for sample in 0..<Self.samples {
                var random = SeededGenerator(seed: seed, sample: sample)
                let direction: UpdateRule.Direction = sample % 2 == 0 ? .apply : .undo
                let (code, writes) = try await outcome(Self.damaged(bytes, &random), direction)
                #expect(
                    writes.isSubset(of: planned[direction] ?? []),
                    "seed \(seed), sample \(sample), \(code ?? "none")")
                codes[code ?? "none", default: 0] += 1
            }
            // Most of the file is unused space.
            #expect(codes["none", default: 0] > 0 && codes.count > 3, "\(codes)")
        }
    }
}
