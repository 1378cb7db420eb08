internal import QuadGeometry

/// The residuals of means with all taken away that a motion could have taken up, and what errors of a kind look like there.
///
/// Householder's reflections of the columns that a motion moves the means by leave a space in which residuals do not
/// depend on the motion (Harville 1977: contrasts of restricted likelihood).
struct ResidualSpace {
    /// The number of coordinates that are left.
    let count: Int
    /// The residuals there, in deviations of a mean's own error.
    let residuals: [Double]
    /// The drift's covariance there, row after row, so that its trace is ``count``.
    let drift: [Double]
    /// The number by which it was divided for that, in metres to the power of ``ScanDrift/exponent``.
    let scale: Double

    /// Means whose place is fixed by others leave less than this of their columns.
    private static let rounding = 1e-9

    init?(_ means: [MarkerMeans.Mean], _ changes: SmallChanges) {
        let size = 3 * means.count
        let deviations = means.map { $0.spread.squareRoot() }
        var vectors: [[Double]] = []
        var columns = changes.free.map { change in
            zip(means, deviations).flatMap { mean, deviation in
                let column = SmallChanges.column(change, mean.center - changes.anchor) / deviation
                return [column.x, column.y, column.z]
            }
        }
        // Turns are in radians and shifts in metres: columns of one length compare.
        for place in columns.indices {
            let length = Self.length(columns[place])
            if length > 0 { columns[place] = columns[place].map { $0 / length } }
        }
        while vectors.count < size,
            let next = columns.indices.max(by: {
                Self.length(columns[$0], from: vectors.count) < Self.length(columns[$1], from: vectors.count)
            })
        {
            let first = vectors.count
            let length = Self.length(columns[next], from: first)
            guard length > Self.rounding else { break }
            var vector = [Double](repeating: 0, count: first) + columns[next][first...]
            vector[first] += vector[first] < 0 ? -length : length
            columns.remove(at: next)
            columns = columns.map { Self.reflected($0, by: vector) }
            vectors.append(vector)
        }
        let left = size - vectors.count
        guard left > 0 else { return nil }
        var residuals = zip(means, deviations).flatMap { mean, deviation in
            let residual = mean.residual / deviation
            return [residual.x, residual.y, residual.z]
        }
        for vector in vectors { residuals = Self.reflected(residuals, by: vector) }
        var rows = means.indices.flatMap { a in
            (0..<3).map { axis in
                means.indices.flatMap { b in
                    let value =
                        ScanDrift.likeness(means[a].center, means[b].center) / (deviations[a] * deviations[b])
                    return (0..<3).map { $0 == axis ? value : 0 }
                }
            }
        }
        // From both sides: rows, then columns, which are rows of the same symmetric matrix.
        for _ in 0..<2 {
            for vector in vectors { rows = rows.map { Self.reflected($0, by: vector) } }
            rows = (0..<size).map { column in rows.map { $0[column] } }
        }
        let gone = vectors.count
        let scale = (gone..<size).reduce(0) { $0 + rows[$1][$1] } / Double(left)
        guard scale > 0 else { return nil }
        count = left
        self.residuals = Array(residuals[gone...])
        drift = rows[gone...].flatMap { $0[gone...].map { $0 / scale } }
        self.scale = scale
    }

    private static func length(_ vector: [Double], from first: Int = 0) -> Double {
        vector[first...].reduce(0) { $0 + $1 * $1 }.squareRoot()
    }

    private static func reflected(_ vector: [Double], by mirror: [Double]) -> [Double] {
        let size = mirror.reduce(0) { $0 + $1 * $1 }
        let share = 2 * zip(vector, mirror).reduce(0) { $0 + $1.0 * $1.1 } / size
        return zip(vector, mirror).map { $0 - share * $1 }
    }

    /// The covariance of errors of which `share` is drift and the rest each mean's own.
    func covariance(drift share: Double, own: Double) -> NormalMatrix {
        var covariance = NormalMatrix(size: count)
        for row in 0..<count {
            for column in 0..<count {
                covariance[row, column] = drift[row * count + column] * share + (row == column ? own : 0)
            }
        }
        return covariance
    }
}
