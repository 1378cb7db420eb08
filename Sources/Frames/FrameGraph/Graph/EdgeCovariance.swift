public import QuadGeometry
public import RigidCalibration

/// The uncertainty of a measured motion: of a turn in radians and a shift in metres, both in the frame that it starts from.
///
/// The true motion is the measured one followed by a small twist on its right, whose covariance this is, turn first.
public struct EdgeCovariance: Hashable, Sendable {
    let matrix: Matrix6

    init(unchecked matrix: Matrix6) { self.matrix = matrix }

    init(checked matrix: Matrix6) throws(CovarianceError) {
        guard matrix.isFinite else { throw .nonFinite }
        guard matrix != .zero else { throw .zero }
        for i in 0..<6 {
            for j in 0..<i {
                let most = (matrix[i, i] * matrix[j, j]).squareRoot() * EdgeCovariance.asymmetry
                guard (matrix[i, j] - matrix[j, i]).magnitude <= most else { throw .notPositiveDefinite }
            }
        }
        let symmetric = matrix.symmetric
        guard symmetric.inverse != nil else { throw .notPositiveDefinite }
        self.matrix = symmetric
    }

    /// The most by which numbers across the diagonal may differ, as a share of their deviations.
    private static let asymmetry = 1e-9

    /// The covariance of errors alike in all directions: deviations of the turn in radians and of the shift in metres, a direction.
    public init(turn: Double, shift: Double) throws(CovarianceError) {
        let (a, b) = (turn * turn, shift * shift)
        try self.init(checked: Matrix6(diagonal: SIMD8(a, a, a, b, b, b, 0, 0)))
    }

    /// The covariance of 36 numbers, row after row, turn first.
    public init(rows: [Double]) throws(CovarianceError) {
        guard rows.count == 36 else { throw .wrongCount(rows.count) }
        try self.init(checked: Matrix6(rows: rows))
    }

    /// The covariance of the 21 numbers on and above the diagonal, row by row, turn first.
    public init(upperTriangle numbers: [Double]) throws(CovarianceError) {
        try self.init(rows: try EdgeCovariance.unfolded(numbers))
    }

    /// The covariance whose inverse has these 21 numbers on and above its diagonal, row by row, turn first.
    public init(informationTriangle numbers: [Double]) throws(CovarianceError) {
        let information = Matrix6(rows: try EdgeCovariance.unfolded(numbers))
        guard information.isFinite else { throw .nonFinite }
        guard let matrix = information.inverse else { throw .notPositiveDefinite }
        try self.init(checked: matrix)
    }

    /// The covariance of a fitted motion that leads to the frame its turns are counted in.
    ///
    /// A `MotionCovariance` has turns about an anchor and perturbations from the left.
    public init(_ covariance: MotionCovariance, of motion: RigidTransform) throws(CovarianceError) {
        guard covariance.matrix.count == 36 else { throw .wrongCount(covariance.matrix.count) }
        let anchor = RigidTransform(rotation: .identity, translation: covariance.anchor) ?? .identity
        let left = anchor.carried(Matrix6(rows: covariance.matrix))
        try self.init(checked: motion.inverted().carried(left).symmetric)
    }

    private static func unfolded(_ numbers: [Double]) throws(CovarianceError) -> [Double] {
        guard numbers.count == 21 else { throw .wrongCount(numbers.count) }
        var rows = [Double](repeating: 0, count: 36)
        var next = 0
        for i in 0..<6 {
            for j in i..<6 {
                rows[6 * i + j] = numbers[next]
                rows[6 * j + i] = numbers[next]
                next += 1
            }
        }
        return rows
    }

    /// The 36 numbers, row after row, turn first.
    public var rows: [Double] { matrix.rows }

    /// The 21 numbers on and above the diagonal, row by row, turn first.
    public var upperTriangle: [Double] { EdgeCovariance.folded(matrix) }

    /// The 21 numbers on and above the diagonal of the inverse, row by row, turn first.
    public var informationTriangle: [Double] { EdgeCovariance.folded(matrix.inverse ?? .zero) }

    private static func folded(_ matrix: Matrix6) -> [Double] {
        (0..<6).flatMap { i in (i..<6).map { matrix[i, $0] } }
    }

    /// The root of the mean square of the turn, in radians.
    public var turnDeviation: Double { matrix.turnTrace.squareRoot() }

    /// The root of the mean square of the shift, in metres.
    public var shiftDeviation: Double { matrix.shiftTrace.squareRoot() }

    /// The covariance of the inverse of a motion that has this one.
    public func inverted(of motion: RigidTransform) -> EdgeCovariance {
        EdgeCovariance(unchecked: motion.carried(matrix).symmetric)
    }

    /// The covariance of a motion with this covariance, followed on its right by another with its own.
    public func followed(by motion: RigidTransform, _ other: EdgeCovariance) -> EdgeCovariance {
        EdgeCovariance(unchecked: (motion.inverted().carried(matrix) + other.matrix).symmetric)
    }

    /// The squared length of a twist in deviations: 6 in the mean, if it is an error of this covariance.
    public func squaredDistance(_ twist: Twist) -> Double? {
        matrix.inverse.map { (($0 * twist.vector) * twist.vector).sum() }
    }
}

extension EdgeCovariance {
    /// The turn that an error exceeds in one of twenty cases, in radians.
    public var turnBound: Double { bound(from: 0) }

    /// The shift that an error exceeds in one of twenty cases, in metres.
    public var shiftBound: Double { bound(from: 3) }

    /// The variance of the shift along two directions of the frame the motion leads to, and their covariance, in square metres.
    ///
    /// - Parameters:
    ///   - motion: The motion that this is the covariance of; its shift's errors are in its own axes.
    ///   - right: A unit vector.
    ///   - up: Another, at a right angle.
    public func shiftVariances(
        of motion: RigidTransform, right: SIMD3<Double>, up: SIMD3<Double>
    ) -> (right: Double, both: Double, up: Double) {
        let back = motion.rotation.inverted()
        let (a, b) = (back * right, back * up)
        func lane(_ v: SIMD3<Double>) -> SIMD8<Double> { SIMD8(0, 0, 0, v.x, v.y, v.z, 0, 0) }
        let (one, other) = (matrix * lane(a), matrix * lane(b))
        return ((one * lane(a)).sum(), (one * lane(b)).sum(), (other * lane(b)).sum())
    }

    /// The factor from deviations to the half axes of an ellipse that holds 95 % of errors in two directions.
    public static let ellipseFactor = SymmetricMatrix.ellipseFactor

    /// The length that an error whose covariance is a diagonal block exceeds in one of twenty cases.
    private func bound(from start: Int) -> Double {
        let (i, j, k) = (start, start + 1, start + 2)
        return SymmetricMatrix(
            xx: matrix[i, i], xy: matrix[i, j], xz: matrix[i, k], yy: matrix[j, j], yz: matrix[j, k],
            zz: matrix[k, k]
        ).bound()
    }
}

/// The reason that numbers are not the covariance of a motion.
public enum CovarianceError: Error, Hashable, Sendable {
    case nonFinite
    case wrongCount(Int)
    /// All numbers are zero: the motion would be certain.
    case zero
    /// Some direction has no variance, or a negative one.
    case notPositiveDefinite

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch self {
        case .nonFinite: "NON_FINITE"
        case .wrongCount: "WRONG_COUNT"
        case .zero: "NO_COVARIANCE"
        case .notPositiveDefinite: "NOT_POSITIVE_DEFINITE"
        }
    }

    /// The reason in words.
    public var message: String {
        switch self {
        case .nonFinite: "a number of the covariance is not finite"
        case .wrongCount(let count): "the covariance has \(count) numbers"
        case .zero: "the covariance is zero"
        case .notPositiveDefinite: "the covariance has a direction without variance, or is not symmetric"
        }
    }

    /// The way out.
    public var remedy: String {
        switch self {
        case .nonFinite: "give finite numbers"
        case .wrongCount: "give 36 numbers, or the 21 on and above the diagonal"
        case .zero: "state the error of the edge, or hold its frames"
        case .notPositiveDefinite: "give every direction an error above zero"
        }
    }
}
