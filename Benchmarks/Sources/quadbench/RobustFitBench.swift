import RigidCalibration

/// Robust fits of outside problems: `fit --robust`.
enum RobustFitBench {
    static func run(_ options: [String: String]) throws -> Any {
        let problems = try ProblemFile.read(options.required("regb"))
        let bound = try options["bound"].map { text in
            guard let bound = Double(text) else {
                throw BenchError.usage("--bound \(text): not a number of metres")
            }
            return bound
        }
        let shown = try options.count("fits", default: max(problems.count, 1))
        var result: [String: Any] = [
            "solver": "robust", "fits": problems.prefix(shown).map { answer($0, bound) },
        ]
        if let text = options["bench"] {
            guard let seconds = Double(text), seconds > 0 else {
                throw BenchError.usage("--bench \(text): not a number of seconds above zero")
            }
            result["ns_per_fit"] = nanoseconds(problems, bound, seconds: seconds)
        }
        return result
    }

    private static func answer(_ problem: Result<Correspondences, RigidFitError>, _ bound: Double?) -> Any {
        do throws(RigidFitError) {
            let robust = try RobustFit(problem.get(), bound: bound)
            let counts: [String: Any] = [
                "inliers": robust.inliers.count { $0 }, "bound": robust.bound,
                "rival_support": robust.rival?.support ?? 0,
            ]
            return FitBench.numbers(of: robust.targetFromSource).merging(counts) { $1 }
        } catch {
            return ["refused": error.code]
        }
    }

    /// The median over rounds of all problems, for about as many seconds of processor time.
    private static func nanoseconds(
        _ problems: [Result<Correspondences, RigidFitError>], _ bound: Double?, seconds: Double
    ) -> Double {
        let posed = problems.compactMap { try? $0.get() }
        var rounds: [Double] = [], refused = 0
        let end = ThreadClock.nanoseconds + seconds * 1e9
        repeat {
            rounds.append(
                ThreadClock.time {
                    for pairs in posed where (try? RobustFit(pairs, bound: bound)) == nil { refused += 1 }
                } / Double(max(posed.count, 1)))
        } while ThreadClock.nanoseconds < end
        return rounds.median
    }
}
