internal import QuadGeometry

/// The uncertainty of a fitted motion: of turns about a place and of shifts, and their effect on any moved point.
public struct MotionCovariance: Hashable, Sendable {
    /// The place in the target frame about which turns are counted: the mean of the moved pairs, which they know best.
    public let anchor: SIMD3<Double>
    /// Six rows of six, row after row: turns about x, y, z in radians, then shifts along x, y, z in metres.
    /// Changes that the model holds fast have none.
    public let matrix: [Double]
    /// The degrees of freedom of the noise estimate that it rests on; infinite where the noise was given.
    public let freedom: Double
    /// The part of ``matrix`` that grows with the estimated noise; the rest is gravity's, which is not estimated.
    public let estimated: [Double]
    /// The error that all pairs have in common and no mean takes away, such as the bend of a drifting scan: added to
    /// every point.
    public internal(set) var commonError = SymmetricMatrix.zero

    /// The drift of the scan, whose part in the motion is in ``matrix`` and ``estimated``; `nil` where none was reckoned with.
    public internal(set) var drift: ScanDrift?

    /// The mean square by which the scale of the two scans may differ from the motion's: a point is off by its distance from the anchor
    /// times that.
    public internal(set) var growth = 0.0

    /// The variance of one coordinate of what a moved marker is off by itself, in square metres: zero, where only the motion is meant.
    public internal(set) var ofMarker = 0.0

    init(_ estimate: MotionEstimate, variance: Double, _ errors: ErrorModel? = nil) {
        anchor = estimate.changes.anchor
        freedom = errors?.freedom ?? estimate.varianceFreedom
        drift = errors?.drift
        func spread(_ inverse: NormalMatrix) -> [Double] {
            var matrix = [Double](repeating: 0, count: 36)
            for (row, i) in estimate.changes.free.enumerated() where i < 6 {
                for (column, j) in estimate.changes.free.enumerated() where j < 6 {
                    matrix[6 * i + j] = inverse[row, column]
                }
            }
            return matrix
        }
        let pairs = estimate.inverse * estimate.known * estimate.inverse * variance
        guard let errors else {
            matrix = spread(estimate.inverse * variance)
            estimated = spread(pairs)
            return
        }
        let gravity = estimate.inverse * (estimate.information - estimate.known) * estimate.inverse
        let rest = spread((gravity * variance + errors.assumed).symmetric)
        let own = zip(spread(errors.estimated.symmetric), errors.drift?.matrix ?? spread(pairs * 0)).map {
            $0 + $1
        }
        (matrix, estimated) = (zip(rest, own).map { $0 + $1 }, own)
    }

    /// A covariance read from storage, which predicts the same bits as before; `nil` when the numbers are not a covariance.
    public init?(
        stored matrix: [Double], estimated: [Double], anchor: SIMD3<Double>, freedom: Double,
        commonError: SymmetricMatrix, drift: ScanDrift? = nil, growth: Double = 0
    ) {
        // The estimated part is a product of matrices, of which thin pairs leave no symmetry to rely on.
        guard MotionCovariance.isCovariance(matrix), estimated.count == 36,
            estimated.allSatisfy({ $0.isFinite }), freedom > 0, commonError.isCovariance, anchor.isFinite,
            anchor.largestMagnitude <= Correspondences.largestCoordinate,
            (0...MotionCovariance.mostGrowth).contains(growth), drift?.isPart(of: matrix) ?? true
        else { return nil }
        (self.matrix, self.estimated) = (matrix, estimated)
        (self.anchor, self.freedom, self.commonError) = (anchor, freedom, commonError)
        (self.drift, self.growth) = (drift, growth)
    }

    /// Whether 36 numbers can be variances, and covariances that go with them, to within rounding.
    private static func isCovariance(_ matrix: [Double]) -> Bool {
        guard matrix.count == 36, matrix.allSatisfy({ $0.isFinite }) else { return false }
        let deviations = (0..<6).map { matrix[7 * $0].squareRoot() }
        guard (0..<6).allSatisfy({ matrix[7 * $0] >= 0 }) else { return false }
        return (0..<36).allSatisfy { place in
            let (row, column) = place.quotientAndRemainder(dividingBy: 6)
            let most = deviations[row] * deviations[column] * (1 + rounding)
            return matrix[place].magnitude <= most
                && (matrix[place] - matrix[6 * column + row]).magnitude <= most * rounding
        }
    }

    /// More than the square of a million is no growth of a scene.
    private static let mostGrowth = 1e12

    /// The most asymmetry that the inverse of a matrix may leave, as a share.
    private static let rounding = 1e-6

    /// The covariance of the turn, in square radians.
    public var turn: SymmetricMatrix { block(matrix, 0, 0) }

    /// The covariance of the shift of ``anchor``, in square metres.
    public var shift: SymmetricMatrix { block(matrix, 3, 3) }

    /// The 95 % error of the turn, in radians.
    public var turnBound: Double {
        let freedom = freedom(of: turn.trace, estimated: block(estimated, 0, 0).trace)
        return Double.minimum(turn.bound(freedom: freedom), .pi)
    }

    /// The distance of another motion from the fitted one, squared and in units of what is expected: 6 in the mean, of
    /// any true motion with six unknowns. The turn is the one that leads from the fitted motion to the other, the shift
    /// that of ``anchor``.
    public func squaredDistance(turn: SIMD3<Double>, shift: SIMD3<Double>) -> Double? {
        let offset = [turn.x, turn.y, turn.z, shift.x, shift.y, shift.z]
        let free = (0..<6).filter { matrix[7 * $0] > 0 }
        var covariance = NormalMatrix(size: free.count)
        for (row, i) in free.enumerated() {
            for (column, j) in free.enumerated() { covariance[row, column] = matrix[6 * i + j] }
        }
        guard let factor = covariance.choleskyFactor else { return nil }
        return factor.forward(free.map { offset[$0] }).reduce(0) { $0 + $1 * $1 }
    }

    private func block(_ matrix: [Double], _ row: Int, _ column: Int) -> SymmetricMatrix {
        func entry(_ i: Int, _ j: Int) -> Double { matrix[6 * (row + i) + column + j] }
        return SymmetricMatrix(
            xx: entry(0, 0), xy: entry(0, 1), xz: entry(0, 2), yy: entry(1, 1), yz: entry(1, 2),
            zz: entry(2, 2))
    }

    /// The covariance of a moved point, in square metres; the point is given where it was moved to.
    public func covariance(ofMoved point: SIMD3<Double>) -> SymmetricMatrix {
        let arm = point - anchor
        return commonError + curvature(ofArm: arm) + spread(matrix, at: point) + drifted(at: point)
            + (drift?.beyond(point) ?? .zero) + SymmetricMatrix(product: arm, arm) * growth
            + SymmetricMatrix(diagonal: ofMarker)
    }

    /// The part of the drift in the covariance of a moved point, that in the motion included; in square metres.
    package func driftCovariance(ofMoved point: SIMD3<Double>) -> SymmetricMatrix {
        guard let drift else { return .zero }
        return spread(drift.matrix, at: point) + drifted(at: point)
    }

    /// The part of the drift in ``matrix``: six rows of six.
    package var driftMatrix: [Double] { drift?.matrix ?? [Double](repeating: 0, count: 36) }

    /// The drift at a moved point beside that of the markers.
    private func drifted(at point: SIMD3<Double>) -> SymmetricMatrix {
        drift?.covariance(at: point, arm: point - anchor) ?? .zero
    }

    /// The covariance that turns and shifts give to a moved point.
    private func spread(_ matrix: [Double], at point: SIMD3<Double>) -> SymmetricMatrix {
        ChangeCovariance(six: matrix).covariance(atArm: point - anchor)
    }

    /// A turn by ω takes an arm y along ω × y, and from there inward by ½ ω × (ω × y): the mean square of that, which
    /// counts where an arm is much longer than the pairs are apart. Fourth moments of ω by Isserlis (1918).
    private func curvature(ofArm y: SIMD3<Double>) -> SymmetricMatrix {
        let c = turn
        let cy = c * y, ccy = c * cy
        let squares = c.traceOfProduct(c)
        let mixed = SymmetricMatrix(product: cy * c.trace + ccy * 2, y) * 2
        return
            (c * y.dot(cy) + SymmetricMatrix(product: cy, cy) * 2 - mixed
            + SymmetricMatrix(product: y, y) * (c.trace * c.trace + 2 * squares)) * 0.25
    }

    /// The covariance of moved markers: that of the motion, and of what each marker is off by itself.
    ///
    /// - Parameter deviation: That of one coordinate, in metres, as in ``PairErrors/marker``.
    public func ofMarkers(offBy deviation: Double) -> MotionCovariance {
        var covariance = self
        covariance.ofMarker = deviation * deviation
        return covariance
    }

    /// The 95 % error of a moved point, in metres; the point is given where it was
    /// moved to.
    public func predictedError(atMoved point: SIMD3<Double>) -> Double {
        covariance(ofMoved: point).bound(freedom: freedom(atMoved: point))
    }

    /// The degrees of freedom of a moved point's covariance: more than those of the noise where other knowledge has a part
    /// in it (Satterthwaite 1946).
    public func freedom(atMoved point: SIMD3<Double>) -> Double {
        let own = spread(estimated, at: point) + drifted(at: point) + SymmetricMatrix(diagonal: ofMarker)
        return freedom(of: covariance(ofMoved: point).trace, estimated: own.trace)
    }

    /// The degrees of freedom of a sum, of which a part is estimated.
    private func freedom(of all: Double, estimated own: Double) -> Double {
        guard freedom.isFinite, all > own else { return freedom }
        return own > 0 ? freedom * (all / own) * (all / own) : .infinity
    }

    /// The length that an error of some covariance exceeds only in a share of cases.
    ///
    /// The squared error is a sum of three squares that need not be alike. Its law is taken as that of the F
    /// distribution with the same mean and variance: exact for a ball and for a needle, within 1 % of the probability
    /// between.
    public func bound(of covariance: SymmetricMatrix, exceededWith share: Double = 0.05) -> Double {
        covariance.bound(exceededWith: share, freedom: freedom)
    }

    /// Whether a moved point has an error that its pairs do not let anybody expect: many times the largest at a pair, and no small share
    /// of its distance from them.
    package func isFar(_ point: SIMD3<Double>, error: Double, atPairs: Double) -> Bool {
        error > MotionCovariance.mostTimes * atPairs
            && error > MotionCovariance.smallShare * (point - anchor).length
    }

    private static let mostTimes = 10.0
    /// Above the 95 % error that ``ScanDrift/shareBeyond`` alone makes, which is assumed of every scan.
    private static let smallShare = 3 * ScanDrift.shareBeyond

    /// The part of the trace of ``covariance(ofMoved:)`` that is a polynomial of the arm.
    var polynomial: ArmPolynomial {
        var polynomial = ChangeCovariance(six: matrix).trace
        let c = turn, square = c.trace * c.trace + 2 * c.traceOfProduct(c)
        polynomial.square =
            polynomial.square + (SymmetricMatrix(diagonal: square) - c * c.trace - c.squared * 2) * 0.25
        polynomial.square = polynomial.square + SymmetricMatrix(diagonal: growth)
        polynomial.constant += commonError.trace + 3 * ofMarker
        return polynomial
    }

    /// The predicted error this far from the anchor, in the direction in which it is largest; both in metres.
    public func worstError(atDistance distance: Double) -> Double {
        // Turns about the direction itself move nothing there, so the best known turn is the one to be lost.
        let direction = turn.eigenvectors?.right.2 ?? SIMD3(1, 0, 0)
        return predictedError(atMoved: anchor + direction * distance)
    }

    /// The bound that a squared distance to the expected place, in units of ``covariance(ofMoved:)`` summed over
    /// `above` directions, keeps in 95 of 100 cases: the size of an error ellipsoid.
    public func ellipsoidFactor(directions above: Int) -> Double {
        let law = FDistribution(above: Double(above), below: freedom)
        return (Double(above) * law.quantile(exceededWith: 0.05)).squareRoot()
    }
}
