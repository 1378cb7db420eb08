internal import QuadGeometry

/// The rules by which pairs are called wrong that were all believed.
extension FitJudgement {
    /// Several pairs that are off hide in the noise that they make; a robust fit does not believe them.
    static func disbelieved(
        _ pairs: Correspondences, _ estimates: ModelEstimates, _ options: CalibrationOptions
    ) -> [FitJudgement] {
        guard let all = estimates.rigid else { return [] }
        if let sample = sample(of: pairs), let some = try? MotionEstimate(sample, model: .rigid, noise: nil),
            disbelieved(sample, some, options).isEmpty
        {
            return []
        }
        return disbelieved(pairs, all, options)
    }

    /// Some of many pairs, all over, with the others of their groups; `nil` where there are no more.
    ///
    /// Pairs that hide are no small share: those that are off by d make a noise of the square root of their share times d, and beyond
    /// six or seven times the noise a pair is called wrong by itself.
    private static func sample(of pairs: Correspondences) -> Correspondences? {
        let members = pairs.members
        guard members.count > mostLookedAt else { return nil }
        let every = (members.count + mostLookedAt - 1) / mostLookedAt
        return pairs.selected(stride(from: 0, to: members.count, by: every).flatMap { members[$0] })
    }

    /// Of so many pairs or groups, the least share that hides, one in fifty, is twenty.
    private static let mostLookedAt = 1024

    /// Of few pairs a robust fit may leave out sound ones, so leaving them out must gain more than the choice does: by an F-test,
    /// for each of the ways in which as many could have been chosen.
    private static func disbelieved(
        _ pairs: Correspondences, _ all: MotionEstimate, _ options: CalibrationOptions
    ) -> [FitJudgement] {
        let selection: PairSelection
        do throws(RigidFitError) { selection = try PairSelection(pairs, bound: nil) } catch {
            guard case .ambiguousMotion(let motion, let rival) = error, pairs.groups != nil else { return [] }
            return twoMotions(pairs, all, motion, rival, options)
        }
        let off = selection.rejected.map { $0.pair }
        guard !off.isEmpty,
            let rest = try? MotionEstimate(
                pairs.counting(only: selection.inliers), model: .rigid, noise: nil), rest.variance != nil
        else { return [] }
        let least = leastMiss * extent(pairs, all)
        guard off.contains(where: { rest.motion.residual(pairs, $0).length > least }) else { return [] }
        let probability =
            chance(pairs, ofMarkersBut: selection, all, rest)
            ?? chance(
                of: 3 * off.count, before: all.squares, after: rest.squares, rest.freedom, pairs.count,
                off.count)
        guard probability < outlierSignificance else { return [] }
        return outlying(off, probability: probability, pairs, rest.model, options).map { [$0] } ?? []
    }

    /// Markers of which about as many follow one motion as another: the motion of all lies between the two, and is neither. Those of the
    /// motion with less support are named.
    private static func twoMotions(
        _ pairs: Correspondences, _ all: MotionEstimate, _ motion: RivalMotion, _ rival: RivalMotion,
        _ options: CalibrationOptions
    ) -> [FitJudgement] {
        func miss(_ pair: Int, _ motion: RivalMotion) -> Double {
            (pairs.targets[pair] - motion.targetFromSource * pairs.sources[pair]).length
        }
        let off = (0..<pairs.count).filter {
            pairs.weights?[$0] ?? 1 > 0 && miss($0, rival) < miss($0, motion)
        }
        let least = leastMiss * extent(pairs, all)
        guard off.contains(where: { miss($0, motion) > least }) else { return [] }
        let after = (0..<pairs.count).reduce(0) { sum, pair in
            let least = Double.minimum(miss(pair, motion), miss(pair, rival))
            return sum + all.weights.number(of: pair) * least * least
        }
        // A second motion, which is six numbers, over all ways to choose the markers that follow it.
        let count = pairs.members.count
        let probability = chance(
            of: 6, before: all.squares, after: after, all.freedom - 6, count, rival.support)
        // The motion of few markers of a scan that drifts is another one, too.
        guard probability < outlierSignificance,
            case .outlyingPairs(let beyond, _)? = outlying(
                off, probability: probability, pairs, .rigid, options),
            2 * beyond.count > off.count
        else { return [] }
        return [
            .outlyingPairs(off, probability: probability),
            .ambiguousMotion(support: motion.support, second: rival.support),
        ]
    }

    /// The judgement on pairs that are off, as far as they are beyond what the others predict for their places.
    ///
    /// The tests that found them take errors of markers for independent. Where a scan drifts, markers at its ends are off by what is
    /// expected there.
    private static func outlying(
        _ off: [Int], probability: Double, _ pairs: Correspondences, _ model: MotionModel,
        _ options: CalibrationOptions
    ) -> FitJudgement? {
        guard !off.isEmpty else { return nil }
        var counts = [Bool](repeating: true, count: pairs.count)
        for pair in off { counts[pair] = false }
        let others = pairs.counting(only: counts)
        var found = off
        if let rest = try? MotionEstimate(others, model: model, noise: options.noise),
            let variance = rest.variance, let errors = ErrorModel(others, rest, options)
        {
            var covariance = MotionCovariance(rest, variance: variance, errors)
            covariance.growth = ScaleEvidence.growth(beside: rest, others, options)
            let members = pairs.members, own = SymmetricMatrix(diagonal: errors.pair)
            // A corner is compared with the others of its marker, which has been done.
            var isWhole = [Bool](repeating: true, count: pairs.count)
            for group in members where group.contains(where: { counts[$0] }) {
                for pair in group { isWhole[pair] = false }
            }
            let share = outlierSignificance / Double(members.count)
            found = off.filter { pair in
                let moved = rest.motion.moved(pairs.sources[pair])
                let expected = covariance.covariance(ofMoved: moved) + own
                return !isWhole[pair]
                    || rest.motion.residual(pairs, pair).length
                        > covariance.farBound(of: expected, exceededWith: share, tail: tailFreedom)
            }
        }
        return found.isEmpty ? nil : .outlyingPairs(found, probability: probability)
    }

    /// A prior: with it, one in seventy fits to public trajectories of devices calls a sound marker wrong, with 3 one in thirty-six. With
    /// fewer, markers that were moved would be called so only when they are off by twenty times what is expected.
    private static let tailFreedom = 2.5

    /// Single pairs, by their residuals in units of what is expected of each; without gravity where that had a say,
    /// since its share in them follows no exact law.
    static func outlyingPairs(
        _ pairs: Correspondences, _ estimates: ModelEstimates, _ evidence: FitEvidence,
        _ options: CalibrationOptions
    ) -> FitJudgement? {
        var estimate = estimates.chosen, ones = evidence.pairs
        if case .gravity = estimate.model, let rigid = estimates.rigid {
            estimate = rigid
            let errors = evidence.errors?.hasMarkers == true ? ErrorModel(pairs, rigid, options) : nil
            ones = rigid.pairEvidence(pairs, errors, leavesOut: false)
        }
        guard estimate.freedom > 3 else { return nil }
        let smallest = leastMiss * extent(pairs, estimate)
        if let errors = evidence.errors, errors.hasMarkers {
            let (found, least) = outlyingCorners(ones, errors, smallest)
            return outlying(found, probability: least, pairs, estimate.model, options)
        }
        // Noise that was stated too small would make outliers of all.
        let stated = estimate.varianceFreedom == .infinity ? estimate.variance ?? 0 : 0
        let own = estimate.squares / estimate.freedom
        let isStated = stated > 0 && (evidence.chiSquareProbability ?? 0) > significance
        let freedom = estimate.freedom, unit = isStated ? 1 : own / (estimate.variance ?? own)
        // A law is worked out for sizes beyond the largest that it let pass: of many pairs that are a few.
        var found: [Int] = [], least = 1.0, passed = 0.0
        for (pair, one) in ones.enumerated() {
            guard let size = one.studentised, size > passed, one.length > smallest else { continue }
            let square = size * size / unit
            // A residual has a share in the noise it is judged by; without its share the law is F (Cook, Weisberg 1982).
            let others = isStated ? square / 3 : square / 3 * (freedom - 3) / (freedom - square)
            let law = FDistribution(above: 3, below: isStated ? .infinity : freedom - 3)
            let chance = others < 0 ? 0 : law.exceedance(others)
            let probability = min(chance * Double(pairs.count), 1)
            if probability < outlierSignificance { found.append(pair) } else { passed = size }
            least = min(least, probability)
        }
        return outlying(found, probability: least, pairs, estimate.model, options)
    }

    /// The probability that leaving out so many of all gains as much in squares, over all ways to choose them.
    private static func chance(
        of above: Int, before: Double, after: Double, _ freedom: Double, _ count: Int, _ off: Int
    ) -> Double {
        guard freedom > 0 else { return 1 }
        let choices =
            logGamma(Double(count + 1)) - logGamma(Double(off + 1)) - logGamma(Double(count - off + 1))
        let law = FDistribution(above: Double(above), below: freedom)
        let gain = Double.maximum(before - after, 0) / law.above, variance = after / freedom
        let chance = variance > 0 ? law.exceedance(gain / variance) : 0
        return Double.minimum(exponential(logarithm(chance) + choices), 1)
    }

    /// The same where whole markers are off: the mean of each is one observation, since its pairs share an error. `nil` if the
    /// pairs that are off are single ones.
    private static func chance(
        _ pairs: Correspondences, ofMarkersBut selection: PairSelection, _ all: MotionEstimate,
        _ rest: MotionEstimate
    ) -> Double? {
        guard pairs.groups != nil else { return nil }
        let off = pairs.members.count { group in
            group.count > 1 && 2 * group.count { !selection.inliers[$0] } > group.count
        }
        guard off > 0 else { return nil }
        let before = MarkerMeans(pairs, all).means, after = MarkerMeans(pairs, rest).means
        func squares(_ means: [MarkerMeans.Mean]) -> Double {
            means.reduce(0) { $0 + $1.weight * $1.residual.dot($1.residual) }
        }
        return chance(
            of: 3 * off, before: squares(before), after: squares(after), Double(3 * after.count - 6),
            before.count, off)
    }

    /// Pairs beyond what their marker's error and their own noise make likely.
    private static func outlyingCorners(
        _ ones: [PairEvidence], _ errors: PairErrors, _ smallest: Double
    ) -> (found: [Int], least: Double) {
        let law = FDistribution(above: 3, below: errors.freedom)
        var found: [Int] = [], least = 1.0, passed = 0.0
        for (pair, one) in ones.enumerated() {
            guard let size = one.standardised, size > passed, one.length > smallest else { continue }
            let probability = min(law.exceedance(size * size / 3) * Double(ones.count), 1)
            if probability < outlierSignificance { found.append(pair) } else { passed = size }
            least = min(least, probability)
        }
        return (found, least)
    }
}
