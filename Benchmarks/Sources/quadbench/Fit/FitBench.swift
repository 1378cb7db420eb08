import QuadGeometry
import RigidCalibration

/// Fits of outside problems, and the time of one with its points already in memory.
enum FitBench {
    static let usage =
        "fit --regb F [--solver default|svd|fast|exact] [--robust] [--bound METRES] "
        + "[--model auto|translation|yaw|gravity|rigid|similarity] "
        + "[--bench SECONDS] [--fits N]"

    static func run(_ options: [String: String]) throws -> Any {
        if options["robust"] != nil { return try RobustFitBench.run(options) }
        if let model = options["model"], model != "rigid" { return try ModelFitBench.run(options, model) }
        let file = try options.required("regb")
        let problems = try ProblemFile.read(file)
        let solver = try solver(options["solver"] ?? "default")
        let shown = try options.count("fits", default: max(problems.count, 1))
        var result: [String: Any] = [
            "solver": solver.rawValue, "fits": problems.prefix(shown).map { answer($0, solver) },
        ]
        if let seconds = try options.seconds("bench") {
            result["ns_per_fit"] =
                try PackedFitBench(file, solver)?.nanoseconds(seconds: seconds)
                ?? Rounds.nanoseconds(problems, seconds: seconds) { pairs in
                    (try? RigidFit(pairs, solver: solver)) != nil
                }
        }
        return result
    }

    private static func solver(_ name: String) throws -> RigidSolver {
        guard let solver = RigidSolver(rawValue: name) else {
            throw BenchError.usage("--solver \(name): none of default, svd, fast, exact")
        }
        return solver
    }

    private static func answer(_ problem: Result<Correspondences, RigidFitError>, _ solver: RigidSolver)
        -> Any
    {
        do throws(RigidFitError) {
            let pairs = try problem.get()
            let motion = try RigidFit(pairs, solver: solver).targetFromSource
            return numbers(of: motion).merging(["inliers": pairs.count]) { $1 }
        } catch {
            return ["refused": error.code]
        }
    }

    /// A motion as the matrix by rows, the translation from the origin and the anchored form.
    static func numbers(of motion: AnchoredMotion) -> [String: Any] {
        let (first, second, third) = motion.rotation.rows
        func numbers(_ vectors: SIMD3<Double>...) -> [Double] { vectors.flatMap { [$0.x, $0.y, $0.z] } }
        return [
            "R": numbers(first, second, third),
            "t": motion.transform.map { numbers($0.translation) } ?? [],
            "anchor": [motion.sourceCenter, motion.targetCenter, motion.rest].map { numbers($0) },
        ]
    }
}
