import Foundation

/// Whole jobs as they come from sites, each with a known truth, done by the released tool on files: the
/// number judged rightly, and the errors of markers.
///
/// Jobs are made without looking at answers, answers are given without looking at the truth, and compared
/// with it last.
enum ScenariosBench {
    static let usage = "scenarios [--seed S] [--jobs K] [--tool FILE]"

    private static let jobsOfAKind = 15

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let jobs = try options.count("jobs", default: jobsOfAKind * ScenarioKind.all.count)
        let tool = URL(fileURLWithPath: options["tool"] ?? ".build/release/quadcal")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "scenarios-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = ScenarioRun(tool: tool, folder: folder)
        var tallies = ScenarioKind.all.map { _ in ScenarioTally() }
        for job in 0..<jobs {
            let place = job % tallies.count
            let kind = ScenarioKind.all[place]
            var scene = ScenarioScene(kind, seed: seed, job: job)
            kind.spoil(&scene)
            tallies[place].add(ScenarioCheck(try run.answer(scene), scene), job: job)
        }
        let all = tallies.reduce(into: ScenarioTally()) { $0.add($1) }
        let broken = all.brokenBounds
        for (kind, tally) in zip(ScenarioKind.all, tallies) where !tally.mistakes.isEmpty {
            FileHandle.standardError.write(
                Data("\(kind.name): \(tally.mistakes.joined(separator: "; "))\n".utf8))
        }
        for one in broken { FileHandle.standardError.write(Data("scenarios: \(one)\n".utf8)) }
        let kinds = zip(ScenarioKind.all, tallies).map { ($0.name, $1.summary) }
        return [
            "seed": seed, "all": all.summary, "kinds": Dictionary(kinds) { first, _ in first },
            "brokenBounds": broken, QuadBench.failure: !broken.isEmpty,
        ] as [String: Any]
    }
}

/// The results of some jobs.
struct ScenarioTally {
    private var jobs = 0
    private(set) var mistakes: [String] = []
    private var silent: [Double] = []
    private var ratios: [Double] = []
    private var shares: [Double] = [], driftingShares: [Double] = []
    private var named = (right: 0, wrong: 0, planted: 0)

    mutating func add(_ check: ScenarioCheck, job: Int) {
        jobs += 1
        if let mistake = check.mistake { mistakes.append("job \(job) \(mistake)") }
        if let error = check.silentError { silent.append(error) }
        if let ratio = check.oracleRatio { ratios.append(ratio) }
        shares += check.shares
        driftingShares += check.driftingShares
        named = (
            named.right + check.named.right, named.wrong + check.named.wrong,
            named.planted + check.named.planted
        )
    }

    mutating func add(_ other: ScenarioTally) {
        jobs += other.jobs
        mistakes += other.mistakes
        silent += other.silent
        ratios += other.ratios
        shares += other.shares
        driftingShares += other.driftingShares
        named = (
            named.right + other.named.right, named.wrong + other.named.wrong,
            named.planted + other.named.planted
        )
    }

    private static func quantile(_ share: Double, _ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.sorted()[min(Int(share * Double(values.count)), values.count - 1)]
    }

    private static func held(_ shares: [Double]) -> Double? {
        shares.isEmpty ? nil : 100 * Double(shares.count { $0 <= 1 }) / Double(shares.count)
    }

    private var right: Double { 100 * Double(jobs - mistakes.count) / Double(max(jobs, 1)) }
    private var precision: Double? {
        named.right + named.wrong > 0 ? 100 * Double(named.right) / Double(named.right + named.wrong) : nil
    }
    private var recall: Double? {
        named.planted > 0 ? 100 * Double(named.right) / Double(named.planted) : nil
    }
    private var held: Double? { ScenarioTally.held(shares) }
    private var heldDrifting: Double? { ScenarioTally.held(driftingShares) }
    /// The ratio of the predictions to the errors that 95 of 100 needed.
    private var tooWide: Double? { ScenarioTally.quantile(0.95, shares).flatMap { $0 > 0 ? 1 / $0 : nil } }

    var summary: [String: Any] {
        let numbers: [String: Double?] = [
            "right_percent": right, "oracle_ratio_median": ScenarioTally.quantile(0.5, ratios),
            "oracle_ratio_p90": ScenarioTally.quantile(0.9, ratios), "precision_percent": precision,
            "recall_percent": recall, "within_prediction_percent": held, "prediction_too_wide": tooWide,
            "within_prediction_drifting_percent": heldDrifting,
        ]
        return numbers.compactMapValues { $0 }.merging([
            "jobs": Double(jobs), "silent_errors": Double(silent.count),
        ]) { $1 }
    }

    /// The results that are worse than they may be.
    var brokenBounds: [String] {
        func most(_ name: String, _ value: Double?, _ bound: Double) -> String? {
            value.flatMap { $0 > bound ? "\(name) is \($0), more than \(bound)" : nil }
        }
        func least(_ name: String, _ value: Double?, _ bound: Double) -> String? {
            value.flatMap { $0 < bound ? "\(name) is \($0), less than \(bound)" : nil }
        }
        return [
            least("the share of right verdicts in %", right, 99),
            most("the count of silent errors", Double(silent.count), 2),
            most("the largest silent error in metres", silent.max(), 0.1),
            most(
                "the median of the worst error over the oracle's", ScenarioTally.quantile(0.5, ratios), 1.02),
            most("the 90th percentile of that", ScenarioTally.quantile(0.9, ratios), 1.3),
            least("the precision of named pairs in %", precision, 98), least("their recall in %", recall, 99),
            // Corners of these scenes share no error, which a prediction cannot know.
            least("the share of markers within their prediction in %", held, 94),
            least("the same on scans that drift", heldDrifting, 80),
            // Most of these scans neither drift nor stretch, which predictions expect until residuals speak against it.
            most("the prediction over what was needed", tooWide, 2.4),
        ].compactMap { $0 }
    }
}
