public import QuadGeometry

/// Points of one frame and where they are in another, pair by pair: what a motion is fitted to.
///
/// Every number in it is finite and usable; what is not is refused with the pair that has it.
public struct Correspondences: Hashable, Sendable {
    /// The points in the frame that is left, in metres.
    public let sources: [SIMD3<Double>]
    /// The same points in the frame that is reached, in metres.
    public let targets: [SIMD3<Double>]
    /// How much each pair counts; `nil` when all count the same.
    public let weights: [Double]?

    /// Coordinates beyond this, in metres, are refused: their squares have no room.
    public static let largestCoordinate = 1e60

    /// Pairs of points, all counting the same or each by its weight.
    public init(
        sources: [SIMD3<Double>], targets: [SIMD3<Double>], weights: [Double]? = nil
    ) throws(RigidFitError) {
        guard sources.count == targets.count else {
            throw .unpairedPoints(sources: sources.count, targets: targets.count)
        }
        if let weights, weights.count != sources.count {
            throw .unpairedWeights(weights: weights.count, pairs: sources.count)
        }
        for (points, side) in [(sources, PairSide.source), (targets, .target)] {
            for (pair, point) in points.enumerated() {
                guard point.isFinite else { throw .nonFinitePoint(pair: pair, side: side) }
                guard point.largestMagnitude <= Correspondences.largestCoordinate else {
                    throw .outOfRange(pair: pair, side: side)
                }
            }
        }
        for (pair, weight) in (weights ?? []).enumerated() where !(weight >= 0 && weight.isFinite) {
            throw .badWeight(pair: pair, weight: weight)
        }
        self.sources = sources
        self.targets = targets
        self.weights = weights
    }

    /// The four corners of quads and of where they are, quad by quad, corner by corner.
    public init(quads: [Quad], targets: [Quad]) throws(RigidFitError) {
        guard quads.count == targets.count else {
            throw .unpairedPoints(sources: 4 * quads.count, targets: 4 * targets.count)
        }
        try self.init(sources: quads.flatMap(\.corners), targets: targets.flatMap(\.corners))
    }

    /// The number of pairs.
    public var count: Int { sources.count }

    /// The same pairs the other way around.
    public var swapped: Correspondences {
        Correspondences(checkedSources: targets, targets: sources, weights: weights)
    }

    private init(checkedSources: [SIMD3<Double>], targets: [SIMD3<Double>], weights: [Double]?) {
        sources = checkedSources
        self.targets = targets
        self.weights = weights
    }

    /// The number of pairs that count at all.
    var effectiveCount: Int { weights?.count { $0 > 0 } ?? count }
}
