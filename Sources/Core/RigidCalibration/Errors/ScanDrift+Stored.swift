internal import QuadGeometry

extension ScanDrift {
    /// The rounding that sums over places and differences of matrices may show, as a share of the covariance.
    private static let rounding = 1e-6

    /// Whether it can be a part of the covariance of a motion, six rows of six: no point then has a negative variance.
    ///
    /// An error that all places have moves the motion by just that, so only differences between places count, whose variance is
    /// never negative; and what the covariance has besides the drift is a covariance.
    package func isPart(of matrix: [Double]) -> Bool {
        guard !places.isEmpty, variance > 0 else { return true }
        let farthest = places.max { ($0.center - anchor).length < ($1.center - anchor).length }
        let likeness = ScanDrift.likeness(farthest?.center ?? anchor, anchor).magnitude * variance
        for row in 0..<6 {
            for axis in 0..<3 {
                let sum = places.reduce(0) { $0 + $1.share[3 * row + axis] }
                let excess = sum - (row == 3 + axis ? 1 : 0)
                guard excess * excess * likeness <= Self.rounding * matrix[7 * row] else { return false }
            }
        }
        let free = (0..<6).filter { matrix[7 * $0] > 0 }, own = self.matrix
        guard (0..<6).allSatisfy({ free.contains($0) || own[7 * $0] == 0 }) else { return false }
        var rest = NormalMatrix(size: free.count)
        for (row, i) in free.enumerated() {
            for (column, j) in free.enumerated() {
                rest[row, column] = matrix[6 * i + j] - own[6 * i + j]
            }
            rest[row, row] += Self.rounding * matrix[7 * i]
        }
        return rest.choleskyFactor != nil
    }
}
