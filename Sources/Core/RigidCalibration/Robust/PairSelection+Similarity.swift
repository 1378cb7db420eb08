internal import QuadGeometry

extension PairSelection {
    /// The pairs that follow one motion with a growth, to within a bound in metres of the targets or one that is estimated.
    init(growing pairs: Correspondences, bound: Double?) throws(RigidFitError) {
        if let bound, !(bound > 0 && bound.isFinite) { throw .badBound(pair: nil, bound: bound) }
        let search = SimilaritySearch(pairs, bound: bound)
        // Few markers that all lie as they did are believed though chance might bring their motion.
        guard search.factor != nil || pairs.groups != nil else {
            throw .motionNotDetermined(support: search.support, needed: search.needed)
        }
        var factor: Double
        if let found = search.factor {
            factor = found
        } else {
            factor = try ScaledMotion(pairs, weights: pairs.weights, model: .similarity).scale
        }
        var last: PairSelection?
        for _ in 0..<PairSelection.rounds {
            guard let scaled = pairs.withSources(scaledBy: factor) else {
                throw .motionNotDetermined(support: search.support, needed: search.needed)
            }
            let next: PairSelection
            do throws(RigidFitError) {
                next = try PairSelection(scaled, bound: bound)
            } catch .scaleSlip(let slip, _) where last == nil {
                factor *= slip
                continue
            } catch .ambiguousMotion(let motion, let rival) {
                throw .ambiguousMotion(motion.grown(by: factor), rival: rival.grown(by: factor))
            }
            let known = last
            last = next.grown(by: factor)
            if next.inliers == known?.inliers { break }
            factor *= try ScaledMotion(
                scaled, weights: scaled.counting(only: next.inliers).weights, model: .similarity
            ).scale
        }
        guard let last else {
            throw .motionNotDetermined(support: search.support, needed: search.needed)
        }
        self = last
        try requireOneGrowth(pairs)
    }

    /// Refuses pairs of which nearly as many follow a motion with another growth.
    private func requireOneGrowth(_ pairs: Correspondences) throws(RigidFitError) {
        let others = pairs.counting(only: inliers.map { !$0 })
        let least = RobustFit.nearlyAsMany * Double(support)
        guard Double(pairs.support(of: inliers.indices.filter { !inliers[$0] })) >= least,
            let factor = SimilaritySearch(others, bound: bound).factor,
            let second = others.withSources(scaledBy: factor).flatMap({ try? RobustFit($0, bound: bound) }),
            Double(second.support) >= least,
            let motion = try? ScaledMotion(
                pairs, weights: pairs.counting(only: inliers).weights, model: .similarity)
        else { return }
        throw .ambiguousMotion(
            RivalMotion(motion.motion, support: support, growth: motion.scale),
            rival: RivalMotion(second.targetFromSource, support: second.support).grown(by: factor))
    }

    /// The selection among pairs whose sources were taken to be this many times as long.
    private func grown(by factor: Double) -> PairSelection {
        PairSelection(
            inliers: inliers, rejected: rejected, bound: bound, boundWasEstimated: boundWasEstimated,
            support: support, neededSupport: neededSupport, rival: rival?.grown(by: factor))
    }

    /// Growth and followers settle on each other in a few rounds.
    private static let rounds = 8
}
