/// Detections of a phone: along which line its distances are measured, the objects that a walk past a wall shows, and times beside peers.
enum SenseBench {
    static let usage =
        "sense [--infer] [--tracks] [--speed] [--crowd] [--seeds N] [--seed S] [--rounds K] [--python PYTHON] [--peer SCRIPT]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let parts = ["infer", "tracks", "speed", "crowd"].filter { options[$0] != nil }
        guard !parts.isEmpty else { throw BenchError.usage("name what to measure: quadbench \(usage)") }
        var result: [String: Any] = ["seed": seed], hasFailed = false
        for part in parts {
            let measured: (document: [String: Any], hasFailed: Bool)
            switch part {
            case "infer":
                measured = try SenseInference.measure(
                    seeds: try options.count("seeds", default: 1000), seed: seed)
            case "tracks":
                measured = try SenseTracks.measure(
                    seeds: try options.count("seeds", default: 100), seed: seed)
            case "crowd":
                measured = (
                    try SenseCrowd.measure(seed: seed, rounds: try options.count("rounds", default: 3)), false
                )
            default:
                measured = try SenseSpeed.measure(
                    seed: seed, rounds: try options.count("rounds", default: 9), python: options["python"],
                    script: options["peer"] ?? "Benchmarks/Peers/sensor_tracks.py")
            }
            result[part] = measured.document
            hasFailed = hasFailed || measured.hasFailed
        }
        result[QuadBench.failure] = hasFailed
        return result
    }
}
