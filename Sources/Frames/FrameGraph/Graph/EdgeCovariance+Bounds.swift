public import QuadGeometry
internal import RigidCalibration

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
