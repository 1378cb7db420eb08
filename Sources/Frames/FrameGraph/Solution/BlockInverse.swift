/// The blocks of an inverse where the Cholesky factor has some: those of every frame, and of every two that an edge joins.
///
/// Takahashi, Fagan, Chin (1973): from the last column to the first each block follows from those to its right.
struct BlockInverse: Sendable {
    private let factor: BlockCholesky
    private var diagonal: [Matrix6]
    private var below: [Matrix6]

    init(_ factor: BlockCholesky) {
        self.factor = factor
        diagonal = [Matrix6](repeating: .zero, count: factor.count)
        below = [Matrix6](repeating: .zero, count: factor.below.count)
        for k in stride(from: factor.count - 1, through: 0, by: -1) {
            let column = factor.rows[k], start = factor.starts[k]
            let inverse = factor.diagonal[k].lowerInverse
            // The column of the unit factor, by which the blocks to the right are combined.
            let unit = column.indices.map { factor.below[start + $0] * inverse }
            for (place, i) in column.enumerated() {
                var sum = Matrix6.zero
                for (other, j) in column.enumerated() { sum = sum + block(i, j) * unit[other] }
                below[start + place] = sum * -1
            }
            var own = inverse.transposeTimes(inverse)
            for place in column.indices { own = own - unit[place].transposeTimes(below[start + place]) }
            diagonal[k] = own.symmetric
        }
    }

    /// The block of two positions in the order of elimination.
    private func block(_ i: Int, _ j: Int) -> Matrix6 {
        if i == j { return diagonal[i] }
        let (place, _) = factor.place(factor.order[i], factor.order[j])
        return i > j ? below[place] : below[place].transposed
    }

    /// The block of two frames that an edge joins, or of one.
    func covariance(_ a: Int, _ b: Int) -> Matrix6 { block(factor.positions[a], factor.positions[b]) }
}
