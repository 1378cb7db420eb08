import Foundation
import Markers
import MarkersClient
import MarkersURLSession
import QuadGeometry
import RigidCalibration

/// Versioned updates of markers a second with eight in flight, from this core to a sandbox on another.
///
/// A job with its file and all its checks, beside plain loops over other transports. By the wall's clock, with the
/// processor time of client and server beside it.
enum PushBench {
    static let usage = "push [--quadcal FILE] [--count N] [--repeat K] [--python PYTHON] [--curl]"

    static let inFlight = 8

    static func run(_ options: [String: String]) throws -> Any {
        let count = try options.count("count", default: 4000)
        let rounds = try options.count("repeat", default: 5)
        let server = try ServerProcess.sandbox(options["quadcal"])
        let scene = try SandboxScene(server.lines[0], markers: count)
        var contenders = [try job(scene)]
        contenders.append(plain("libcurl, a loop", scene.transport, scene))
        contenders.append(
            plain("URLSession, a loop", try URLSessionTransport(scene.origin), scene, share: 10))
        if let python = options["python"] { contenders.append(try httpx(python, scene)) }
        if options["curl"] != nil { contenders.append(curl(scene)) }
        var times = [[Double]](repeating: [], count: contenders.count)
        var client = times, sandbox = times
        for round in 0...rounds {
            for (index, contender) in contenders.enumerated() {
                // Others have raised the versions of the same markers.
                let markers = try Waiting.forResult {
                    try await scene.api.markers(of: scene.session).elements
                }
                try contender.prepare(markers)
                let before = (PushBench.processorNanoseconds, server.processorNanoseconds)
                let time = try contender.round(), sent = Double(contender.count)
                guard round > 0 else { continue }
                times[index].append(time / sent)
                client[index].append((PushBench.processorNanoseconds - before.0) / sent)
                sandbox[index].append((server.processorNanoseconds - before.1) / sent)
            }
        }
        var summary: [String: Any] = [:]
        for (index, contender) in contenders.enumerated() {
            var figures = [
                "per_second": 1e9 / times[index].median, "times_ours": times[index].median / times[0].median,
                "sandbox_us": sandbox[index].median / 1000,
            ]
            // The processor time of a child is known only once it has ended.
            if !contender.livesOn {
                figures["client_us"] = client[index].median / 1000
                figures["per_client_second"] = 1e9 / client[index].median
            }
            summary[contender.name] = figures
        }
        return ["in_flight": inFlight, "updates": summary]
    }

    struct Contender {
        let name: String
        /// Updates a round.
        let count: Int
        /// True if it is a child that continues from round to round.
        var livesOn = false
        /// Takes the markers as they are, outside the timing.
        let prepare: ([Marker]) throws -> Void
        /// Nanoseconds of a round.
        let round: () throws -> Double
    }

    /// The processor time of all threads of this program and its ended children.
    static var processorNanoseconds: Double {
        var own = rusage(), children = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &own)
        getrusage(Int32(RUSAGE_CHILDREN.rawValue), &children)
        func nanoseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e9 + Double(time.tv_usec) * 1e3 }
        return nanoseconds(own.ru_utime) + nanoseconds(own.ru_stime) + nanoseconds(children.ru_utime)
            + nanoseconds(children.ru_stime)
    }

    static func wall(_ work: () throws -> Void) rethrows -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try work()
        return Double(DispatchTime.now().uptimeNanoseconds - start)
    }

    private final class Kept<Value>: @unchecked Sendable {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    /// The tool's whole work for a plan: list, write, record in the job's file.
    static func job(_ scene: SandboxScene) throws -> Contender {
        let folder = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID().uuidString)")
        let job = Kept<Job?>(nil)
        return Contender(name: "job", count: scene.markers.count) { markers in
            job.value = nil
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            job.value = try PushBench.job(scene, markers, at: folder.appending(path: "a.job").path)
        } round: {
            guard let job = job.value else { throw BenchError.violated("no job") }
            return try wall {
                let report = try Waiting.forResult {
                    let options = RunOptions(policy: .recompute, concurrency: inFlight...inFlight)
                    return await JobRun(scene.api, job, options).run()
                }
                guard report.isComplete(.apply) else { throw BenchError.violated("\(report)") }
            }
        }
    }

    static func address(_ scene: SandboxScene) -> String {
        String("\(scene.origin)".dropLast("/api/v1".count))
    }

    /// A job in the calibrated mode, with another motion for each version, so that there is something to write.
    static func job(_ scene: SandboxScene, _ markers: [Marker], at path: String) throws -> Job {
        let step = SIMD3(Double(markers.first?.version ?? 0), 0, 1)
        guard let transform = RigidTransform(rotation: .identity, translation: step) else {
            throw BenchError.violated("no motion")
        }
        let plan = try RecalibrationPlan(
            markers,
            PlanRequest(
                PlannedMotion(AnchoredMotion(transform), from: .raw, to: .calibrated), mode: .calibrated,
                frames: FrameMembership(chosen: [scene.session]),
                space: SpaceCalibration(CalibrationVector(.zero))))
        let head = JobHead(
            plan, server: address(scene), space: scene.space, created: "2026-11-20T12:00:00Z")
        return try Job.create(at: path, head, plan, space: Array("{}".utf8))
    }

    static func body(of marker: Marker) throws -> [UInt8] {
        var update = RequestBody.MarkerUpdate(version: marker.version ?? 0)
        update.calibratedData = CalibratedData(try marker.quad.moved(by: SIMD3(1.2345678901234567, 0, 1)))
        return try update.json()
    }

    /// One update after the other in each of the tasks, checking only the status; of one in `share` markers.
    private static func plain(
        _ name: String, _ transport: some BoundTransport, _ scene: SandboxScene, share: Int = 1
    ) -> Contender {
        let requests = Kept<[HTTPRequest]>([]), count = max(1, scene.markers.count / share)
        return Contender(name: name, count: count) { markers in
            requests.value = try markers.prefix(count).map { marker in
                HTTPRequest(
                    .patch, "/markers/\(marker.id.wireText)",
                    headers: ["Accept": "application/json", "Content-Type": "application/json"],
                    body: try body(of: marker))
            }
        } round: {
            try wall {
                let requests = requests.value
                try Waiting.forResult {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for worker in 0..<inFlight {
                            group.addTask {
                                for place in stride(from: worker, to: requests.count, by: inFlight) {
                                    let answer = try await transport.send(
                                        requests[place], timeout: .seconds(30))
                                    guard answer.status == 200 else {
                                        throw BenchError.peer(name, "answered \(answer.status)")
                                    }
                                }
                            }
                        }
                        try await group.waitForAll()
                    }
                }
            }
        }
    }

    static func httpx(_ python: String, _ scene: SandboxScene) throws -> Contender {
        let file = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID().uuidString).txt")
        try Data().write(to: file)
        let peer = try PeerProcess(
            "\(python) Benchmarks/Peers/marker_pushes.py \(scene.origin)/markers/ \(inFlight)",
            files: file.path)
        return Contender(name: peer.name, count: scene.markers.count, livesOn: true) { markers in
            try lines(markers).write(to: file, atomically: true, encoding: .utf8)
        } round: {
            try peer.round() * Double(scene.markers.count)
        }
    }

    private static func lines(_ markers: some Sequence<Marker>) throws -> String {
        try markers.map { "\($0.id.wireText) \(String(decoding: try body(of: $0), as: UTF8.self))\n" }
            .joined()
    }

    /// A process for each update, as in a script; of a tenth of the markers, since it is slow.
    private static func curl(_ scene: SandboxScene) -> Contender {
        let file = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID().uuidString).args")
        let count = max(1, scene.markers.count / 10)
        return Contender(name: "curl and xargs", count: count) { markers in
            let text = try lines(markers.prefix(count)).split(separator: "\n").map { line in
                let parts = line.split(separator: " ", maxSplits: 1)
                return "--data-raw '\(parts[1])' \(scene.origin)/markers/\(parts[0])\n"
            }.joined()
            try text.write(to: file, atomically: true, encoding: .utf8)
        } round: {
            try wall {
                _ = try PeerProcess.output(
                    of: "xargs -P \(inFlight) -L 1 -a", files: file.path, "curl", "-sf", "-o", "/dev/null",
                    "-X", "PATCH", "-H", "Content-Type:application/json")
            }
        }
    }
}
