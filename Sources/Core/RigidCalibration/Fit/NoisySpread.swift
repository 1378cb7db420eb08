internal import QuadGeometry

/// The noise of points that somebody tapped.
struct TapNoise {
    /// The variance that belongs to a weight of one.
    let variance: Double
    /// Infinite where it was stated or assumed.
    let freedom: Double
    let weight: Double

    /// The variance to assume of a coordinate of a residual where two pairs leave one number to estimate it from, which
    /// is as often far too small as far too large: 5 mm in each scan.
    static let assumedVariance = 2 * 0.005 * 0.005
    /// The degrees of freedom from which an estimate is better than the assumption: with three, nine of ten are
    /// within a factor of three.
    static let leastFreedom = 3.0
    /// Taps that miss by more than this many times what is assumed are on other points.
    private static let mostOverAssumed = 3.0
    /// The square of the number of its deviations from which on noise larger than that of taps is short of a length.
    private static let leastLength = 100.0
    /// As much spread by chance in more than 5 of 100 cases is none. Each side has only its share of the noise of both,
    /// so that far fewer than 5 of 100 cases without spread seem to have some.
    private static let leastChance = 0.05

    /// The deviation of a coordinate of a residual, in metres.
    var deviation: Double { (variance / weight).squareRoot() }

    /// Whether it is of the size of taps, or was stated, and not made by pairs of different points.
    var isTaps: Bool {
        freedom == .infinity
            || deviation <= TapNoise.mostOverAssumed * TapNoise.assumedVariance.squareRoot()
    }

    /// Whether it is short of a length: wrong pairs leave residuals as large as the scene, which then has no direction.
    func isShort(beside length: NoisySpread.Part) -> Bool {
        isTaps
            ? !explains(length) : length.squares > length.freedom * variance * TapNoise.leastLength
    }

    /// Whether noise alone may spread points as much.
    func explains(_ spread: NoisySpread.Part) -> Bool {
        guard spread.freedom > 0 else { return true }
        let law = FDistribution(above: spread.freedom, below: freedom)
        return law.exceedance(spread.squares / spread.freedom / variance) > TapNoise.leastChance
    }
}

/// The spread of points about their mean, in units of their noise.
struct NoisySpread {
    /// The part of a spread in some directions.
    struct Part {
        /// The weighted squares, which are noise alone as often as a sum of so many squares is.
        var squares = 0.0
        let freedom: Double
        /// The largest distance from the mean, in metres.
        var largest = 0.0
    }

    let axis: SIMD3<Double>
    private(set) var all, along, across: Part

    /// The spread of two points or more along an axis and across; without one along the longest line through them.
    init(_ points: [SIMD3<Double>], weights: [SymmetricMatrix], about given: SIMD3<Double>?) {
        let total = weights.reduce(0) { $0 + $1.trace }
        let mean = zip(points, weights).reduce(SIMD3<Double>.zero) { $0 + $1.0 * ($1.1.trace / total) }
        // Each point but one tells a spread about the mean; two numbers go to the direction of a line that is looked for.
        let others = Double(points.count - 1)
        all = Part(freedom: 3 * others)
        along = Part(freedom: others)
        across = Part(freedom: given == nil ? 2 * others - 2 : 2 * others)
        axis = given ?? PointSpread(points, nil, about: mean).axis
        for (point, weight) in zip(points, weights) {
            let arm = point - mean, part = axis * arm.dot(axis)
            NoisySpread.add(arm, weight, to: &all)
            NoisySpread.add(part, weight, to: &along)
            NoisySpread.add(arm - part, weight, to: &across)
        }
    }

    private static func add(_ arm: SIMD3<Double>, _ weight: SymmetricMatrix, to part: inout Part) {
        part.squares += arm.dot(weight * arm)
        part.largest = Double.maximum(part.largest, arm.length)
    }
}
