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
    func pairEvidence(_ pairs: Correspondences, _ errors: ErrorModel? = nil) -> [PairEvidence] {
        let markers = errors.flatMap { $0.hasMarkers ? ExpectedOfMarkers(self, $0) : nil }
        var all = ArmMoments()
        for source in pairs.sources { all.add(motion.moved(source) - changes.anchor, weight: 1) }
        var evidence = [PairEvidence?](repeating: nil, count: pairs.count)
        LeftOut(self, pairs).visit { pair, group, found in
            let standardised: Double?
            if let markers {
                standardised = markers.standardised(found, weights[pair].xx, sum(group, pairs))
            } else if let solved = found.solved, let variance, variance > 0 {
                standardised = (Double.maximum(found.residual.dot(solved), 0) / variance).squareRoot()
            } else {
                standardised = nil
            }
            evidence[pair] = PairEvidence(
                residual: found.residual, length: found.residual.length, standardised: standardised,
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
            sums.add(motion.moved(pairs.sources[pair]) - changes.anchor, weight: weights[pair].xx)
        }
    }
}

/// The residuals that the errors of markers and of their pairs make likely.
private struct ExpectedOfMarkers {
    private let marker, corner: Double
    /// The inverse of the information, and the covariance of the motion.
    private let inverse, motion: ChangeCovariance

    init(_ estimate: MotionEstimate, _ errors: ErrorModel) {
        (marker, corner) = (errors.marker, errors.corner)
        inverse = ChangeCovariance(estimate.inverse, of: estimate.changes)
        motion = ChangeCovariance((errors.estimated + errors.assumed).symmetric, of: estimate.changes)
    }

    /// The residual of a marker's pair in units of what is expected: its marker's error and its own less what the motion took
    /// of both.
    func standardised(_ pair: LeftOut.Pair, _ weight: Double, _ shared: ArmMoments) -> Double? {
        guard weight > 0 else { return nil }
        let size = marker + corner / weight
        let taken = inverse.covariance(
            atArm: pair.arm, and: shared.sum * marker + pair.arm * corner,
            weight: shared.weight * marker + corner)
        let expected = SymmetricMatrix(diagonal: size) + motion.covariance(atArm: pair.arm) - taken * 2
        guard expected.determinant > 1e-9 * size * size * size, let inverse = expected.inverse else {
            return nil
        }
        return Double.maximum(pair.residual.dot(inverse * pair.residual), 0).squareRoot()
    }
}
