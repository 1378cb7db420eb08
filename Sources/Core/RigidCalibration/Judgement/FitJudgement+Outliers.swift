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
        let tested = pairs.groups == nil ? ofPairs(pairs, selection, all) : ofMarkers(pairs, selection, all)
        let off = tested.off
        guard !off.isEmpty, let rest = try? MotionEstimate(without(off, pairs), model: .rigid, noise: nil)
        else { return [] }
        let least = leastMiss * extent(pairs, all)
        guard off.contains(where: { rest.motion.residual(pairs, $0).length > least }) else { return [] }
        return outlying(off, probability: tested.probability, pairs, rest.model, options).map { [$0] } ?? []
    }

    /// Pairs that a selection rejects, if leaving them out gains more than chance does, and the probability of as much.
    private static func ofPairs(
        _ pairs: Correspondences, _ selection: PairSelection, _ all: MotionEstimate
    ) -> (off: [Int], probability: Double) {
        let off = selection.rejected.map { $0.pair }
        guard !off.isEmpty,
            let rest = try? MotionEstimate(without(off, pairs), model: .rigid, noise: nil),
            rest.variance != nil
        else { return ([], 1) }
        let probability = chance(
            of: 3 * off.count, before: all.squares, after: rest.squares, rest.freedom, pairs.count, off.count)
        return probability < outlierSignificance ? (off, probability) : ([], 1)
    }

    /// The same where pairs are corners of markers: markers most of whose corners are rejected by their means, since their corners share
    /// an error, and single corners by what is left about the mean of their marker.
    private static func ofMarkers(
        _ pairs: Correspondences, _ selection: PairSelection, _ all: MotionEstimate
    ) -> (off: [Int], probability: Double) {
        let rejected = selection.rejected.map { $0.pair }
        guard !rejected.isEmpty else { return ([], 1) }
        var isRejected = [Bool](repeating: false, count: pairs.count)
        for pair in rejected { isRejected[pair] = true }
        var isOfWhole = [Bool](repeating: false, count: pairs.count), whole = 0
        for group in pairs.members where 2 * group.count(where: { isRejected[$0] }) > group.count {
            whole += 1
            for pair in group { isOfWhole[pair] = true }
        }
        var off: [Int] = [], least = 1.0
        let others = without(pairs.members.joined().filter { isOfWhole[$0] }, pairs)
        guard let rest = try? MotionEstimate(others, model: .rigid, noise: nil) else { return ([], 1) }
        let after = MarkerMeans(others, rest)
        if whole > 0 {
            let before = MarkerMeans(pairs, all).means
            func squares(_ means: [MarkerMeans.Mean]) -> Double {
                means.reduce(0) { $0 + $1.weight * $1.residual.dot($1.residual) }
            }
            let probability = chance(
                of: 3 * whole, before: squares(before), after: squares(after.means),
                Double(3 * after.means.count - 6), before.count, whole)
            if probability < outlierSignificance {
                off += rejected.filter { isOfWhole[$0] }
                least = probability
            }
        }
        let found = ofCorners(rejected.filter { !isOfWhole[$0] }, of: others, after)
        return ((off + found.off).sorted(), Double.minimum(least, found.probability))
    }

    /// The same of single corners, by their squares about the mean of their marker; of those that are rejected only the ones that are off
    /// by themselves.
    private static func ofCorners(
        _ single: [Int], of pairs: Correspondences, _ before: MarkerMeans
    ) -> (off: [Int], probability: Double) {
        let corners = without(single, pairs)
        guard !single.isEmpty, let rest = try? MotionEstimate(corners, model: .rigid, noise: nil) else {
            return ([], 1)
        }
        let after = MarkerMeans(corners, rest)
        func freedom(_ means: MarkerMeans) -> Int { 3 * (means.pairCount - means.means.count) }
        let spent = freedom(before) - freedom(after), left = Double(freedom(after))
        guard spent > 0, left > 0 else { return ([], 1) }
        let probability = chance(
            of: spent, before: before.squares, after: after.squares, left, before.pairCount, single.count)
        guard probability < outlierSignificance else { return ([], 1) }
        let kept = Set(single)
        let off = pairs.members.flatMap { group -> [Int] in
            let others = group.filter { !kept.contains($0) }
            guard others.count < group.count else { return [] }
            let base = squares(of: others, pairs, rest)
            return group.filter { pair in
                guard kept.contains(pair) else { return false }
                let gain = squares(of: others + [pair], pairs, rest) - base
                return chance(
                    of: 3, before: after.squares + gain, after: after.squares, left, before.pairCount, 1)
                    < outlierSignificance
            }
        }
        return (off, off.isEmpty ? 1 : probability)
    }

    /// The weighted squares of the residuals of some pairs about their mean.
    private static func squares(
        of group: [Int], _ pairs: Correspondences, _ estimate: MotionEstimate
    ) -> Double {
        let residuals = group.map {
            (weight: pairs.weights?[$0] ?? 1, own: estimate.motion.residual(pairs, $0))
        }
        let weight = residuals.reduce(0) { $0 + $1.weight }
        guard weight > 0 else { return 0 }
        let mean = residuals.reduce(SIMD3<Double>.zero) { $0 + $1.own * $1.weight } / weight
        return residuals.reduce(0) { $0 + $1.weight * ($1.own - mean).dot($1.own - mean) }
    }

    /// The pairs with some that do not count.
    private static func without(_ off: some Sequence<Int>, _ pairs: Correspondences) -> Correspondences {
        var counts = [Bool](repeating: true, count: pairs.count)
        for pair in off { counts[pair] = false }
        return pairs.counting(only: counts)
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
        guard let rest = try? MotionEstimate(others, model: model, noise: options.noise),
            let variance = rest.variance, let errors = ErrorModel(others, rest, options)
        else { return .outlyingPairs(off, probability: probability) }
        var covariance = MotionCovariance(rest, variance: variance, errors)
        covariance.growth = ScaleEvidence.growth(beside: rest, others, options)
        let members = pairs.members, own = SymmetricMatrix(diagonal: errors.pair)
        func expected(_ source: SIMD3<Double>) -> SymmetricMatrix {
            covariance.covariance(ofMoved: rest.motion.moved(source)) + own
        }
        // A few that are off are no tail of the others.
        let wrong = members.filter { group in 2 * group.count { !counts[$0] } > group.count }
        let few = wrong.count <= Swift.max(members.count / fewOf, 1) ? Set(wrong.map { $0.first }) : []
        let tail = tailFreedom(
            of: members.filter { !few.contains($0.first) }.map { group in
                let mean = mean(of: Array(group), pairs, rest)
                return mean.residual.length / expected(mean.source).trace.squareRoot()
            })
        let share = outlierSignificance / Double(members.count)
        let ofCorner = FDistribution(above: 3, below: Double(3 * Swift.max(others.count - members.count, 1)))
        var found: [Int] = []
        for group in members.map({ $0.filter { pairs.weights?[$0] ?? 1 > 0 } }) {
            let off = group.filter { !counts[$0] }, sound = group.filter { counts[$0] }
            let mean = mean(of: off.count > sound.count ? group : sound, pairs, rest)
            if off.count > sound.count {
                let expected = expected(mean.source), miss = mean.residual.length
                if miss > covariance.farBound(of: expected, exceededWith: share, tail: tail) {
                    found += group
                }
            } else {
                // A corner is compared with the others of its marker, whose error it shares.
                let variance = errors.corner * (1 + 1 / Double(sound.count))
                found += off.filter { pair in
                    let miss = rest.motion.residual(pairs, pair) - mean.residual
                    return ofCorner.exceedance(miss.dot(miss) / (3 * variance)) < share
                }
            }
        }
        return found.isEmpty ? nil : .outlyingPairs(found.sorted(), probability: probability)
    }

    /// The mean of some pairs' sources and of their residuals.
    private static func mean(
        of group: [Int], _ pairs: Correspondences, _ estimate: MotionEstimate
    ) -> (source: SIMD3<Double>, residual: SIMD3<Double>) {
        let share = 1 / Double(Swift.max(group.count, 1))
        return group.reduce((.zero, .zero)) { sum, pair in
            (
                sum.source + pairs.sources[pair] * share,
                sum.residual + estimate.motion.residual(pairs, pair) * share
            )
        }
    }

    /// A prior: with it, one in seventy fits to public trajectories of devices calls a sound marker wrong, with 3 one in thirty-six. With
    /// fewer, markers that were moved would be called so only when they are off by twenty times what is expected.
    private static let tailFreedom = 2.5
    /// So many sizes beyond the others show how their tail thins out; and one in so many may be off and have no part in it.
    private static let fewestOfTail = 4, fewOf = 100

    /// The degrees of freedom of a law whose tail is that of some sizes, the farthest tenth (Hill 1975), less its own deviation. Never fewer
    /// than are assumed of few sizes.
    private static func tailFreedom(of sizes: [Double]) -> Double {
        let sorted = sizes.sorted(by: >), beyond = sizes.count / 10
        guard beyond >= fewestOfTail, sorted[beyond] > 0 else { return tailFreedom }
        let excess = sorted[..<beyond].reduce(0) { $0 + logarithm($1 / sorted[beyond]) }
        return .maximum(tailFreedom, (Double(beyond) - Double(beyond).squareRoot()) / excess)
    }

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
