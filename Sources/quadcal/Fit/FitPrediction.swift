import QuadGeometry
import RigidCalibration

/// A moved point, and the error to expect.
struct Prediction {
    let source, moved: SIMD3<Double>
    /// The 95 % bound of the error, in metres; `nil` where the noise is not known.
    let error: Double?

    init(_ calibration: Calibration, _ source: SIMD3<Double>) {
        self.source = source
        moved = calibration.moved(source)
        error = calibration.evidence.covariance?.predictedError(atMoved: moved)
    }

    /// A point moved by a motion of which no error is known.
    init(_ targetFromSource: RigidTransform, _ source: SIMD3<Double>) {
        (self.source, moved, error) = (source, targetFromSource * source, nil)
    }
}

/// How a pair that took no part comes out.
struct CheckedPair {
    let residual: SIMD3<Double>
    /// The 95 % bound of the lengths of all of them, or the tolerance, in metres; `nil` where neither is known.
    let bound: Double?

    var misses: Bool { bound.map { residual.length > $0 } ?? false }

    /// A pair held against a motion of which no error is known.
    init(_ residual: SIMD3<Double>, tolerance: Double?) { (self.residual, bound) = (residual, tolerance) }

    init(_ calibration: Calibration, _ checks: Correspondences, _ pair: Int) {
        residual = calibration.checks[pair]
        guard let covariance = calibration.evidence.covariance else {
            bound = nil
            return
        }
        let noise =
            checks.noise(
                of: pair, turnedBy: calibration.targetFromSource.rotation,
                growth: calibration.growth)
            ?? calibration.evidence.noise.map { SymmetricMatrix(diagonal: $0 * $0) } ?? .zero
        let moved = calibration.moved(checks.sources[pair])
        bound = covariance.bound(
            of: covariance.covariance(ofMoved: moved) + noise,
            exceededWith: 0.05 / Double(checks.count))
    }
}
