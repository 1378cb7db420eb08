import QuadGeometry
import RigidCalibration

/// Fits of outside problems, and how long one takes with its points already in memory.
enum FitBench {
    static let usage =
        "fit --regb F [--solver default|lapack|jacobi] [--robust] [--bound METRES] "
        + "[--bench SECONDS] [--fits N]"

    static func run(_ options: [String: String]) throws -> Any {
        if options["robust"] != nil { return try RobustFitBench.run(options) }
        let file = try options.required("regb")
        let problems = try ProblemFile.read(file)
        let solver = try solver(options["solver"] ?? "default")
        let shown = try options.count("fits", default: max(problems.count, 1))
        var result: [String: Any] = [
            "solver": solver.rawValue, "fits": problems.prefix(shown).map { answer($0, solver) },
        ]
        if let text = options["bench"] {
            guard let seconds = Double(text), seconds > 0 else {
                throw BenchError.usage("--bench \(text): not a number of seconds above zero")
            }
            result["ns_per_fit"] = nanoseconds(problems, solver, seconds: seconds)
        }
        return result
    }

    private static func solver(_ name: String) throws -> RigidSolver {
        if name == "default" { return .default }
        guard let solver = RigidSolver(rawValue: name) else {
            throw BenchError.usage("--solver \(name): none of default, lapack, jacobi")
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

    /// The median over rounds of all problems, for about as many seconds of processor time.
    private static func nanoseconds(
        _ problems: [Result<Correspondences, RigidFitError>], _ solver: RigidSolver, seconds: Double
    ) -> Double {
        let posed = problems.compactMap { try? $0.get() }
        var rounds: [Double] = []
        var failures = 0
        let end = ThreadClock.nanoseconds + seconds * 1e9
        repeat {
            rounds.append(
                ThreadClock.time {
                    for pairs in posed where (try? RigidFit(pairs, solver: solver)) == nil { failures += 1 }
                } / Double(max(posed.count, 1)))
        } while ThreadClock.nanoseconds < end
        return rounds.median
    }
}
