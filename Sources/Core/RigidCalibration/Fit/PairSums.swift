/// All that fits of several models need to know of the same pairs.
struct PairSums: Sendable {
    let moments: CenteredMoments
    /// The spread of each side about its center.
    let sources, targets: PointSpread

    init(_ pairs: Correspondences, weights: [Double]?) {
        moments = CenteredMoments(pairs.sources, pairs.targets, weights: weights)
        sources = PointSpread(pairs.sources, weights, about: moments.sourceCenter)
        targets = PointSpread(pairs.targets, weights, about: moments.targetCenter)
    }
}
