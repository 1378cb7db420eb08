import RigidCalibration

/// The time of a calibration with all its evidence beside that of the bare fit.
enum EvidenceBench {
    static let usage = "evidence [--pairs N] [--rounds R] [--seed S]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let count = try options.count("pairs", default: 100_000)
        let rounds = try options.count("rounds", default: 5)
        var random = SeededGenerator(seed: seed)
        let single = try RobustScene.pairs(count, right: count, using: &random).pairs()
        let markers = try RobustScene.markers(count / 4, moved: 0, using: &random).pairs()
        return [
            "seed": seed, "rounds": rounds, "single pairs": try measure(single, rounds),
            "pairs of markers of 4": try measure(markers, rounds),
        ]
    }

    /// The median of each, in nanoseconds.
    private static func measure(_ pairs: Correspondences, _ rounds: Int) throws -> [String: Any] {
        var fits: [Double] = [], calibrations: [Double] = [], codes: [String] = []
        for _ in 0..<rounds {
            fits.append(try ThreadClock.time { _ = try RigidFit(pairs) })
            calibrations.append(
                try ThreadClock.time { codes = try Calibration(pairs).judgements.map(\.code) })
        }
        let (fit, calibration) = (fits.median, calibrations.median)
        return [
            "pairs": pairs.count, "fit_ns": fit, "evidence_ns": calibration - fit,
            "ratio": (calibration - fit) / fit, "codes": codes,
        ]
    }
}
