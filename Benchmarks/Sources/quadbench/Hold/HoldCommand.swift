import BenchRecords
import Foundation
import QuadGeometry
import RigidCalibration

/// Holds twelve speeds, each as a ratio to a peer or a limit of the machine in the same run, against those recorded for this level
/// of the kernels. Each row is made several times, since the places of its data in memory are worth up to a fifth, and the
/// median counts; a row over its limit has one more chance. With `--plant` slowed turns are measured beside the sound ones, and
/// must be over the limit. `--record` writes the medians down.
enum HoldCommand {
    static let usage =
        "hold [--limits FOLDER] [--only ROW] [--plant PERCENT] [--seconds N] [--quadcal FILE] [--record]"

    /// The times that a row is made for a verdict.
    private static let makings = 9
    /// The verdicts of a row that may be asked for.
    private static let chances = 3
    /// Rows have prepared a fifth more than they count.
    private static let mostPlanted = 20

    @Sendable
    static func run(_ arguments: [String]) throws -> Int32 {
        let options = try QuadBench.options(arguments, for: usage)
        let planted = try options["plant"].map { _ in try options.count("plant", default: 1) }
        guard planted ?? 0 <= mostPlanted else { throw BenchError.usage("--plant: at most \(mostPlanted)") }
        let seconds = try options.seconds("seconds") ?? 0.4
        let folder = options["limits"] ?? "Benchmarks/Limits"
        let file = "\(folder)/\(KernelLevel.best.rawValue).json"
        var limits =
            try FileManager.default.fileExists(atPath: file) ? HeldLimits(contentsOf: file) : HeldLimits()
        let processor = MachineRecord.current(isBrief: true).processorClass.lowercased()
        say("\(processor), kernels \(KernelLevel.best.rawValue)")
        let chosen = rows(tool: options["quadcal"] ?? QuadcalTool.path).filter {
            options["only"] == nil || options["only"] == $0.name
        }
        guard !chosen.isEmpty else { throw BenchError.usage("--only \(options["only"] ?? ""): no such row") }
        if options["record"] != nil {
            for row in chosen {
                let cost = try cost(row.make, planted: nil, seconds: seconds)
                limits.record(cost, of: row.name, on: processor)
                say("\(text(cost.ratio))  recorded  \(row.name)")
            }
            try limits.write(to: file)
            return 0
        }
        var counts: [HeldVerdict: Int] = [:], missed = 0, judged = 0
        for row in chosen {
            guard let limit = limits.limit(of: row.name, on: processor) else {
                throw BenchError.badFile(file, "has no ratio of \(row.name); --record writes it")
            }
            var best = HeldCost(ratio: .infinity, slowed: .infinity, peer: .infinity)
            for _ in 0..<chances where limit.verdict(on: best) != .holds {
                best = best.least(try cost(row.make, planted: planted, seconds: seconds))
            }
            let verdict = limit.verdict(on: best)
            counts[verdict, default: 0] += 1
            var plant = ""
            if let planted, verdict == .holds {
                judged += 1
                missed += best.slowed > limit.most ? 0 : 1
                plant =
                    "  \(planted) % slower \(text(best.slowed)) \(best.slowed > limit.most ? "found " : "MISSED")"
            }
            say("\(text(best.ratio))  \(verdict.rawValue)  at most \(text(limit.most))\(plant)  \(row.name)")
        }
        say("\(counts[.holds, default: 0]) of \(chosen.count) rows hold")
        if let unsure = counts[.unsure] {
            say(
                "\(unsure) cannot be told: other work slows this machine, so that the peers are slower than recorded, too"
            )
        }
        if let planted { say("\(planted) % planted: found in \(judged - missed) of \(judged) rows") }
        return counts[.worse] == nil && missed == 0 ? 0 : 1
    }

    /// The medians over rows that are made one after the other, each with other places in memory.
    private static func cost(
        _ make: () throws -> HeldRow, planted: Int?, seconds: Double
    ) throws -> HeldCost {
        var costs: [HeldCost] = [], spread: [[UInt8]] = []
        for making in 0..<makings {
            // What is in the way moves what is made next.
            spread.append([UInt8](repeating: 1, count: 4096 * (1 + 37 * making) + 64 * making))
            costs.append(try make().cost(slower: planted, seconds: seconds))
        }
        guard spread.count == makings else { throw BenchError.violated("a row was not made") }
        return HeldCost(costs)
    }

    /// The rows by their names, each made when its turn comes, since some hold much memory.
    private static func rows(tool: String) -> [(name: String, make: () throws -> HeldRow)] {
        let level = KernelLevel.best
        let problems = Lazy { FitProblems(60_000, seed: 1) }
        return [
            ("measures of quads in cache, over C", { .measures(on: level) }),
            ("moves of quads in memory, over the copy", { .moves(on: level) }),
            ("checks of sound quads, over fits in Eigen", { .checks(beside: problems.value) }),
            ("random rays at 1,000 quads, over Embree", { try .rays(.random, quads: 1000, on: level) }),
            ("aimed rays at 100,000 quads, over Embree", { try .rays(.aimed, quads: 100_000, on: level) }),
            ("fast fits of quads, over Eigen", { .fit(.fast, of: problems.value) }),
            ("default fits of quads, over Eigen", { .fit(.default, of: problems.value) }),
            ("fits of quads in batches, over Eigen", { .batches(of: problems.value, on: level) }),
            ("a fit of a million pairs, over reading them", { .manyPairs() }),
            ("markers read, over Foundation", { try .markersRead() }),
            ("a file checked, over reading it", { try .checkOfFile(tool) }),
            ("messages re-based for 4, over fits in Eigen", { try .relayed(beside: problems.value) }),
        ]
    }

    private final class Lazy<Value> {
        private let make: () -> Value
        private(set) lazy var value = make()
        init(_ make: @escaping () -> Value) { self.make = make }
    }

    private static func text(_ ratio: Double) -> String { String(format: "%8.4f", ratio) }

    private static func say(_ text: String) {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }
}
