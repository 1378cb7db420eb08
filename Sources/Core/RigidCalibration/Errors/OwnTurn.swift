internal import QuadGeometry

/// The turn of a marker about its middle that explains the residuals of its pairs best, as of a quad that was tapped askew.
struct OwnTurn {
    private var count = 0
    /// Σ w (y² - y yᵀ) over the arms y, Σ w y × r over the residuals r, and Σ w r².
    private var inertia = SymmetricMatrix.zero
    private var torque = SIMD3<Double>.zero
    private var squares = 0.0

    /// Adds a pair by its arm from the marker's middle and its residual there, both in metres.
    mutating func add(arm: SIMD3<Double>, residual: SIMD3<Double>, weight: Double) {
        guard weight > 0 else { return }
        count += 1
        inertia =
            inertia
            + (SymmetricMatrix(diagonal: arm.dot(arm)) + SymmetricMatrix(product: arm, arm) * -1) * weight
        torque += arm.cross(residual) * weight
        squares += weight * residual.dot(residual)
    }

    /// The degrees of freedom that a shift and a turn leave.
    var freedom: Int { 3 * count - 6 }

    /// The weighted squares that the turn leaves, in square metres; `nil` where pairs in a row leave one turn open.
    var rest: Double? {
        guard freedom > 0, let inverse = inertia.inverse else { return nil }
        return Double.maximum(squares - torque.dot(inverse * torque), 0)
    }

    /// The turn in radians, and the weighted squares that it explains; `nil` where pairs in a row leave one turn open.
    var turned: (turn: SIMD3<Double>, square: Double)? {
        guard let inverse = inertia.inverse else { return nil }
        let turn = inverse * torque
        return (turn, Double.maximum(torque.dot(turn), 0))
    }
}
