import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import RigidCalibration

/// One job on a sandbox of its own, run and run again until nothing is left to do.
struct FaultCostJob {
    let mode: PushMode
    let markers: Int
    let seed: UInt64
    /// The faults, in the words of the sandbox.
    let faults: [String]
    let tool: String?

    /// More runs than any seed needs.
    private static let mostRuns = 30
    private static let agent = "job"

    init(_ mode: PushMode, markers: Int, seed: UInt64, faults: [String], tool: String?) {
        (self.mode, self.markers, self.seed, self.faults, self.tool) = (mode, markers, seed, faults, tool)
    }

    func run() throws -> FaultCostResult {
        let folder = FileManager.default.temporaryDirectory.appending(path: "faultcost-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = folder.appending(path: "server.sqlite").path
        let scene = try build(data)
        var result = FaultCostResult(), planned: [JobItem] = []
        let setUp = try FaultCostJob.log(data).effects.count
        do {
            let words = faults.flatMap { ["--fault", $0] }
            let server = try ServerProcess.sandbox(
                tool, ["--data", data, "--seed", "\(seed)", "--token-seconds", "86400"] + words)
            let start = ContinuousClock.now
            let job = try push(scene, server.lines[0], folder.appending(path: "a.job").path, &result)
            result.seconds = start.duration(to: .now) / .seconds(1)
            planned = try Waiting.forResult { [job] in
                var items: [JobItem] = []
                for row in try await job.rows() { items.append(try await job.item(row)) }
                return items
            }
            result.head = job.head
        }
        let log = try FaultCostJob.log(data)
        guard let head = result.head else { throw BenchError.violated("no job") }
        var audit = FaultCostAudit(head, planned, by: FaultCostJob.agent)
        for effect in log.effects[setUp...] { audit.take(effect) }
        result.problems += audit.findings()
        (result.writes, result.edits, result.met) = (audit.writes, audit.edits, audit.met)
        let fired = Set(log.faults.map(\.fault))
        result.fired = log.faults.count
        // The few requests of one vector do not meet them all.
        for fault in faults where mode != .vector && !fired.contains(where: { Fault(fault)?.text == $0 }) {
            result.problems.append("the fault \(fault) met nobody")
        }
        return result
    }

    /// Makes the space and its markers while nothing fails.
    private func build(_ data: String) throws -> SandboxScene {
        let server = try ServerProcess.sandbox(tool, ["--data", data, "--seed", "\(seed)"])
        return try SandboxScene(
            server.lines[0], markers: markers, vector: mode == .vector ? .zero : SIMD3(1.5, 0, 2))
    }

    /// The log in the file of a server that has ended.
    private static func log(_ data: String) throws -> (effects: [Effect], faults: [FiredFault]) {
        let server = try SandboxServer(SandboxOptions(dataFile: data))
        defer { server.stop() }
        return (server.effects, server.faults)
    }

    /// Makes the job and carries it out, while others edit.
    private func push(
        _ scene: SandboxScene, _ address: String, _ path: String, _ result: inout FaultCostResult
    ) throws -> Job {
        let counter = RequestCounter(), progress = FaultCostProgress(markers)
        let api = try FaultCostClient.api(address, agent: FaultCostJob.agent, counter)
        let plan = try plan(scene)
        let head = JobHead(plan, server: address, space: scene.space, created: "2026-11-20T12:00:00Z")
        let job = try Job.create(at: path, head, plan, space: Array("{}".utf8))
        let ids = scene.markers.map(\.id), seed = seed, mode = mode
        let outcome = try Waiting.forResult { () -> (runs: Int, last: RunReport) in
            let editors = try (1...3).map { try FaultCostEditor($0, ids, address, seed: seed, progress) }
            let editing = Task {
                await withTaskGroup(of: Void.self) { group in
                    for editor in editors { group.addTask { await editor.work() } }
                }
            }
            // The vector is one request only: let some edits come before it.
            if mode == .vector { progress.finish() }
            let options = RunOptions(policy: .skip)
            for run in 1...FaultCostJob.mostRuns {
                let report = await JobRun(api, job, options).run { event in
                    if case .marker(_, _, let state) = event, state.word == .done { progress.step() }
                }
                // Resuming is for the edits that people make after the first run.
                progress.finish()
                await editing.value
                let isAtRest = report.stop == nil && (report.requests == 0 || mode == .vector && run > 1)
                if isAtRest { return (run, report) }
            }
            throw BenchError.violated("not at rest after \(FaultCostJob.mostRuns) runs")
        }
        result.answers = counter.counts
        result.runs = outcome.runs
        result.counts = Dictionary(
            uniqueKeysWithValues: outcome.last.counts.map { ($0.key.rawValue, $0.value) })
        return job
    }

    func plan(_ scene: SandboxScene) throws -> RecalibrationPlan {
        let turn = mode == .vector ? SIMD3<Double>.zero : SIMD3(0, 0.6, 0)
        guard let rotation = Rotation(rotationVector: turn),
            let transform = RigidTransform(rotation: rotation, translation: SIMD3(2, 0, 1))
        else { throw BenchError.violated("no motion") }
        let kind: PointKind = mode == .raw ? .raw : .calibrated
        let vector = mode == .vector ? SIMD3<Double>.zero : SIMD3(1.5, 0, 2)
        return try RecalibrationPlan(
            scene.markers,
            PlanRequest(
                PlannedMotion(AnchoredMotion(transform), from: .raw, to: kind), mode: mode,
                frames: FrameMembership(chosen: [scene.session]),
                space: SpaceCalibration(CalibrationVector(vector))))
    }
}

/// The result of one job.
struct FaultCostResult {
    var head: JobHead?
    /// The job's requests as they were sent, by their answers.
    var answers: [String: Int] = [:]
    var runs = 0
    var seconds = 0.0
    var counts: [String: Int] = [:]
    /// The number of changes in the log by the job, and by somebody else.
    var writes = 0, edits = 0
    /// The number of markers that somebody had edited before the job wrote them.
    var met = 0
    /// The number of faults that met a request.
    var fired = 0
    var problems: [String] = []

    var requests: Int { answers.values.reduce(0, +) }

    /// The share of requests beyond those needed if nothing fails.
    var extra: Double { Double(requests) / Double(runs + writes + 1 + 2 * met) - 1 }

    var summary: [String: Any] {
        [
            "requests": requests, "answers": answers, "runs": runs, "seconds": seconds, "counts": counts,
            "writes": writes,
            "edits": edits, "met": met, "extra_requests": extra, "faults": fired,
            "violations": problems.count,
        ]
    }
}
