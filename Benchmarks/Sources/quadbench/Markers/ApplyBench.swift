import Foundation
import Markers
import QuadGeometry
import RigidCalibration

/// The speed of moving a stream of markers, in this process and by the tool.
enum ApplyBench {
    static let usage = "apply [--megabytes N] [--repeat K] [--seed S] [--mode MODE] [--tool PATH]"

    static func run(_ options: [String: String]) throws -> Any {
        let megabytes = try options.count("megabytes", default: 2000)
        let seed = UInt64(try options.count("seed", default: 1))
        guard let mode = PushMode(rawValue: options["mode"] ?? "raw"), mode != .vector,
            let turn = Rotation(rotationVector: SIMD3(0, 0.7, 0)),
            let transform = RigidTransform(rotation: turn, translation: SIMD3(3, 0.25, -2))
        else { throw BenchError.usage(usage) }
        let request = PlanRequest(
            PlannedMotion(AnchoredMotion(transform), from: .raw, to: mode == .raw ? .raw : .calibrated),
            mode: mode, frames: FrameMembership(rule: .allButTargets))
        let before = JSONBench.peakMegabytes
        var moved: [Double] = [], count = 0, written = 0
        for _ in 0..<(try options.count("repeat", default: 3)) {
            var failure: (any Error)?
            let stream = try MarkerStream(megabytes: megabytes, seed: seed)
            let time = ThreadClock.time {
                do { (count, written) = try move(stream, request) } catch { failure = error }
            }
            if let failure { throw failure }
            moved.append(Double(stream.given) / time * 1e3)
        }
        var result: [String: Any] = [
            "markers": count, "bytes_written": written, "mode": mode.rawValue,
            "apply_mb_per_s": moved.median, "peak_mb_before": before,
            "peak_mb": JSONBench.peakMegabytes,
        ]
        if let tool = options["tool"] {
            let (seconds, peak, bytes) = try run(tool, mode, MarkerStream(megabytes: megabytes, seed: seed))
            result["tool_mb_per_s"] = Double(bytes) / seconds / 1e6
            result["tool_peak_mb"] = peak
        }
        return result
    }

    @inline(never)
    private static func move(
        _ stream: MarkerStream, _ request: PlanRequest
    ) throws -> (count: Int, written: Int) {
        var mover = try MarkerMover(request)
        var count = 0, written = 0
        let sink = ByteSink { bytes throws(JSONError) in written += bytes.count }
        var rewriter = MarkerRewriter(stream.source, to: sink)
        while let next = try rewriter.next() {
            let marker = try next.get()
            guard case .moved(let moved) = mover.outcome(marker) else { continue }
            rewriter.replace(with: try mover.marker(marker, at: moved))
            count += 1
        }
        return (count, written)
    }

    /// The tool's processor time and memory for a stream that comes through a pipe.
    private static func run(
        _ tool: String, _ mode: PushMode, _ stream: MarkerStream
    ) throws -> (seconds: Double, peak: Double, bytes: Int) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("quadbench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pairs = folder.appendingPathComponent("pairs.csv").path
        let fit = folder.appendingPathComponent("fit.json").path
        try "id,sx,sy,sz,tx,ty,tz\na,0,0,0,1,2,3\nb,4,0,0,5,2,3\nc,0,4,0,1,6,3\nd,0,0,4,1,2,7.001\n".write(
            toFile: pairs, atomically: true, encoding: .utf8)
        _ = try PeerProcess.output(of: "\(tool) fit --quiet --save \(fit)", files: pairs)
        let process = Process(), input = Pipe()
        process.executableURL = URL(fileURLWithPath: tool)
        process.arguments = ["apply", "--ndjson", "--quiet", "--mode", mode.rawValue, fit, "-"]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        let start = childSeconds
        try process.run()
        var room = [UInt8](repeating: 0, count: 1 << 18)
        let source = stream.source
        while true {
            let count = try room.withUnsafeMutableBytes { try source.read($0) }
            guard count > 0 else { break }
            try input.fileHandleForWriting.write(contentsOf: room[..<count])
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchError.peer(tool, "ended with status \(process.terminationStatus)")
        }
        return (childSeconds - start, childPeak, stream.given)
    }

    private static var children: rusage {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        return usage
    }

    /// User time of the children that ended.
    private static var childSeconds: Double {
        Double(children.ru_utime.tv_sec) + Double(children.ru_utime.tv_usec) / 1e6
    }

    /// The most memory one of them had, in megabytes.
    private static var childPeak: Double { Double(children.ru_maxrss) / 1024 }
}
