import Foundation
import Markers
import MarkersClient
import QuadGeometry
import RigidCalibration

/// The time in which a finished job reports that again: its file opened, a list read, all markers compared.
enum ResumeBench {
    static let usage = "resume [--quadcal FILE] [--markers N] [--repeat K]"

    static func run(_ options: [String: String]) throws -> Any {
        let count = try options.count("markers", default: 100_000)
        let server = try ServerProcess.sandbox(options["quadcal"])
        let scene = try SandboxScene(server.lines[0], markers: count)
        let folder = FileManager.default.temporaryDirectory.appending(path: "resume-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.job").path
        try carryOut(try PushBench.job(scene, scene.markers, at: path), scene)
        var opening: [Double] = [], wall: [Double] = [], client: [Double] = [], sandbox: [Double] = []
        for _ in 0..<(try options.count("repeat", default: 7)) {
            let before = (PushBench.processorNanoseconds, server.processorNanoseconds)
            let start = DispatchTime.now().uptimeNanoseconds
            let job = try Job.open(at: path, server: PushBench.address(scene))
            opening.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
            let requests = try carryOut(job, scene)
            wall.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
            client.append((PushBench.processorNanoseconds - before.0) / 1e9)
            sandbox.append((server.processorNanoseconds - before.1) / 1e9)
            guard requests == 0 else { throw BenchError.violated("\(requests) requests beside the list") }
        }
        return [
            "markers": count, "seconds": wall.median, "shortest": wall.min() ?? 0, "opening": opening.median,
            "client_processor_seconds": client.median, "sandbox_processor_seconds": sandbox.median,
        ]
    }

    /// Runs a job to its end, and returns the number of requests other than lists.
    @discardableResult
    private static func carryOut(_ job: Job, _ scene: SandboxScene) throws -> Int {
        let report = try Waiting.forResult {
            let report = await JobRun(scene.api, job).run()
            try await job.close()
            return report
        }
        guard report.isComplete(.apply) else { throw BenchError.violated("\(report)") }
        return report.requests
    }
}
