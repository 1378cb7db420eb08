import BenchRecords
import Foundation
import QuadGeometry
import RigidCalibration

/// Holds twelve speeds, each as a ratio to a peer or a limit of the machine in the same run, against those recorded for this level
/// of the kernels. A row over its limit is measured again before it counts. `--record` raises what is recorded, never lowers it, so
/// that several runs give the largest ratio of a sound tree; a row that became faster is deleted from the file first.
enum HoldCommand {
    static let usage =
        "hold [--limits FOLDER] [--only ROW] [--slower PERCENT] [--seconds N] [--quadcal FILE] [--record]"

    /// The times that a row may be measured before it counts as worse.
    private static let tries = 3

    @Sendable
    static func run(_ arguments: [String]) throws -> Int32 {
        let options = try QuadBench.options(arguments, for: usage)
        let slower = try options["slower"].map { _ in try options.count("slower", default: 1) } ?? 0
        let seconds = try options.seconds("seconds") ?? 3
        let folder = options["limits"] ?? "Benchmarks/Limits"
        let file = "\(folder)/\(KernelLevel.best.rawValue).json"
        var limits =
            try FileManager.default.fileExists(atPath: file) ? HeldLimits(contentsOf: file) : HeldLimits()
        if options["record"] == nil, limits.processors.isEmpty {
            // Nothing was recorded at this level; the wide limits of a processor that is not known hold then.
            limits = try HeldLimits(contentsOf: "\(folder)/\(KernelLevel.v4.rawValue).json")
        }
        let processor = MachineRecord.current(isBrief: true).processorClass.lowercased()
        guard slower <= mostSlower else {
            throw BenchError.usage("--slower \(slower): at most \(mostSlower)")
        }
        let makers = rows(tool: options["quadcal"] ?? QuadcalTool.path)
        var worse = 0, measured = 0
        say("\(processor), kernels \(KernelLevel.best.rawValue), \(slower) % planted")
        for make in makers {
            let row = try make()
            guard options["only"] == nil || options["only"] == row.name else { continue }
            measured += 1
            if options["record"] != nil {
                // The middle of three, so that one moment of the machine is not the record.
                let ratios = try (0..<tries).map { _ in try row.ratio(slower: slower, seconds: seconds) }
                let known = limits.processors[processor]?[row.name] ?? 0
                let ratio = max(known, (ratios.median * 1e4).rounded() / 1e4)
                limits.processors[processor, default: [:]][row.name] = ratio
                say("\(text(ratios.median))  recorded  \(row.name), over \(row.peer)")
                continue
            }
            guard let limit = limits.limit(of: row.name, on: processor) else {
                throw BenchError.badFile(file, "has no ratio of \(row.name); --record writes it")
            }
            var ratio = Double.infinity
            for _ in 0..<tries where ratio > limit {
                ratio = min(ratio, try row.ratio(slower: slower, seconds: seconds))
            }
            worse += ratio > limit ? 1 : 0
            say(
                "\(text(ratio))  \(ratio > limit ? "WORSE" : "ok   ")  at most \(text(limit))  \(row.name), over \(row.peer)"
            )
        }
        guard measured > 0 else { throw BenchError.usage("--only \(options["only"] ?? ""): no such row") }
        if options["record"] != nil {
            try limits.write(to: file)
            return 0
        }
        if slower > 0 {
            say("\(worse) of \(measured) planted slowdowns found")
            return worse == measured ? 0 : 1
        }
        say("\(measured - worse) of \(measured) rows hold")
        return worse == 0 ? 0 : 1
    }

    /// Rows have prepared a fifth more than they count.
    private static let mostSlower = 20

    /// The rows, each made when its turn comes, since some hold much memory.
    private static func rows(tool: String) -> [() throws -> HeldRow] {
        let level = KernelLevel.best
        let problems = Lazy { FitProblems(60_000, seed: 1) }
        return [
            { .measures(on: level) },
            { .moves(on: level) },
            { .checks(beside: problems.value) },
            { try .rays(.random, quads: 1000, on: level) },
            { try .rays(.aimed, quads: 100_000, on: level) },
            { .fit(.fast, of: problems.value) },
            { .fit(.default, of: problems.value) },
            { .batches(of: problems.value, on: level) },
            { .manyPairs() },
            { try .markersRead() },
            { try .checkOfFile(tool) },
            { try .relayed() },
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
