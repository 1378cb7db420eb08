import Foundation
import QuadGeometry
import RigidCalibration

/// Robust fits of scenes whose correct pairs are known: the share that is found, their error relative to
/// least squares on the correct pairs, and their time.
enum RobustBench {
    static let usage = "robust [--seed S] [--trials T] [--only TEXT]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let trials = try options.count("trials", default: 30)
        var results: [String: Any] = [:]
        func record(
            _ name: String, bound: Double? = RobustScene.bound, _ make: (inout SeededGenerator) -> RobustScene
        ) throws {
            guard options["only"].map({ name.contains($0) }) ?? true else { return }
            var random = SeededGenerator(seed: seed)
            results[name] = try measure((0..<trials).map { _ in make(&random) }, bound: bound)
        }
        for share in [0, 50, 80, 90, 95, 99] {
            try record("1000 pairs, \(share) % wrong") { .pairs(1000, right: 1000 - 10 * share, using: &$0) }
        }
        for right in 4...8 {
            try record("1000 pairs, \(right) right") { .pairs(1000, right: right, using: &$0) }
        }
        try record("1000 pairs, 60/40 of two motions") { .pairs(1000, right: 600, second: 400, using: &$0) }
        try record("12 markers, 4 moved") { .markers(12, moved: 4, using: &$0) }
        // As two scans that are joined by label: a marker that was moved, or bears another's label, is a wrong group.
        for share in [10, 30] {
            let name = "400 markers joined by label, \(share) % wrong"
            try record(name) { .markers(400, moved: 4 * share, using: &$0) }
            try record(name + ", estimated bound", bound: nil) { .markers(400, moved: 4 * share, using: &$0) }
        }
        try record("1000 pairs, 50 % wrong, estimated bound", bound: nil) {
            .pairs(1000, right: 500, using: &$0)
        }
        for share in [0, 50, 95, 99] {
            try record("5000 pairs, \(share) % wrong") { .pairs(5000, right: 5000 - 50 * share, using: &$0) }
        }
        try record("1000 pairs, none right") { .pairs(1000, right: 0, using: &$0) }
        for count in [100, 1000] {
            for share in [0, 30, 60, 80, 90] {
                for isGiven in [true, false] {
                    let name =
                        "cloud of \(count) grown, \(share) % wrong" + (isGiven ? "" : ", estimated bound")
                    guard options["only"].map({ name.contains($0) }) ?? true else { continue }
                    results[name] = try measureClouds(
                        count, wrong: count * share / 100, isGiven: isGiven, trials: trials, seed: seed)
                }
            }
        }
        let million = "1000 x 1000 candidates, half right"
        if options["only"].map({ million.contains($0) }) ?? true {
            results[million] = try measureCandidates(1000, trials: trials, seed: seed)
        }
        return ["seed": seed, "trials": trials, "scenes": results]
    }

    private static func measure(_ scenes: [RobustScene], bound: Double?) throws -> [String: Any] {
        var found = 0
        var ratios: [Double] = [], times: [Double] = [], peaks: [Double] = []
        var refusals: [String: Int] = [:]
        for scene in scenes {
            let pairs = try scene.pairs()
            var result: Result<RobustFit, RigidFitError>?
            let memory = PeakMemory()
            let rounds = max(1, min(5, 5000 / scene.sources.count))
            let time = ThreadClock.time {
                for _ in 0..<rounds {
                    result = Result { () throws(RigidFitError) in
                        try RobustFit(pairs, bound: bound)
                    }
                }
            }
            times.append(time / Double(rounds))
            if let peak = memory.grown { peaks.append(peak) }
            switch result {
            case .success(let fit):
                guard let oracle = try? scene.oracle else { continue }
                let (error, best) = (scene.error(fit.fit), scene.error(oracle))
                // Farther off than this it is another motion.
                guard error <= 2 * best + RobustScene.bound else { continue }
                found += 1
                ratios.append(error / best)
            case .failure(let error): refusals[error.code, default: 0] += 1
            case nil: continue
            }
        }
        return [
            "found_percent": 100 * Double(found) / Double(scenes.count), "ns": times.median,
            "refused": refusals, "peak_mb": peaks.max() ?? 0,
            "oracle_ratio": ratios.isEmpty ? NSNull() : ratios.median as Any,
        ]
    }

    /// Clouds that grew by 1 to 5, of which the growth and the motion are looked for.
    private static func measureClouds(
        _ count: Int, wrong: Int, isGiven: Bool, trials: Int, seed: UInt64
    ) throws -> [String: Any] {
        var random = SeededGenerator(seed: seed)
        var options = CalibrationOptions()
        options.model = .similarity
        var found = 0
        var times: [Double] = [], ratios: [Double] = []
        var refusals: [String: Int] = [:]
        for _ in 0..<trials {
            let growth = Double.random(in: 1...5, using: &random)
            let scene = CloudScene(count, wrong: wrong, growth: growth, using: &random)
            let pairs = try scene.pairs()
            var result: Result<Calibration, RigidFitError>?
            times.append(
                ThreadClock.time {
                    result = Result { () throws(RigidFitError) in
                        try Calibration(robust: pairs, bound: isGiven ? scene.bound : nil, options: options)
                    }
                })
            switch result {
            case .success(let fit):
                let right = scene.isRight.indices.filter { scene.isRight[$0] }
                let best = try Calibration(pairs.selected(right), options: options)
                let (error, least) = (scene.error(fit, right), scene.error(best, right))
                guard error <= 2 * least + scene.bound / 6 else { continue }
                found += 1
                ratios.append(error / least)
            case .failure(let error): refusals[error.code, default: 0] += 1
            case nil: continue
            }
        }
        return [
            "found_percent": 100 * Double(found) / Double(trials), "ns": times.median, "refused": refusals,
            "oracle_ratio": ratios.isEmpty ? NSNull() : ratios.median as Any,
        ]
    }

    /// One label on all points of both sides, of which half are at the same place.
    private static func measureCandidates(_ count: Int, trials: Int, seed: UInt64) throws -> [String: Any] {
        var random = SeededGenerator(seed: seed)
        var found = 0
        var times: [Double] = [], peaks: [Double] = []
        var refusals: [String: Int] = [:]
        for _ in 0..<trials {
            let scene = RobustScene.pairs(count, right: count / 2, using: &random)
            let labels = [String?](repeating: "bolt", count: count)
            let order = (0..<count).shuffled(using: &random)
            var result: Result<CandidateFit, RigidFitError>?
            let memory = PeakMemory()
            let time = ThreadClock.time {
                result = Result { () throws(RigidFitError) in
                    try CandidateFit(
                        CandidatePairs(
                            sources: scene.sources, labels: labels, targets: order.map { scene.targets[$0] },
                            targetLabels: labels), bound: RobustScene.bound)
                }
            }
            times.append(time)
            if let peak = memory.grown { peaks.append(peak) }
            switch result {
            case .success(let fit): found += try scene.error(fit.fit) <= 2 * scene.error(scene.oracle) ? 1 : 0
            case .failure(let error): refusals[error.code, default: 0] += 1
            case nil: continue
            }
        }
        return [
            "found_percent": 100 * Double(found) / Double(trials), "ns": times.median, "refused": refusals,
            "peak_mb": peaks.max() ?? 0, "oracle_ratio": NSNull(),
        ]
    }
}

/// The memory a piece of work takes at most, as the kernel of Linux counts it.
struct PeakMemory {
    private let before = PeakMemory.megabytes("VmRSS:")

    init() {
        // Forgets the peak so far.
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    }

    /// Megabytes beyond what was in use before.
    var grown: Double? {
        guard let before, let peak = PeakMemory.megabytes("VmHWM:") else { return nil }
        return peak - before
    }

    private static func megabytes(_ name: String) -> Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) })
        else { return nil }
        return line.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Double($0) }
            .map { $0 / 1024 }
    }
}
