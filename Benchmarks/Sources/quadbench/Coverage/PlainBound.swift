import QuadGeometry
import RigidCalibration

/// The bound that release 0.1.0 gave a new pair: of the rigid motion that fits some pairs best, all of whose coordinates have errors
/// of their own and of one size. Others are compared with it.
struct PlainBound {
    private let motion: AnchoredMotion
    private let covariance: MotionCovariance
    /// The variance of one coordinate of a residual, in square metres.
    private let variance: Double

    /// The coordinates that a rigid motion uses up.
    private static let unknowns = 6

    /// `nil` where the pairs leave nothing to learn the size of their errors from.
    init?(_ pairs: Correspondences) {
        var options = CalibrationOptions()
        options.model = .rigid
        let freedom = Double(3 * pairs.count - Self.unknowns)
        guard freedom > 0, let motion = try? Calibration.motion(of: pairs, options: options) else {
            return nil
        }
        let moved = pairs.sources.map { motion * $0 }
        let squares = zip(pairs.targets, moved).reduce(0) { sum, pair in
            let residual = pair.0 - pair.1
            return sum + residual.dot(residual)
        }
        let variance = squares / freedom
        let middle = moved.reduce(.zero, +) / Double(pairs.count)
        // A turn moves a pair by its distance from the axis; about the middle, turns and shifts have nothing to do with each other.
        let turns = moved.reduce(SymmetricMatrix.zero) { sum, point in
            let y = point - middle
            return sum
                + SymmetricMatrix(
                    xx: y.y * y.y + y.z * y.z, xy: -y.x * y.y, xz: -y.x * y.z, yy: y.x * y.x + y.z * y.z,
                    yz: -y.y * y.z, zz: y.x * y.x + y.y * y.y)
        }
        guard let turn = turns.inverse.map({ $0 * variance }) else { return nil }
        let shift = variance / Double(pairs.count)
        let rows: [[Double]] = [
            [turn.xx, turn.xy, turn.xz, 0, 0, 0], [turn.xy, turn.yy, turn.yz, 0, 0, 0],
            [turn.xz, turn.yz, turn.zz, 0, 0, 0], [0, 0, 0, shift, 0, 0], [0, 0, 0, 0, shift, 0],
            [0, 0, 0, 0, 0, shift],
        ]
        let matrix = rows.flatMap { $0 }
        guard
            let covariance = MotionCovariance(
                stored: matrix, estimated: matrix, anchor: middle, freedom: freedom, commonError: .zero)
        else { return nil }
        (self.motion, self.covariance, self.variance) = (motion, covariance, variance)
    }

    /// The length that the residual of a new pair stays within in 95 of 100 cases, in metres.
    func error(ofPairAt source: SIMD3<Double>) -> Double {
        covariance.bound(
            of: covariance.covariance(ofMoved: motion * source) + SymmetricMatrix(diagonal: variance))
    }
}
