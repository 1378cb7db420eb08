internal import QuadGeometry

/// The same pairs under the models that a fit is judged by, as far as they allow them, each fitted once.
struct ModelEstimates: Sendable {
    /// The model that was asked for, or the most that the pairs allow.
    let chosen: MotionEstimate
    /// With the gravity prior, and the rigid model without it.
    let gravity, rigid: MotionEstimate?
    let similarity: MotionEstimate?
    let sums: PairSums

    init(_ pairs: Correspondences, _ options: CalibrationOptions) throws(RigidFitError) {
        let sums = PairSums(pairs, weights: pairs.weights)
        let chosen = try ModelEstimates.chosen(pairs, options, sums)
        func fitted(_ model: MotionModel) -> MotionEstimate? {
            model.name == chosen.model.name
                ? chosen : try? MotionEstimate(pairs, model: model, noise: options.noise, sums: sums)
        }
        self.chosen = chosen
        self.sums = sums
        gravity = fitted(.gravity(tilt: options.tilt))
        rigid = fitted(.rigid)
        similarity = fitted(.similarity)
    }

    /// All that the pairs allow, the chosen one first.
    func all(_ pairs: Correspondences, _ options: CalibrationOptions) -> [MotionEstimate] {
        let level = [MotionModel.translation, .yaw].map {
            try? MotionEstimate(pairs, model: $0, noise: options.noise, sums: sums)
        }
        let others = (level + [gravity, rigid, similarity]).compactMap { $0 }
        return [chosen] + others.filter { $0.model.name != chosen.model.name }
    }

    /// The estimate of the model that was asked for, or of the first that the pairs allow: gravity, then yaw; of a
    /// single pair translation.
    ///
    /// Two pairs or more never get a shift that was not asked for: it would leave out a turn which nobody knows to be
    /// none, and be off by metres without a residual that shows it.
    static func chosen(
        _ pairs: Correspondences, _ options: CalibrationOptions, _ sums: PairSums? = nil
    ) throws(RigidFitError) -> MotionEstimate {
        if let model = options.model { return try spread(pairs, model, options, sums) }
        guard pairs.effectiveCount > 1 else { return try spread(pairs, .translation, options, sums) }
        try pairs.requireExtent()
        try pairs.requireWidth()
        if let estimate = try? MotionEstimate(
            pairs, model: .gravity(tilt: options.tilt), noise: options.noise, sums: sums)
        {
            try estimate.requireSpread(pairs)
            return estimate
        }
        return try spread(pairs, .yaw, options, sums)
    }

    /// The estimate of a model by pairs that are farther apart than their noise.
    private static func spread(
        _ pairs: Correspondences, _ model: MotionModel, _ options: CalibrationOptions, _ sums: PairSums?
    ) throws(RigidFitError) -> MotionEstimate {
        let estimate = try MotionEstimate(pairs, model: model, noise: options.noise, sums: sums)
        try estimate.requireSpread(pairs)
        return estimate
    }
}

/// The spread of the pairs beside their noise: points that noise alone may have spread fix no turn.
///
/// The covariance cannot tell. It takes the arms of the pairs as they are, and where noise has made them it calls a
/// turn known that is anything.
extension MotionEstimate {
    /// Refuses pairs in one place, or on a line about which the model is free to turn, up to noise.
    func requireSpread(_ pairs: Correspondences) throws(RigidFitError) {
        guard model != .translation, let noise = tapNoise(pairs) else { return }
        for side in [PairSide.source, .target] {
            let spread = spread(pairs, side)
            if noise.isTaps, noise.explains(spread.all) {
                throw .coincidentPoints(
                    side: side, extent: spread.all.largest, resolution: noise.deviation)
            }
        }
        if let line = line(pairs) { throw line }
    }

    /// The line that all points of a side are on, up to noise, and about which any turn of the model does as well: the
    /// longest for motions that turn freely, the vertical for those that know it. `nil` where there is none.
    func line(_ pairs: Correspondences) -> RigidFitError? {
        guard model != .translation, let noise = tapNoise(pairs) else { return nil }
        for side in [PairSide.source, .target] {
            let spread = spread(pairs, side)
            if noise.explains(spread.across), noise.isShort(beside: spread.along) {
                return .pointsOnLine(
                    side: side, axis: spread.axis, thickness: spread.across.largest,
                    resolution: noise.deviation)
            }
        }
        return nil
    }

    /// The spread of the points of a side, in the target frame.
    private func spread(_ pairs: Correspondences, _ side: PairSide) -> NoisySpread {
        let counting = (0..<pairs.count).filter { weights.counts($0) }
        let center = motion.motion.targetCenter
        let points = counting.map { pair in
            (side == .target ? pairs.targets[pair] : motion.moved(pairs.sources[pair])) - center
        }
        let vertical = side == .target ? up : motion.motion.rotation * up
        let turnsFreely = model == .rigid || model == .similarity
        return NoisySpread(
            points, weights: counting.map { weights[$0] }, about: turnsFreely ? nil : vertical)
    }

    /// The noise to judge a spread by: stated, or estimated where enough is left to estimate it from.
    private func tapNoise(_ pairs: Correspondences) -> TapNoise? {
        let counting = (0..<pairs.count).filter { weights.counts($0) }
        let weight = counting.reduce(0) { $0 + weights[$1].trace / 3 } / Double(counting.count)
        if varianceFreedom == .infinity || freedom >= TapNoise.leastFreedom {
            guard let variance, variance > 0 else { return nil }
            return TapNoise(variance: variance, freedom: varianceFreedom, weight: weight)
        }
        return TapNoise(
            variance: TapNoise.assumedVariance * weight, freedom: .infinity, weight: weight)
    }
}
