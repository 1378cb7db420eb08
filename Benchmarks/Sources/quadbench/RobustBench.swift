import Foundation
import QuadGeometry
import RigidCalibration

/// Robust fits of scenes whose right pairs are known: how often they are found, how near they come to least squares on
/// the right pairs, and how long they take.
enum RobustBench {
    static let usage = "robust [--seed S] [--trials T]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let trials = try options.count("trials", default: 30)
        var results: [String: Any] = [:]
        func record(_ name: String, _ make: (inout SeededGenerator) -> RobustScene) throws {
            var random = SeededGenerator(seed: seed)
            results[name] = try measure((0..<trials).map { _ in make(&random) })
        }
        for share in [0, 50, 80, 90, 95, 99] {
            try record("1000 pairs, \(share) % wrong") { .pairs(1000, right: 1000 - 10 * share, &$0) }
        }
        for right in 4...8 { try record("1000 pairs, \(right) right") { .pairs(1000, right: right, &$0) } }
        try record("1000 pairs, 60/40 of two motions") { .pairs(1000, right: 600, second: 400, &$0) }
        try record("12 markers, 4 moved") { .markers(12, moved: 4, &$0) }
        for share in [0, 50, 95, 99] {
            try record("5000 pairs, \(share) % wrong") { .pairs(5000, right: 5000 - 50 * share, &$0) }
        }
        try record("1000 pairs, none right") { .pairs(1000, right: 0, &$0) }
        return ["seed": seed, "trials": trials, "scenes": results]
    }

    private static func measure(_ scenes: [RobustScene]) throws -> [String: Any] {
        var found = 0
        var ratios: [Double] = [], times: [Double] = []
        var refusals: [String: Int] = [:]
        for scene in scenes {
            let pairs = try scene.pairs
            var result: Result<RobustFit, RigidFitError>?
            let rounds = max(1, min(5, 5000 / scene.sources.count))
            let time = ThreadClock.time {
                for _ in 0..<rounds {
                    result = Result { () throws(RigidFitError) in try RobustFit(pairs, bound: scene.bound) }
                }
            }
            times.append(time / Double(rounds))
            switch result {
            case .success(let fit):
                guard let oracle = try? scene.oracle else { continue }
                let (error, best) = (scene.error(fit.fit), scene.error(oracle))
                // Farther off than this it is not the motion that was meant.
                guard error <= 2 * best + scene.bound else { continue }
                found += 1
                ratios.append(error / best)
            case .failure(let error): refusals[error.code, default: 0] += 1
            case nil: continue
            }
        }
        return [
            "found_percent": 100 * Double(found) / Double(scenes.count), "ns": times.median,
            "refused": refusals, "oracle_ratio": ratios.isEmpty ? NSNull() : ratios.median as Any,
        ]
    }
}
