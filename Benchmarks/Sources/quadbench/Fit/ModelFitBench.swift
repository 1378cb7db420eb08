import RigidCalibration

/// Whole calibrations of outside problems under a model: `fit --model`.
enum ModelFitBench {
    static func run(_ options: [String: String], _ name: String) throws -> Any {
        let models: [String: MotionModel] = [
            "translation": .translation, "yaw": .yaw, "gravity": .gravity(tilt: MotionModel.usualTilt),
            "similarity": .similarity,
        ]
        let model = models[name]
        guard model != nil || name == "auto" else {
            throw BenchError.usage(
                "--model \(name): none of auto, \(models.keys.sorted().joined(separator: ", "))")
        }
        guard options["solver"].map({ $0 == RigidSolver.default.rawValue }) ?? true else {
            throw BenchError.usage("--model \(name) has one solver: default")
        }
        let problems = try ProblemFile.read(options.required("regb"))
        let shown = try options.count("fits", default: max(problems.count, 1))
        var result: [String: Any] = [
            "solver": RigidSolver.default.rawValue, "fits": problems.prefix(shown).map { answer($0, model) },
        ]
        if let seconds = try options.seconds("bench") {
            result["ns_per_fit"] = Rounds.nanoseconds(problems, seconds: seconds) { pairs in
                (try? Calibration.motion(of: pairs, options: asked(model))) != nil
            }
        }
        return result
    }

    private static func asked(_ model: MotionModel?) -> CalibrationOptions {
        var options = CalibrationOptions()
        options.model = model
        return options
    }

    private static func answer(
        _ problem: Result<Correspondences, RigidFitError>, _ model: MotionModel?
    ) -> Any {
        do throws(RigidFitError) {
            let pairs = try problem.get()
            let found = try Calibration(pairs, options: asked(model))
            let more: [String: Any] = [
                "inliers": pairs.count, "model": found.model.name, "scale": found.growth,
                "verdict": found.verdict.rawValue, "codes": found.judgements.map(\.code),
            ]
            return FitBench.numbers(of: found.targetFromSource).merging(more) { $1 }
        } catch {
            return ["refused": error.code]
        }
    }
}
