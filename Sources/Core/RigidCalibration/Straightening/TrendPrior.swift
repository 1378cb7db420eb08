internal import QuadGeometry

/// What is known of small changes of a motion beside the middles of markers: how corners stand about their middles, and gravity.
struct TrendPrior {
    let changes: SmallChanges
    /// Per unit of each change squared, and what pulls on it.
    private(set) var information: NormalMatrix
    private(set) var pull: [Double]

    init(changes: SmallChanges) {
        self.changes = changes
        information = NormalMatrix(size: changes.free.count)
        pull = [Double](repeating: 0, count: changes.free.count)
    }

    /// Adds a movement of something that the changes move by columns, with its inverse variance.
    mutating func add(_ columns: [SIMD3<Double>], _ movement: SIMD3<Double>, weight: Double) {
        information.add(columns, SymmetricMatrix(diagonal: weight))
        for place in columns.indices { pull[place] += columns[place].dot(movement) * weight }
    }
}
