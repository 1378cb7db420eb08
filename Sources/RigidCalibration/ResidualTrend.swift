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
    /// How probable as much of a trend would be if there were none.
    public let probability: Double

    /// The bend in millimetres over each ten metres of length.
    public var millimetresPerTenMetres: Double { 1000 * peakToPeak / (length / 10) }

    /// Whether it is a drift: not by chance, and not small beside the noise.
    public var isDrift: Bool {
        probability < ResidualTrend.significance && rms > ResidualTrend.leastShare * rest
    }

    /// Below this probability a trend is no chance: noise that markers share makes chances look smaller than they are.
    public static let significance = 1e-6
    /// Below this share of the noise a bend changes no marker enough to matter.
    public static let leastShare = 0.3

    init?(_ pairs: Correspondences, _ estimate: MotionEstimate) {
        guard let bend = ScanBend(pairs, beside: estimate) else { return nil }
        axis = bend.axis
        var low = SIMD3<Double>.zero, high = SIMD3<Double>.zero
        var near = Double.infinity, far = -Double.infinity
        var sum = 0.0, misses = 0.0, count = 0.0
        var squares = CompensatedSum()
        for pair in 0..<pairs.count where estimate.weights.counts(pair) {
            let moved = estimate.motion.moved(pairs.sources[pair])
            let bent = bend.displacement(atMoved: moved)
            let rest = pairs.targets[pair] - moved - bent
            low.replace(with: bent, where: bent .< low)
            high.replace(with: bent, where: bent .> high)
            let position = (moved - bend.anchor).dot(bend.axis)
            (near, far) = (Double.minimum(near, position), Double.maximum(far, position))
            sum += bent.dot(bent)
            misses += rest.dot(rest)
            squares.add(rest.dot(estimate.weights[pair] * rest))
            count += 1
        }
        length = far - near
        rms = (sum / count).squareRoot()
        rest = (misses / count).squareRoot()
        peakToPeak = (high - low).length
        // Corners of a marker may share their error: then they are one observation rather than four.
        let shared = Double(pairs.count) / Double(pairs.members.count)
        let gain = Double.maximum(estimate.squares - squares.value, 0) / 6 / shared
        // Noise that was stated too small would make a trend of every residual.
        let left = squares.value / bend.freedom
        let stated = estimate.varianceFreedom == .infinity ? estimate.variance ?? 0 : 0
        let noise = Double.maximum(stated, left)
        let law = FDistribution(above: 6, below: stated > left ? .infinity : bend.freedom)
        probability = noise > 0 ? law.exceedance(gain / noise) : gain > 0 ? 0 : 1
    }
}
