internal import QuadGeometry
internal import RigidCalibration

/// The 95 % error of a moved marker in space: three arms, in metres, whose images of the unit sphere it is.
struct ErrorEllipsoid {
    let arms: [SIMD3<Double>]

    /// `nil` if the error is not known or zero.
    init?(_ covariance: MotionCovariance?, at point: SIMD3<Double>) {
        guard let covariance else { return nil }
        let spread = covariance.covariance(ofMoved: point)
        let factor = covariance.ellipsoidFactor(directions: 3)
        // The columns of a triangular root (Cholesky), where a direction without error has an arm of zero.
        func root(_ square: Double) -> Double { max(square, 0).squareRoot() }
        func share(_ number: Double, of arm: Double) -> Double { arm > 0 ? number / arm : 0 }
        let xx = root(spread.xx)
        let xy = share(spread.xy, of: xx), xz = share(spread.xz, of: xx)
        let yy = root(spread.yy - xy * xy), yz = share(spread.yz - xy * xz, of: yy)
        let zz = root(spread.zz - xz * xz - yz * yz)
        arms = [SIMD3(xx, xy, xz), SIMD3(0, yy, yz), SIMD3(0, 0, zz)].map { $0 * factor }
        guard arms.allSatisfy(\.isFinite), arms.contains(where: { $0 != .zero }) else { return nil }
    }
}
