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
        if let seconds = try options.seconds("bench") {
            result["ns_per_fit"] = Rounds.nanoseconds(problems, seconds: seconds) { pairs in
                (try? RobustFit(pairs, bound: bound)) != nil
            }
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
}
