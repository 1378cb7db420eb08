internal import QuadGeometry

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
