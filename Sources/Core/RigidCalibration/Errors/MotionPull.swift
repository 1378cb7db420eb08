internal import QuadGeometry

/// The movement of a motion with an error at a place: its turns about x, y and z, in radians, and its shifts along them, in metres,
/// each for a metre of error along x, y and z.
struct MotionPull: Hashable, Sendable {
    private var turnX = SIMD3<Double>.zero, turnY = SIMD3<Double>.zero, turnZ = SIMD3<Double>.zero
    private var shiftX = SIMD3<Double>.zero, shiftY = SIMD3<Double>.zero, shiftZ = SIMD3<Double>.zero

    /// Of no error.
    init() {}

    /// From six rows of three; `nil` of other numbers.
    init?(_ rows: [Double]) {
        guard rows.count == 18 else { return nil }
        func row(_ row: Int) -> SIMD3<Double> { SIMD3(rows[3 * row], rows[3 * row + 1], rows[3 * row + 2]) }
        (turnX, turnY, turnZ) = (row(0), row(1), row(2))
        (shiftX, shiftY, shiftZ) = (row(3), row(4), row(5))
    }

    /// Adds that of another error, a number of times.
    mutating func add(_ other: MotionPull, times factor: Double) {
        turnX += other.turnX * factor
        turnY += other.turnY * factor
        turnZ += other.turnZ * factor
        shiftX += other.shiftX * factor
        shiftY += other.shiftY * factor
        shiftZ += other.shiftZ * factor
    }

    /// The symmetric half of the matrix that leads from the error to the movement of a point at an arm.
    func stretch(atArm arm: SIMD3<Double>) -> SymmetricMatrix {
        let still = SymmetricMatrix(
            xx: shiftX.x, xy: (shiftX.y + shiftY.x) / 2, xz: (shiftX.z + shiftZ.x) / 2, yy: shiftY.y,
            yz: (shiftY.z + shiftZ.y) / 2, zz: shiftZ.z)
        return still + SymmetricMatrix(product: SmallChanges.column(0, arm), turnX)
            + SymmetricMatrix(product: SmallChanges.column(1, arm), turnY)
            + SymmetricMatrix(product: SmallChanges.column(2, arm), turnZ)
    }

    /// The trace of that: its slope by the arm, and its value at none.
    var stretch: (slope: SIMD3<Double>, constant: Double) {
        let slope =
            turnX.cross(SIMD3(1, 0, 0)) + turnY.cross(SIMD3(0, 1, 0)) + turnZ.cross(SIMD3(0, 0, 1))
        return (slope, shiftX.x + shiftY.y + shiftZ.z)
    }
}
