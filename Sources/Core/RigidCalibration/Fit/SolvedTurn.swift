internal import QuadGeometry

/// The rotation that a cross-covariance asks for, or the reason that it asks for none.
struct SolvedTurn {
    /// Rounded once where it is refined.
    let rotation: Rotation
    /// The matrix that ``rotation`` is rounded from.
    let exact: DoubleDoubleMatrix
    let digits: Double
    let steps: Int
    /// The smallest of the three curvatures at the best turn, or a number below it, in square metres.
    let curvature: Double

    /// `rounding` is how much of a singular value coordinates can feign by their own rounding.
    init(
        _ cross: DoubleDoubleMatrix, rounding: Double, decomposition: Decomposition, isRefined: Bool = true
    ) throws(RigidFitError) {
        guard let values = decomposition.decompose(cross.x.rounded, cross.y.rounded, cross.z.rounded) else {
            throw .solverFailed(status: SolvedTurn.noDecomposition)
        }
        let s = values.values
        let first = s.y > rounding ? values.properRotation : nil
        let gain = first?.prefersMirror ?? false ? s.y - s.z : s.y + s.z
        guard let first, gain > rounding else {
            throw .turnNotDetermined(axis: values.right.0, gain: gain, rounding: rounding)
        }
        curvature = gain
        if isRefined {
            guard let polish = RotationPolish(from: first.rotation, cross: cross, curvature: gain / s.x)
            else {
                throw .turnNotDetermined(axis: values.right.0, gain: gain, rounding: rounding)
            }
            guard let rounded = polish.rounded else { throw .solverFailed(status: SolvedTurn.notSettled) }
            (rotation, exact, steps) = (rounded, polish.rotation, polish.steps)
            digits = SolvedTurn.refinedDigits
        } else {
            (rotation, exact, steps) = (first.rotation, DoubleDoubleMatrix(first.rotation), 0)
            digits = SolvedTurn.unrefinedDigits(s.x / gain)
        }
    }

    /// The turn that a rotation near the best refines to; `nil` where its curvatures leave a verdict to the decomposition.
    init?(from start: Rotation, _ cross: DoubleDoubleMatrix, rounding: Double) {
        guard let polish = RotationPolish(from: start, cross: cross), polish.leastCurvature > rounding,
            let rounded = polish.rounded
        else { return nil }
        (rotation, exact, steps) = (rounded, polish.rotation, polish.steps)
        digits = SolvedTurn.refinedDigits
        curvature = polish.leastCurvature
    }

    /// tr(Rᵀ H): what the turn makes the two sides have in common.
    func gain(_ cross: DoubleDoubleMatrix) -> DoubleDouble {
        exact.x.dot(cross.x) + exact.y.dot(cross.y) + exact.z.dot(cross.z)
    }

    /// The status of a failed solver that returned no decomposition.
    static let noDecomposition = 1
    /// The status of a refinement that did not settle.
    static let notSettled = 2

    /// Nine numbers rounded once.
    static let refinedDigits = 15.9

    /// The digits that rounding of the cross-covariance leaves: an error of up to 1e-15 grows by the condition.
    private static func unrefinedDigits(_ condition: Double) -> Double {
        let log2 = condition < 1 ? 0 : Int(condition.exponent) + 1
        return Double.maximum(0, 15 - 0.30103 * Double(log2))
    }
}
