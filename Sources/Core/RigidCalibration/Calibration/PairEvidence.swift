internal import QuadGeometry

/// The evidence of one pair on the motion, and of the motion on it.
public struct PairEvidence: Hashable, Sendable {
    /// The target less the moved source, in metres.
    public let residual: SIMD3<Double>
    /// Its length, in metres.
    public let length: Double
    /// The residual in units of its own expected deviation, over three directions: below 2.8 for 95 of 100 pairs. `nil`
    /// where the pair has no redundancy, or the noise is unknown.
    public let standardised: Double?
    /// The same if all errors were independent and nothing drifted; `nil` where a marker's pairs share an error, too.
    let studentised: Double?
    /// The share of the pair's three coordinates that was spent on the motion: 0 to 3, all pairs together as many as the
    /// model has unknowns.
    public let leverage: Double
    /// The residual's length under the motion of all pairs but its group, in metres; `nil` where the others fix none.
    public let leaveOneOut: Double?
    /// The change that leaving out its group makes to the pairs, root mean square, in metres; `nil` where the others
    /// fix no motion.
    public let influence: Double?
}

extension MotionEstimate {
    /// The evidence of every pair. Pairs of one group are left out together; without groups each is alone.
    ///
    /// - Parameters:
    ///   - pairs: The pairs of the estimate.
    ///   - errors: Their errors, told apart.
    ///   - leavesOut: Whether it is asked for what leaving out a group does.
    func pairEvidence(
        _ pairs: Correspondences, _ errors: ErrorModel? = nil, leavesOut: Bool = true
    ) -> [PairEvidence] {
        let expected = errors.map { ExpectedResiduals(self, $0) }
        var all = ArmMoments()
        for source in pairs.sources { all.add(motion.moved(source) - changes.anchor, weight: 1) }
        var evidence = [PairEvidence?](repeating: nil, count: pairs.count)
        var shared = ArmMoments()
        LeftOut(self, pairs).visit(leavesOut: leavesOut, solvesAll: errors?.hasMarkers != true) {
            pair, group, found in
            var studentised: Double?
            if let solved = found.solved, let variance, variance > 0 {
                studentised = (Double.maximum(found.residual.dot(solved), 0) / variance).squareRoot()
            }
            if expected != nil, pair == group.first { shared = sum(group, pairs) }
            let standardised = expected.map { $0.standardised(found, weights.number(of: pair), shared) }
            evidence[pair] = PairEvidence(
                residual: found.residual, length: found.residual.length,
                standardised: standardised ?? studentised, studentised: studentised,
                leverage: weights[pair].traceOfProduct(found.spread), leaveOneOut: found.length,
                influence: found.change.map {
                    Double.maximum(all.squares(of: $0) / Double(pairs.count), 0).squareRoot()
                })
        }
        return evidence.compactMap { $0 }
    }

    /// The arms of a marker's pairs, summed by weight.
    private func sum(_ group: ArraySlice<Int>, _ pairs: Correspondences) -> ArmMoments {
        group.reduce(into: ArmMoments()) { sums, pair in
            sums.add(motion.moved(pairs.sources[pair]) - changes.anchor, weight: weights.number(of: pair))
        }
    }
}

/// The residuals that the errors of markers, those of their pairs and the drift of the scan make likely.
struct ExpectedResiduals {
    private let marker, corner: Double
    /// The inverse of the information, and the covariance of the motion but for drift.
    private let inverse, motion: ChangeCovariance
    private let drift: ScanDrift?
    private let motionByDrift: ChangeCovariance?

    init(_ estimate: MotionEstimate, _ errors: ErrorModel) {
        (marker, corner) = (errors.hasMarkers ? errors.marker : 0, errors.corner)
        inverse = ChangeCovariance(estimate.inverse, of: estimate.changes)
        motion = ChangeCovariance((errors.estimated + errors.assumed).symmetric, of: estimate.changes)
        drift = errors.drift
        motionByDrift = errors.drift.map { ChangeCovariance(six: $0.matrix) }
    }

    /// The residual of a pair in units of what is expected: its marker's error, its own and the drift there, less what the
    /// motion took of them.
    ///
    /// What the growth of a similarity takes of a drift is left in, so that its residuals come out a little smaller.
    ///
    /// - Parameters:
    ///   - pair: The pair beside the motion.
    ///   - weight: Its weight.
    ///   - shared: The arms of its marker's pairs, summed by weight.
    /// - Returns: `nil` where the motion took all, or the pair does not count.
    func standardised(_ pair: LeftOut.Pair, _ weight: Double, _ shared: ArmMoments) -> Double? {
        guard weight > 0 else { return nil }
        let size = marker + corner / weight
        let taken = inverse.covariance(
            atArm: pair.arm, and: shared.sum * marker + pair.arm * corner,
            weight: shared.weight * marker + corner)
        var expected = SymmetricMatrix(diagonal: size) + motion.covariance(atArm: pair.arm) - taken * 2
        // A direction with less than this share of its errors left is spent on the motion.
        guard expected.determinant > 1e-9 * size * size * size else { return nil }
        if let drift, let motionByDrift {
            let moved = pair.arm + drift.anchor
            expected =
                expected + motionByDrift.covariance(atArm: pair.arm)
                + drift.covariance(at: moved, arm: pair.arm)
        }
        return expected.inverse.map { Double.maximum(pair.residual.dot($0 * pair.residual), 0).squareRoot() }
    }
}
