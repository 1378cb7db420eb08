#if arch(x86_64)
/// A published error bound, and a way to spend it: the error of one random input, measured against 80-bit
/// arithmetic in the unit the bound is stated in.
public struct BoundTrial: Sendable, CustomStringConvertible {
    public let name: String
    public let bound: Double
    /// By how much the bound is known to exceed what random inputs reach, because something else rests on its proof.
    public let overestimate: Double
    /// `nil` where the condition under which the bound is stated does not hold.
    let error: @Sendable (inout SeededGenerator) -> Float80?

    public init(
        _ name: String, _ bound: Double, overestimate: Double = 1,
        error: @escaping @Sendable (inout SeededGenerator) -> Float80?
    ) {
        self.name = name
        self.bound = bound
        self.overestimate = overestimate
        self.error = error
    }

    public var description: String { name }

    /// Enough for every test run, in debug; the heavy suites take a hundred times as many, and more.
    public static let fewSamples = 2000

    /// The worst of as many inputs; `QUADCAL_SEED` and the sample's number give any of them again.
    public func spend(samples: Int, seed: UInt64) -> WorstSeen {
        var worst = WorstSeen(trial: self, seed: seed)
        for sample in 0..<samples {
            var random = SeededGenerator(seed: seed, sample: sample)
            guard let error = error(&random) else { continue }
            worst.count += 1
            // Written so that a NaN is the worst of all.
            if !(error <= worst.error) { (worst.error, worst.sample) = (error, sample) }
        }
        return worst
    }
}

/// How much of a bound some inputs have used.
public struct WorstSeen: Sendable, CustomStringConvertible {
    let trial: BoundTrial
    let seed: UInt64
    public fileprivate(set) var count = 0
    public fileprivate(set) var error: Float80 = 0
    fileprivate(set) var sample = 0

    init(trial: BoundTrial, seed: UInt64) {
        self.trial = trial
        self.seed = seed
    }

    public var isWithinBound: Bool { error <= Float80(trial.bound) }

    /// Whether the bound is not so loose that a loss of digits could pass it: at most four times the worst of many
    /// inputs, which a few cannot be expected to find.
    public func isTight(among samples: Int) -> Bool {
        let slackAllowed: Float80 = samples > BoundTrial.fewSamples ? 4 : 8
        return error * slackAllowed * Float80(trial.overestimate) >= Float80(trial.bound)
    }

    public var description: String {
        func units(_ number: Double) -> Double { (number / .ulpOfOne * 100).rounded() / 100 }
        return "\(trial.name): worst seen \(units(Double(error))) ulpOfOne of \(units(trial.bound)), "
            + "over \(count) inputs, seed \(seed), sample \(sample)"
    }
}
#endif
