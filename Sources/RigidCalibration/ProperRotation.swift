internal import QuadGeometry

/// The rotation that makes tr(Rᵀ H) greatest, refined; or a refusal where no turn is best beyond rounding.
struct ProperRotation {
    let polish: RotationPolish
    let values: SIMD3<Double>
    let prefersMirror: Bool

    /// Of the cross-covariance H; `rounding` is what rounding of the points can feign of it.
    init(best cross: DoubleDoubleMatrix, rounding: Double, solver: RigidSolver) throws(RigidFitError) {
        guard let values = solver.decompose(cross.x.rounded, cross.y.rounded, cross.z.rounded) else {
            throw .solverFailed(status: RigidFit.noDecomposition)
        }
        let s = values.values
        let first = s.y > rounding ? values.properRotation : nil
        prefersMirror = first?.prefersMirror ?? false
        let gain = prefersMirror ? s.y - s.z : s.y + s.z
        guard let first, gain > rounding,
            let polish = RotationPolish(from: first.rotation, cross: cross, curvature: gain / s.x)
        else {
            throw .turnNotDetermined(axis: values.right.0, gain: gain, rounding: rounding)
        }
        self.polish = polish
        self.values = s
    }
}
