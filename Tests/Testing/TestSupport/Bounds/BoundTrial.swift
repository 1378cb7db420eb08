#if arch(x86_64)
public import QuadGeometry

/// A published error bound, and a way to spend it: the error of one random input, measured against 80-bit
/// arithmetic in the unit of the bound.
public struct BoundTrial: Sendable, CustomStringConvertible {
    public typealias Draw = @Sendable (inout SeededGenerator) -> Quad

    public let name: String
    public let bound: Double
    /// The factor from the errors of random inputs to the bound, if something relies on the bound's proof.
    public let overestimate: Double
    /// `nil` if the condition for the bound does not hold.
    let error: @Sendable (inout SeededGenerator) -> Float80?
    /// The worst error on a walk of some steps that starts from the input of a generator.
    private(set) var climb: (@Sendable (_ start: SeededGenerator, _ steps: Int) -> Float80)?

    public init(
        _ name: String, _ bound: Double, overestimate: Double = 1,
        error: @escaping @Sendable (inout SeededGenerator) -> Float80?
    ) {
        self.name = name
        self.bound = bound
        self.overestimate = overestimate
        self.error = error
    }

    /// A trial of a measure of quads, which walks from the worst of the random ones to worse ones.
    public init(
        _ name: String, _ bound: Double, quads draw: @escaping Draw,
        error: @escaping @Sendable (Quad) -> Float80?
    ) {
        self.init(name, bound) { error(draw(&$0)) }
        climb = { start, steps in
            var random = start, quad = draw(&random), worst = error(quad) ?? 0
            for _ in 0..<steps {
                let other = BoundTrial.step(from: quad, using: &random)
                if let found = error(other), found > worst { (worst, quad) = (found, other) }
            }
            return worst
        }
    }

    /// A quad with one corner or all moved, by anything from a tenth of its size to a rounding step.
    private static func step(from quad: Quad, using random: inout SeededGenerator) -> Quad {
        let size = quad.diagonalLengths.max() * .randomSize(in: 1e-16...1e-1, using: &random)
        func moved(_ corner: SIMD3<Double>) -> SIMD3<Double> {
            corner + SIMD3<Double>.random(in: -size...size, using: &random)
        }
        if Int.random(in: 0..<3, using: &random) == 0 { return quad.map(moved) }
        var other = quad
        let corner = Int.random(in: 0..<4, using: &random)
        other[corner: corner] = moved(quad[corner: corner])
        return other
    }

    public var description: String { name }

    /// Enough for every test run, in debug; the heavy suites take a hundred times as many, and more.
    public static let fewSamples = 2000

    /// The worst of as many inputs, and of as many steps from there; `QUADCAL_SEED` and the sample's number
    /// reproduce any of them.
    public func spend(samples: Int, seed: UInt64) -> WorstSeen {
        var worst = WorstSeen(trial: self, seed: seed)
        for sample in 0..<samples {
            var random = SeededGenerator(seed: seed, sample: sample)
            guard let error = error(&random) else { continue }
            worst.count += 1
            // Written so that a NaN is the worst of all.
            if !(error <= worst.error) { (worst.error, worst.sample) = (error, sample) }
        }
        if let climb {
            worst.count += samples
            worst.error = climb(SeededGenerator(seed: seed, sample: worst.sample), samples)
        }
        return worst
    }
}

/// The share of a bound that some inputs have used.
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

    /// True if the bound is at most four times the worst of many inputs, so that no loss of digits can pass
    /// it. A few inputs cannot be expected to find that.
    public var isTight: Bool { error * 4 * Float80(trial.overestimate) >= Float80(trial.bound) }

    public var description: String {
        func units(_ number: Double) -> Double { (number / .ulpOfOne * 100).rounded() / 100 }
        return "\(trial.name): worst seen \(units(Double(error))) ulpOfOne of \(units(trial.bound)), "
            + "over \(count) inputs, seed \(seed), sample \(sample)"
    }
}
#endif
