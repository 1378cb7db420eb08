internal import Markers
package import RigidCalibration

/// The error of a place in a view: the half axes of an ellipse, in metres on the paper.
package struct ErrorEllipse {
    package let long, short: SIMD2<Double>

    /// The 95 % error of a moved marker; `nil` if it is not known or zero.
    init?(_ covariance: MotionCovariance?, at point: SIMD3<Double>, in direction: ViewDirection) {
        guard let covariance else { return nil }
        self.init(
            covariance.covariance(ofMoved: point), in: direction,
            factor: covariance.ellipsoidFactor(directions: 2))
        guard length > 0, length.isFinite else { return nil }
    }

    /// The ellipse of a covariance in square metres.
    ///
    /// - Parameters:
    ///   - spread: The covariance.
    ///   - direction: The view.
    ///   - factor: By how much the ellipse is larger than that of one deviation.
    package init(_ spread: SymmetricMatrix, in direction: ViewDirection, factor: Double) {
        let (a, b) = (spread * direction.right, spread * direction.up)
        func dot(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double { (first * second).sum() }
        self.init(
            right: dot(a, direction.right), both: dot(a, direction.up), up: dot(b, direction.up),
            factor: factor)
    }

    /// The ellipse of variances to the right and up, and of the covariance of both, in square metres.
    package init(right xx: Double, both xy: Double, up yy: Double, factor: Double) {
        let middle = (xx + yy) / 2, difference = (xx - yy) / 2
        let root = (difference * difference + xy * xy).squareRoot()
        let (large, small) = (
            max(middle + root, 0).squareRoot() * factor, max(middle - root, 0).squareRoot() * factor
        )
        // The eigenvector of the larger one, from the longer column.
        let first = SIMD2(difference + root, xy), second = SIMD2(xy, root - difference)
        let axis = (first * first).sum() >= (second * second).sum() ? first : second
        let length = (axis * axis).sum().squareRoot()
        let unit = length > 0 ? axis / length : SIMD2(1, 0)
        (long, short) = (unit * large, SIMD2(-unit.y, unit.x) * small)
    }

    package var length: Double { (long * long).sum().squareRoot() }
}
