internal import QuadGeometry

extension Twist {
    /// Turn and shift as one vector.
    @inline(__always)
    var vector: SIMD8<Double> {
        SIMD8(rotation.x, rotation.y, rotation.z, translation.x, translation.y, translation.z, 0, 0)
    }

    @inline(__always)
    init(_ vector: SIMD8<Double>) {
        self.init(
            rotation: SIMD3(vector[0], vector[1], vector[2]),
            translation: SIMD3(vector[3], vector[4], vector[5]))
    }
}

extension RigidTransform {
    /// The matrix of the adjoint: `self * exp(x) = exp(adjointMatrix * x) * self`.
    var adjointMatrix: Matrix6 {
        let r = rotation, t = translation
        let x = t.cross(r.x), y = t.cross(r.y), z = t.cross(r.z)
        return Matrix6(
            SIMD8(r.x.x, r.x.y, r.x.z, x.x, x.y, x.z, 0, 0), SIMD8(r.y.x, r.y.y, r.y.z, y.x, y.y, y.z, 0, 0),
            SIMD8(r.z.x, r.z.y, r.z.z, z.x, z.y, z.z, 0, 0), SIMD8(0, 0, 0, r.x.x, r.x.y, r.x.z, 0, 0),
            SIMD8(0, 0, 0, r.y.x, r.y.y, r.y.z, 0, 0), SIMD8(0, 0, 0, r.z.x, r.z.y, r.z.z, 0, 0))
    }

    /// The covariance of a perturbation from the right, seen from the left.
    func carried(_ covariance: Matrix6) -> Matrix6 {
        let adjoint = adjointMatrix
        return (adjoint * covariance).timesTranspose(adjoint)
    }

    /// The motion with a perturbation from the right.
    func perturbed(by vector: SIMD8<Double>) -> RigidTransform {
        RigidTransform(twist: Twist(vector)).map { self * $0 } ?? self
    }
}

/// The inverse of the right Jacobian of rigid motions: log(exp(r) exp(d)) = r + J⁻¹(r) d, to first order in d.
///
/// With A the matrix of the bracket with r, J⁻¹ = 1 + A/2 + b A² + d A⁴, exactly: A satisfies A (A² + θ²)² = 0.
func inverseRightJacobian(_ r: SIMD8<Double>) -> Matrix6 {
    let turn = SIMD3(r[0], r[1], r[2]), shift = SIMD3(r[3], r[4], r[5])
    let (square, fourth) = jacobianCoefficients(angle: turn.length)
    let a = bracket(turn, shift)
    let a2 = a * a
    return .identity + a * 0.5 + (a2 * square + (a2 * a2) * fourth)
}

private func bracket(_ w: SIMD3<Double>, _ v: SIMD3<Double>) -> Matrix6 {
    Matrix6(
        SIMD8(0, w.z, -w.y, 0, v.z, -v.y, 0, 0), SIMD8(-w.z, 0, w.x, -v.z, 0, v.x, 0, 0),
        SIMD8(w.y, -w.x, 0, v.y, -v.x, 0, 0, 0), SIMD8(0, 0, 0, 0, w.z, -w.y, 0, 0),
        SIMD8(0, 0, 0, -w.z, 0, w.x, 0, 0), SIMD8(0, 0, 0, w.y, -w.x, 0, 0, 0))
}

/// The coefficients of the second and the fourth power: those with which (θ/2) cot (θ/2) and its slope come out right.
private func jacobianCoefficients(angle: Double) -> (square: Double, fourth: Double) {
    let u = angle * angle
    if u < seriesLimit {
        // From the Bernoulli numbers: 1 - u/12 - u²/720 - u³/30240 - u⁴/1209600 - u⁵/47900160.
        let square = 1.0 / 12 - u * u * (1.0 / 30_240 + u * (2.0 / 1_209_600 + u * 3 / 47_900_160))
        let fourth = -1.0 / 720 - u * (2.0 / 30_240 + u * (3.0 / 1_209_600 + u * 4 / 47_900_160))
        return (square, fourth)
    }
    let half = angle / 2
    guard let quarter = Rotation(angle: half, axis: SIMD3(0, 0, 1)) else { return (1.0 / 12, -1.0 / 720) }
    let sine = quarter.x.y, cosine = quarter.x.x
    let value = half * cosine / sine
    let slope = (cosine / sine - half / (sine * sine)) / (4 * angle)
    let rest = (1 - value) / u
    return (2 * rest + slope, (slope + rest) / u)
}

/// Below this square of an angle the series has all digits: the next term is u⁴/3e9 of what is left.
private let seriesLimit = 0.02
