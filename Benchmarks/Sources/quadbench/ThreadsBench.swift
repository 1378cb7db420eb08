import Foundation
import QuadGeometry

/// The speedup of the concurrent calls by the wall's clock, on however many processors the program may use.
enum ThreadsBench {
    static let usage = "threads [--count N] [--rays R] [--repeat K] [--seed S]"

    static func run(_ options: [String: String]) throws -> Any {
        let count = try options.count("count", default: 100_000), seed = try options.count("seed", default: 1)
        let repeats = try options.count("repeat", default: 11)
        let quads = SceneCommand.quads(count, seed: UInt64(seed))
        // Every quad gets a finding, by a limit on skew that none keeps.
        var limits = QuadLimits.app
        limits.rectangleAngle = 0
        let check = try QuadCheck(limits)
        let columns = QuadColumns(quads)
        let fewer = Array(quads.prefix(1000))
        let targets = RayTargets(fewer)
        let rays = try SceneCommand.rays(
            options.count("rays", default: 20_000), at: fewer, seed: UInt64(seed))
        let checks = wall(repeats) {
            _ = check.issues(in: columns)
        } concurrently: {
            _ = await check.issuesConcurrently(in: columns)
        }
        let casts = wall(repeats) {
            for ray in rays { _ = targets.nearestHit(by: ray) }
        } concurrently: {
            _ = await targets.nearestHits(by: rays)
        }
        return [
            "processors": ProcessInfo.processInfo.activeProcessorCount, "check, a finding each": checks,
            "nearest hits": casts,
        ]
    }

    /// The median milliseconds of both, in turn, and their ratio.
    private static func wall(
        _ repeats: Int, _ alone: () -> Void, concurrently: @escaping @Sendable () async -> Void
    ) -> [String: Double] {
        var ours: [Double] = [], theirs: [Double] = []
        for _ in 0..<repeats {
            ours.append(milliseconds(alone))
            theirs.append(
                milliseconds {
                    let done = DispatchSemaphore(value: 0)
                    Task {
                        await concurrently()
                        done.signal()
                    }
                    done.wait()
                })
        }
        return ["one_ms": ours.median, "all_ms": theirs.median, "speedup": ours.median / theirs.median]
    }

    private static func milliseconds(_ work: () -> Void) -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        work()
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    }
}
