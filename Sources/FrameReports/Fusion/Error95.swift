internal import FrameGraph
internal import RigidCalibration

/// The length that an error of a known covariance keeps in 95 of 100 cases.
///
/// The squared error is a sum of three squares that need not be alike; its law is taken as that of one chi-square with the same mean
/// and variance, as ``MotionCovariance/bound(of:exceededWith:)`` takes it.
enum Error95 {
    /// Of three rows of three, row after row.
    static func length(_ rows: [Double]) -> Double {
        let trace = rows[0] + rows[4] + rows[8]
        guard trace > 0 else { return 0 }
        let squares = rows.reduce(0) { $0 + ($1 / trace) * ($1 / trace) }
        let law = FDistribution(above: min(max(1 / squares, 1), 3), below: .infinity)
        return (trace * law.quantile(exceededWith: 0.05)).squareRoot()
    }

    /// Of a turn in radians and of a shift in metres.
    static func motion(_ covariance: EdgeCovariance) -> (turn: Double, shift: Double) {
        let rows = covariance.rows
        func block(_ first: Int) -> [Double] {
            (0..<9).map { rows[6 * (first + $0 / 3) + first + $0 % 3] }
        }
        return (length(block(0)), length(block(3)))
    }

    /// Of a corner of a fused marker, in metres.
    static func corner(_ corner: Int, of marker: FusedMarker) -> Double {
        length((0..<9).map { marker.covariance[12 * (3 * corner + $0 / 3) + 3 * corner + $0 % 3] })
    }
}
