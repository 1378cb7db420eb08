import Foundation
import QuadGeometry
import RigidCalibration

/// Straightening of scans that bend: what markers are off by when some are pins, and how often their bounds hold.
///
/// The sets are measured pairs in files, which are not part of this repository, or made-up corridors; a table for people goes to stderr.
enum StraightenBench {
    static let usage = "straighten [--pairs DIR] [--rigid TEXT|all] [--trials N] [--seed S] [--sizes]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        if options["sizes"] != nil { return ["seed": seed, "sizes": try sizes(seed)] }
        let trials = try options.count("trials", default: usualTrials)
        write("seed \(seed), \(trials) trials\n" + StraightenRow.header)
        let (rows, broken) =
            try options["pairs"].map { folder in
                try measured(
                    CoverageFile.sets(in: folder, rigid: options["rigid"]).map { StraightenSet($0) }, trials,
                    seed)
            } ?? madeUp(trials, seed)
        for one in broken { write("straighten: \(one)") }
        return [
            "seed": seed, "trials": trials, "rows": rows.map(\.document), "broken": broken,
            QuadBench.failure: !broken.isEmpty,
        ] as [String: Any]
    }

    private static let usualTrials = 200

    /// A choice of pins, the least gain as geometric mean over the sets, the least of one set, and the corners within the bounds of what
    /// was chosen, in percent: the mean over the sets, and the worst set.
    private struct Scheme {
        let pins: Int
        var isInAThird = false
        let gain: Double, worst: Double
        var held = 94.0...98.5, worstHeld = 85.0

        var name: String { isInAThird ? "\(pins) in a third" : "\(pins)" }

        /// Pins anywhere, or in a third of the way, of which the rest is compared.
        func chosen(
            from count: Int, using random: inout SeededGenerator
        ) -> (pins: [Int], others: [Int]) {
            guard isInAThird else {
                let order = (0..<count).shuffled(using: &random)
                return (order.prefix(pins).sorted(), Array(order.dropFirst(pins)))
            }
            let start = Int.random(in: 0...(count - count / 3), using: &random)
            let third = start..<(start + count / 3)
            return (
                third.shuffled(using: &random).prefix(pins).sorted(),
                (0..<count).filter { !third.contains($0) }
            )
        }
    }

    private static let schemes = [
        Scheme(pins: 24, gain: 1.6, worst: 0.97), Scheme(pins: 12, gain: 1.25, worst: 0.97),
        Scheme(pins: 8, gain: 1.1, worst: 0.97),
        Scheme(pins: 12, isInAThird: true, gain: 1, worst: 0.9, held: 82...100, worstHeld: 60),
    ]
    /// The bounds of a set are judged where it is straightened in at least this share of the trials.
    private static let leastChosen = 0.1

    private static func measured(
        _ sets: [StraightenSet], _ trials: Int, _ seed: UInt64
    ) throws -> ([StraightenRow], [String]) {
        var rows: [StraightenRow] = [], broken: [String] = []
        for scheme in schemes {
            var own: [StraightenRow] = []
            for set in sets where set.markers.count / (scheme.isInAThird ? 3 : 1) > scheme.pins {
                var row = StraightenRow("\(set.name), \(scheme.name)")
                for trial in 0..<trials {
                    var random = SeededGenerator(seed: seed, sample: trial)
                    let (pins, others) = scheme.chosen(from: set.markers.count, using: &random)
                    do {
                        row.add(try StraightenTrial(set, pins: pins, others: others))
                    } catch is RigidFitError { row.addRefused() }
                }
                write(row.line)
                own.append(row)
            }
            let gain = exp(own.reduce(0) { $0 + log($1.gain) } / Double(max(own.count, 1)))
            let worst = own.map(\.gain).min() ?? 0
            let shares = own.filter { $0.choiceShare >= leastChosen }.compactMap(\.heldByChoice)
            let mean = shares.reduce(0, +) / Double(max(shares.count, 1)), least = shares.min() ?? 0
            write(
                "\(scheme.name) pins: "
                    + String(
                        format: "gain %.3f, worst set %.3f; held %.1f %%, worst set %.1f %%", gain, worst,
                        mean, least))
            if gain < scheme.gain {
                broken.append("\(scheme.name) pins: gain \(gain), less than \(scheme.gain)")
            }
            if worst < scheme.worst {
                broken.append("\(scheme.name) pins: a set gains \(worst), less than \(scheme.worst)")
            }
            if !scheme.held.contains(mean) || least < scheme.worstHeld {
                broken.append("\(scheme.name) pins: bounds hold in \(mean) %, of the worst set in \(least) %")
            }
            rows += own
        }
        return (rows, broken)
    }

    private static func madeUp(_ trials: Int, _ seed: UInt64) throws -> ([StraightenRow], [String]) {
        var broken: [String] = []
        let rows = try StraightenKind.all.map { kind in
            var row = StraightenRow(kind.name)
            for trial in 0..<trials {
                var random = SeededGenerator(seed: seed, sample: trial)
                let scene = try StraightenScene(kind, using: &random)
                row.add(try StraightenTrial(scene.set, pins: scene.pins, others: scene.others))
            }
            write(row.line)
            if row.gain < kind.leastGain {
                broken.append("\(kind.name): gain \(row.gain), less than \(kind.leastGain)")
            }
            if let least = kind.leastHeld, let held = row.heldByChoice, held < least {
                broken.append("\(kind.name): bounds hold in \(held) %, less than \(least)")
            }
            return row
        }
        return (rows, broken)
    }

    /// Seconds of the processor in which pins are learned from and markers shifted, with their bounds.
    private static func sizes(_ seed: UInt64) throws -> [[String: Any]] {
        try [(10, 100), (64, 10_000), (1000, 100_000)].flatMap { pins, markers in
            var random = SeededGenerator(seed: seed)
            func place() -> SIMD3<Double> {
                SIMD3(
                    .random(in: 0...200, using: &random), .random(in: 0...3, using: &random),
                    .random(in: 0...50, using: &random))
            }
            let sources = (0..<pins).map { _ in place() }, others = (0..<markers).map { _ in place() }
            let targets = sources.map {
                $0 + SIMD3(sin($0.z / 9), 0, cos($0.x / 30)) * 0.1 + SIMD3<Double>.normal(using: &random)
                    * 0.005
            }
            let calibration = try Calibration(
                Correspondences(sources: sources, targets: targets), options: CalibrationOptions())
            return try [StraighteningKind.place, .time].map { kind in
                let start = ThreadClock.nanoseconds
                let straightened = try StraightenedMotion(calibration, by: kind, times: sources.map(\.x))
                let learned = ThreadClock.nanoseconds
                let shifts = try straightened.shifts(of: others, times: others.map(\.x))
                let end = ThreadClock.nanoseconds
                let row: [String: Any] = [
                    "kind": kind.rawValue, "pins": pins, "markers": shifts.count,
                    "learning in s": Double(learned - start) / 1e9,
                    "shifting in s": Double(end - learned) / 1e9,
                ]
                write("\(row)")
                return row
            }
        }
    }

    private static func write(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
