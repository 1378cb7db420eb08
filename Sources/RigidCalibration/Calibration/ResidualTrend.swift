internal import QuadGeometry

/// Whether residuals follow their position: a bend of the scan rather than noise.
public struct ResidualTrend: Hashable, Sendable {
    /// The direction along which the bend runs, in the target frame.
    public let axis: SIMD3<Double>
    /// The extent of the pairs along it, in metres.
    public let length: Double
    /// The displacement that the bend explains beside the best motion: root mean square over the pairs, in metres.
    public let rms: Double
    /// The largest displacement less the opposite one, in metres.
    public let peakToPeak: Double
    /// The root mean square of what the bend leaves, in metres.
    public let rest: Double
    /// The probability of as much of a trend if there were none.
    public let probability: Double

    /// The bend in millimetres over each ten metres of length.
    public var millimetresPerTenMetres: Double { 1000 * peakToPeak / (length / 10) }

    /// Whether it is a drift: not by chance, and not small beside the noise.
    public var isDrift: Bool {
        probability < ResidualTrend.significance && rms > ResidualTrend.leastShare * rest
    }

    /// Below this probability a trend is no chance.
    public static let significance = 1e-4
    /// Below this share of the noise a bend changes no marker enough to matter.
    public static let leastShare = 0.3

    init?(_ pairs: Correspondences, _ estimate: MotionEstimate) {
        guard let bend = ScanBend(pairs, beside: estimate) else { return nil }
        axis = bend.axis
        var low = SIMD3<Double>.zero, high = SIMD3<Double>.zero
        var near = Double.infinity, far = -Double.infinity
        var sum = 0.0, misses = 0.0, count = 0.0
        var straight = CompensatedSum(), bent = CompensatedSum()
        var groups = 0
        for group in pairs.members {
            var weights = SymmetricMatrix.zero
            var pull = SIMD3<Double>.zero, rest = pull
            for pair in group where estimate.weights.counts(pair) {
                let moved = estimate.motion.moved(pairs.sources[pair])
                let displacement = bend.displacement(atMoved: moved)
                let residual = pairs.targets[pair] - moved, left = residual - displacement
                low.replace(with: displacement, where: displacement .< low)
                high.replace(with: displacement, where: displacement .> high)
                let position = (moved - bend.anchor).dot(bend.axis)
                (near, far) = (Double.minimum(near, position), Double.maximum(far, position))
                sum += displacement.dot(displacement)
                misses += left.dot(left)
                count += 1
                weights = weights + estimate.weights[pair]
                pull += estimate.weights[pair] * residual
                rest += estimate.weights[pair] * left
            }
            guard let inverse = weights.inverse else { continue }
            straight.add(pull.dot(inverse * pull))
            bent.add(rest.dot(inverse * rest))
            groups += 1
        }
        let freedom = Double(3 * groups) - bend.spent
        guard freedom > 0 else { return nil }
        length = far - near
        rms = (sum / count).squareRoot()
        rest = (misses / count).squareRoot()
        peakToPeak = (high - low).length
        // Corners of a marker may share their error, so that groups are compared by their means.
        let gain = Double.maximum(straight.value - bent.value, 0) / 6
        // Noise that was stated too small would make a trend of every residual.
        let left = bent.value / freedom
        let stated = estimate.varianceFreedom == .infinity ? estimate.variance ?? 0 : 0
        let noise = Double.maximum(stated, left)
        let law = FDistribution(above: 6, below: stated > left ? .infinity : freedom)
        probability = noise > 0 ? law.exceedance(gain / noise) : gain > 0 ? 0 : 1
    }
}
