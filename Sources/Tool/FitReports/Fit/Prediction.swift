package import QuadGeometry
package import RigidCalibration

/// A moved point and the error to expect there.
package struct Prediction {
    package let source, moved: SIMD3<Double>
    /// The 95 % errors of a marker there, and of the motion alone, in metres; `nil` if the noise is not known.
    package let error, motionError: Double?
    /// Of a fit that was straightened: the time of the point, and what it is shifted by, which is in ``moved``.
    let time: Double?
    let shift: MarkerShift?

    /// How far past the reach of the markers it is, in metres or seconds; `nil` within.
    var beyond: Double? { shift.flatMap { $0.beyond > 0 ? $0.beyond : nil } }

    package init(_ calibration: Calibration, _ source: SIMD3<Double>) {
        self.source = source
        moved = calibration.moved(source)
        error = calibration.evidence.markerCovariance?.predictedError(atMoved: moved)
        motionError = calibration.evidence.covariance?.predictedError(atMoved: moved)
        (time, shift) = (nil, nil)
    }

    /// A point that is shifted on top of the motion.
    init(_ calibration: Calibration, _ source: SIMD3<Double>, _ shift: MarkerShift, time: Double?) {
        (self.source, self.shift, self.time) = (source, shift, time)
        (moved, error) = (calibration.moved(source) + shift.shift, shift.predictedError)
        motionError = shift.covariance.bound(freedom: shift.freedom)
    }

    /// A point moved by a motion whose error is not known.
    package init(_ targetFromSource: RigidTransform, _ source: SIMD3<Double>) {
        (self.source, moved) = (source, targetFromSource * source)
        (error, motionError, time, shift) = (nil, nil, nil, nil)
    }
}

/// The residual of a check pair, which took no part in the fit.
package struct CheckedPair {
    package let residual: SIMD3<Double>
    /// The bound on all their lengths, in metres: the 95 % error, or a tolerance; `nil` if neither is known.
    package let bound: Double?
    /// The 95 % errors of the motion there and of this one pair, in metres; `nil` if the noise is not known.
    package let motionError, error: Double?

    var misses: Bool { bound.map { residual.length > $0 } ?? false }

    /// A pair compared with a motion whose error is not known.
    package init(_ residual: SIMD3<Double>, tolerance: Double?) {
        (self.residual, bound) = (residual, tolerance)
        (motionError, error) = (nil, nil)
    }

    /// A pair compared with a fitted motion, `bound` being that on the residuals of all.
    package init(_ calibration: Calibration, _ checks: Correspondences, _ pair: Int, bound: Double?) {
        (residual, self.bound) = (calibration.checks[pair], bound)
        let noise = checks.noise(
            of: pair, turnedBy: calibration.targetFromSource.rotation, growth: calibration.growth)
        let moved = calibration.moved(checks.sources[pair])
        let evidence = calibration.evidence
        motionError = evidence.covariance?.predictedError(atMoved: moved)
        error = evidence.error(ofPairAtMoved: moved, noise: noise)
    }
}
