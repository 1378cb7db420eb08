internal import CTracer
internal import Foundation

/// Calls on a job's files that fail from one moment on, and calls that are interrupted or incomplete.
struct DiskFaults {
    let settings: Settings

    /// Calls that change a file.
    private static let changes = [
        "pwrite64", "write", "ftruncate", "fsync", "fdatasync", "openat", "fallocate", "unlink",
    ]
    private static let job = "hall.job", sockets = "socket:"

    /// A disk that fails every change of the job from the Nth on, for all N: the tool stops with a clear
    /// error before it sends anything that it could not take back, and resumes once the disk works.
    func failing(_ mode: PushMode, _ action: Scene.Action, _ error: Int32) throws -> [String: Any] {
        let plan = Program.Plan(
            action: tracer_fails, error: error, calls: DiskFaults.changes, file: DiskFaults.job)
        return try sweep(mode, action, plan, String(cString: strerror(error))) { ending in
            switch ending.exit {
            // The failed call came after all that matter.
            case 0: nil
            case 3
            where ending.advice.contains("JOB_") || ending.advice.contains("cannot be used")
                || ending.output.contains("\"JOB_"):
                nil
            default: "I4 exit \(ending.exit ?? -1): \(ending.advice)"
            }
        }
    }

    /// Calls on the job's files or on sockets, or waits, that are interrupted once.
    func interrupted(_ mode: PushMode, _ action: Scene.Action) throws -> [String: [String: Any]] {
        func plan(_ calls: [String], on file: String?) -> Program.Plan {
            Program.Plan(action: tracer_fails, count: 1, error: EINTR, calls: calls, file: file)
        }
        return [
            "files": try sweep(
                mode, action, plan(["pread64", "pwrite64", "write"], on: DiskFaults.job), "interrupted",
                DiskFaults.noEffect),
            "sockets": try sweep(
                mode, action, plan(["sendto", "recvfrom"], on: DiskFaults.sockets), "interrupted",
                DiskFaults.noEffect),
            "waits": try sweep(
                mode, action, plan(["poll", "epoll_wait"], on: nil), "interrupted",
                DiskFaults.noEffect),
        ]
    }

    /// Calls that read or write one byte of more: each by itself, and all together.
    func short(_ mode: PushMode, _ action: Scene.Action) throws -> [String: [String: Any]] {
        func plan(_ calls: [String], on file: String?) -> Program.Plan {
            Program.Plan(action: tracer_shortens, count: 1, calls: calls, file: file)
        }
        return [
            "files": try sweep(
                mode, action, plan(["pread64", "pwrite64"], on: DiskFaults.job), "short",
                DiskFaults.noEffect),
            "sockets": try sweep(
                mode, action, plan(["sendto", "recvfrom"], on: DiskFaults.sockets), "short",
                DiskFaults.noEffect),
        ]
    }

    @Sendable private static func noEffect(_ ending: Program.Ending) -> String? {
        ending.exit == 0 ? nil : "I4 exit \(ending.exit ?? -1): \(ending.advice)"
    }

    private func sweep(
        _ mode: PushMode, _ action: Scene.Action, _ plan: Program.Plan, _ name: String,
        _ problem: @escaping @Sendable (Program.Ending) -> String?
    ) throws -> [String: Any] {
        let settings = settings
        let matches = Shared(0)
        @Sendable func run(_ stage: Stage, _ plan: Program.Plan) throws -> Program.Ending {
            try stage.begin(action)
            return try stage.scene.program(action).run(plan)
        }
        _ = try Tally.over([0], workers: 1) {
            try Stage(try Scene(settings.tool, mode, markers: settings.markers))
        } _: { stage, _ in
            var counting = plan
            counting.action = tracer_counts
            let ending = try run(stage, counting)
            matches.with { $0 = ending.matches }
            return (true, [])
        }
        let points = settings.points(through: matches.value)
        return try Tally.over(points, workers: settings.workers) {
            try Stage(try Scene(settings.tool, mode, markers: settings.markers))
        } _: { stage, point in
            var broken = plan
            broken.first = point
            let ending = try run(stage, broken)
            var found = problem(ending).map { [$0] } ?? []
            found += try stage.violations(after: action, editing: false)
            return (ending.hits > 0, found.map { "\(mode) \(action) \(name) from \(point) on: \($0)" })
        }.document
    }
}
