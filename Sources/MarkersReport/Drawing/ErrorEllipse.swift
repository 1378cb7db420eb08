internal import Markers
internal import RigidCalibration

/// The 95 % error of a moved marker in a view: the half axes of an ellipse, in metres on the paper.
struct ErrorEllipse {
    let long, short: SIMD2<Double>

    /// `nil` if the error is not known or zero.
    init?(_ covariance: MotionCovariance?, at point: SIMD3<Double>, in direction: ViewDirection) {
        guard let covariance else { return nil }
        let spread = covariance.covariance(ofMoved: point)
        let (a, b) = (spread * direction.right, spread * direction.up)
        func dot(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double { (first * second).sum() }
        let (xx, xy, yy) = (dot(a, direction.right), dot(a, direction.up), dot(b, direction.up))
        let middle = (xx + yy) / 2, difference = (xx - yy) / 2
        let root = (difference * difference + xy * xy).squareRoot()
        let factor = covariance.ellipsoidFactor(directions: 2)
        let (large, small) = (
            max(middle + root, 0).squareRoot() * factor, max(middle - root, 0).squareRoot() * factor
        )
        guard large > 0, large.isFinite else { return nil }
        // The eigenvector of the larger one, from the longer column.
        let first = SIMD2(difference + root, xy), second = SIMD2(xy, root - difference)
        let axis = (first * first).sum() >= (second * second).sum() ? first : second
        let length = (axis * axis).sum().squareRoot()
        let unit = length > 0 ? axis / length : SIMD2(1, 0)
        (long, short) = (unit * large, SIMD2(-unit.y, unit.x) * small)
    }

    var length: Double { (long * long).sum().squareRoot() }
}
