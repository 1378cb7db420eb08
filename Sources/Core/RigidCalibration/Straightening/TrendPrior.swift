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

    /// As it was kept; `nil` where the numbers cannot be one.
    init?(changes: SmallChanges, information entries: [Double], pull: [Double]) {
        self.init(changes: changes)
        let size = changes.free.count
        guard entries.count == size * size, pull.count == size, (entries + pull).allSatisfy({ $0.isFinite })
        else { return nil }
        for row in 0..<size {
            for column in 0..<size { information[row, column] = entries[row * size + column] }
            guard information[row, row] >= 0 else { return nil }
        }
        self.pull = pull
    }

    /// Adds a movement of something that the changes move by columns, with its inverse variance.
    mutating func add(_ columns: [SIMD3<Double>], _ movement: SIMD3<Double>, weight: Double) {
        information.add(columns, SymmetricMatrix(diagonal: weight))
        for place in columns.indices { pull[place] += columns[place].dot(movement) * weight }
    }
}
