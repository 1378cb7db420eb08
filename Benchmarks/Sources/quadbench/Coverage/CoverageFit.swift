import QuadGeometry
import RigidCalibration

/// One fit of some pairs of a set, judged by pairs that took no part in it.
struct CoverageFit {
    /// The codes of the judgements, or that of the refusal.
    let codes: Set<String>
    /// The worth of the predictions; `nil` if none were made.
    let found: Found?

    struct Found {
        /// The residual of each predicted pair over its 95 % error.
        var ratios: [Double] = []
        /// The 95 % errors of these pairs, in metres.
        var widths: [Double] = []
        /// The same by the model of release 0.1.0; none where that has nothing to learn its noise from.
        var plainWidths: [Double] = []
        /// The number of these pairs at which the motion is within its 95 % error of the exact place.
        var heldMotions = 0
        /// Whether some pair is beyond the bound that all pairs together stay within, as for CHECKS_MISS.
        var misses = false
    }

    init(codes: Set<String>, found: Found?) { (self.codes, self.found) = (codes, found) }

    /// Fits and predicts what a scheme chooses.
    init(_ scheme: CoverageScheme, of set: CoverageSet, using random: inout SeededGenerator) {
        let (fitted, checked) = scheme.choose(from: set, using: &random)
        let rows = fitted.flatMap { $0 }
        var options = CalibrationOptions()
        options.model = set.model
        let calibration: Calibration, plain: PlainBound?
        do throws(RigidFitError) {
            let pairs = try Correspondences(
                sources: rows.map { set.pairs.sources[$0] }, targets: rows.map { set.pairs.targets[$0] },
                groups: scheme.knowsGroups
                    ? fitted.enumerated().flatMap { group in group.element.map { _ in group.offset } } : nil)
            calibration = try Calibration(pairs, options: options)
            plain = PlainBound(pairs)
        } catch {
            (codes, found) = ([error.code], nil)
            return
        }
        codes = Set(calibration.judgements.map(\.code))
        var found = Found()
        let labels = Dictionary(
            uniqueKeysWithValues: set.groups.enumerated().flatMap { group in
                group.element.map { ($0, group.offset) }
            })
        let checks = try? Correspondences(
            sources: checked.map { set.pairs.sources[$0] }, targets: checked.map { set.pairs.targets[$0] },
            groups: scheme.knowsGroups ? checked.map { labels[$0] ?? -1 } : nil)
        guard let bounds = checks.flatMap({ calibration.bounds(ofChecks: $0) }) else {
            self.found = nil
            return
        }
        for (row, bound) in zip(checked, bounds) {
            let moved = calibration.moved(set.pairs.sources[row]), evidence = calibration.evidence
            guard let error = evidence.error(ofPairAtMoved: moved, noise: nil),
                let motionError = evidence.covariance?.predictedError(atMoved: moved)
            else {
                self.found = nil
                return
            }
            let residual = (set.pairs.targets[row] - moved).length
            found.ratios.append(residual / error)
            found.widths.append(error)
            if let plain { found.plainWidths.append(plain.error(ofPairAt: set.pairs.sources[row])) }
            if (set.exact[row] - moved).length <= motionError { found.heldMotions += 1 }
            if residual > bound { found.misses = true }
        }
        self.found = found
    }
}
