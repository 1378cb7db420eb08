import Foundation

/// The worth of 95 % errors: some pairs of a set are fitted, the others predicted, many times.
///
/// The sets are measured pairs in files, which are not part of this repository, or scenes made up with errors of other laws than
/// the library's. A table for people goes to stderr, row by row.
enum CoverageBench {
    static let usage = "coverage [--pairs DIR] [--rigid TEXT|all] [--made-up] [--trials N] [--seed S]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let isMadeUp = options["made-up"] != nil
        guard isMadeUp != (options["pairs"] != nil) else {
            throw BenchError.usage("one of --pairs DIR and --made-up is needed: quadbench \(usage)")
        }
        guard !isMadeUp || options["rigid"] == nil else {
            throw BenchError.usage("--rigid names sets of --pairs; made-up scenes are level")
        }
        let trials = try options.count("trials", default: isMadeUp ? madeUpTrials : pairTrials)
        let sets =
            isMadeUp
            ? nil : try CoverageFile.sets(in: options.required("pairs"), rigid: options["rigid"])
        write("seed \(seed), \(trials) trials\n" + CoverageRow.header)
        let (rows, broken) =
            try sets.map { measured($0, trials, seed) } ?? madeUp(trials, seed)
        for one in broken { write("coverage: \(one)") }
        return [
            "seed": seed, "trials": trials, "rows": rows.map(\.document), "brokenBounds": broken,
            QuadBench.failure: !broken.isEmpty,
        ] as [String: Any]
    }

    /// Fits of each scheme to each set, or to as many scenes of a kind: a fit of a scene says little of others.
    private static let pairTrials = 40, madeUpTrials = 400

    /// The rows of measured pairs, and the bounds that they break.
    private static func measured(
        _ sets: [CoverageSet], _ trials: Int, _ seed: UInt64
    ) -> ([CoverageRow], [String]) {
        var broken: [String] = []
        let rows = (CoverageScheme.grouped + CoverageScheme.ungrouped).map { scheme in
            let tallies = sets.map { set in
                tally(trials, seed) { random in CoverageFit(scheme, of: set, using: &random) }
            }
            let row = CoverageRow(scheme.name, tallies)
            write(row.text)
            broken += CoverageTargets.broken(row, scheme)
            return row
        }
        return (rows, broken)
    }

    /// The rows of made-up scenes, a new one in each trial.
    private static func madeUp(_ trials: Int, _ seed: UInt64) throws -> ([CoverageRow], [String]) {
        var broken: [String] = []
        let rows = try CoverageKind.all.flatMap { kind in
            try CoverageScheme.grouped.map { scheme in
                let tally = try tally(trials, seed) { random in
                    let set = try CoverageScene(kind, using: &random).set(named: kind.name)
                    return CoverageFit(scheme, of: set, using: &random)
                }
                let row = CoverageRow("\(kind.name), \(scheme.name)", [tally])
                write(row.text)
                broken += CoverageTargets.broken(row, scheme, kind)
                return row
            }
        }
        return (rows, broken)
    }

    private static func tally(
        _ trials: Int, _ seed: UInt64, _ fit: (inout SeededGenerator) throws -> CoverageFit
    ) rethrows -> CoverageTally {
        var tally = CoverageTally()
        for trial in 0..<trials {
            var random = SeededGenerator(seed: seed, sample: trial)
            tally.add(try fit(&random))
        }
        return tally
    }

    private static func write(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
