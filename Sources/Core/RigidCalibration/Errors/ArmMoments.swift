internal import QuadGeometry

/// Sums over moved points that each count by one number in all directions: all that their information on small changes
/// of a motion depends on.
struct ArmMoments {
    private(set) var weight = 0.0
    private(set) var sum = SIMD3<Double>.zero
    private(set) var scatter = SymmetricMatrix.zero

    /// Adds a point by its distance from the place that the changes are about.
    mutating func add(_ arm: SIMD3<Double>, weight: Double) {
        self.weight += weight
        sum += arm * weight
        scatter = scatter + SymmetricMatrix(product: arm * weight, arm)
    }

    /// Σ w JᵀJ over the points, J being how a point moves with each of some changes.
    func information(on free: [Int]) -> NormalMatrix {
        var information = NormalMatrix(size: free.count)
        for (row, i) in free.enumerated() {
            for (column, j) in free.enumerated() {
                information[row, column] = entry(Swift.min(i, j), Swift.max(i, j))
            }
        }
        return information
    }

    private func entry(_ i: Int, _ j: Int) -> Double {
        switch (i, j) {
        case (0..<3, 0..<3): (i == j ? scatter.trace : 0) - scatter[i, j]
        case (0..<3, 3..<6): SmallChanges.column(i, sum)[j - 3]
        case (0..<3, _): 0
        case (3..<6, 3..<6): i == j ? weight : 0
        case (3..<6, _): sum[i - 3]
        default: scatter.trace
        }
    }
}
