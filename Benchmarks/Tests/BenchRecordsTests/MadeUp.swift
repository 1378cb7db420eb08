@testable import BenchRecords

/// Made-up measurements and runs.
enum MadeUp {
    static let machine = MachineRecord(
        processor: "A <processor> & co", processorClass: "Vendor-1-2", flags: ["avx2"], processors: 2,
        kernels: "v3", system: "x86-64 Linux, 6", compiler: "Swift 6.3", commit: "0123456789", isDirty: true)

    static func time(_ samples: [Double], name: String = "work", better: Better = .lower) -> MeasuredValue {
        MeasuredValue(
            name: name, area: "speed", unit: better == .lower ? "ns" : "MB/s", quantity: .cost,
            better: better,
            samples: samples)
    }

    static func digits(_ value: Double, _ name: String = "digits") -> MeasuredValue {
        MeasuredValue(
            name: name, area: "accuracy", unit: "digits", quantity: .digits, better: .higher,
            samples: [value],
            limit: 15.9)
    }

    static func count(_ value: Double) -> MeasuredValue {
        MeasuredValue(
            name: "allocations", area: "memory", unit: "allocations", quantity: .count, better: .lower,
            samples: [value], limit: 0)
    }

    static func run(_ measurements: [MeasuredValue], date: String = "2026-01-02T03:04:05Z") -> RunRecord {
        RunRecord(date: date, command: "quadbench run", machine: machine, measurements: measurements)
    }

    /// A comparison of programs whose batches take `base` and `new`, under a law of noise.
    static func compare(_ law: NoiseLaw, base: Double = 100, new: Double, seed: UInt64) throws -> Comparison {
        var random = CountedRandom(seed: seed), batches = 0
        var run = AlternatingRun(random: CountedRandom(seed: ~seed)) { side in
            batches += 1
            let factor = law.factor(batches / 3, using: &random)
            return MadeUp.run([time([(side == .new ? new : base) * factor])])
        }
        return try run.run()
    }
}
