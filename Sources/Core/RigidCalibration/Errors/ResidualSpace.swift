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
    /// The mirrors that lead there, and the deviation of each mean.
    private let mirrors: [[Double]]
    private let deviations: [Double]

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
        var matrix = [Double](repeating: 0, count: size * size)
        for a in means.indices {
            for b in means.indices {
                let value =
                    ScanDrift.likeness(means[a].center, means[b].center) / (deviations[a] * deviations[b])
                for axis in 0..<3 { matrix[(3 * a + axis) * size + 3 * b + axis] = value }
            }
        }
        Self.reflect(&matrix, size, by: vectors)
        let gone = vectors.count
        let scale = (gone..<size).reduce(0) { $0 + matrix[$1 * size + $1] } / Double(left)
        guard scale > 0 else { return nil }
        count = left
        self.residuals = Array(residuals[gone...])
        drift = (gone..<size).flatMap { row in
            matrix[(row * size + gone)..<((row + 1) * size)].map { $0 / scale }
        }
        self.scale = scale
        (mirrors, self.deviations) = (vectors, deviations)
    }

    private static func length(_ vector: [Double], from first: Int = 0) -> Double {
        vector[first...].reduce(0) { $0 + $1 * $1 }.squareRoot()
    }

    private static func reflected(_ vector: [Double], by mirror: [Double]) -> [Double] {
        let size = mirror.reduce(0) { $0 + $1 * $1 }
        let share = 2 * zip(vector, mirror).reduce(0) { $0 + $1.0 * $1.1 } / size
        return zip(vector, mirror).map { $0 - share * $1 }
    }

    /// Mirrors the rows and then the columns of a symmetric matrix, each time all at once: the same entries of all of them lie side by side.
    private static func reflect(_ matrix: inout [Double], _ size: Int, by mirrors: [[Double]]) {
        var shares = [Double](repeating: 0, count: size)
        unsafe matrix.withUnsafeMutableBufferPointer { matrix in
            unsafe shares.withUnsafeMutableBufferPointer { shares in
                guard let entries = matrix.baseAddress, let shares = shares.baseAddress else { return }
                for side in 0..<2 {
                    for row in 0..<(side == 0 ? 0 : size) {
                        for column in 0..<row {
                            unsafe matrix.swapAt(row * size + column, column * size + row)
                        }
                    }
                    for mirror in mirrors {
                        let length = mirror.reduce(0) { $0 + $1 * $1 }
                        for row in 0..<size { unsafe shares[row] = 0 }
                        for (place, value) in mirror.enumerated() {
                            let across = unsafe entries + place * size
                            for row in 0..<size { unsafe shares[row] += across[row] * value }
                        }
                        for row in 0..<size { unsafe shares[row] = 2 * shares[row] / length }
                        for (place, value) in mirror.enumerated() {
                            let across = unsafe entries + place * size
                            for row in 0..<size { unsafe across[row] -= shares[row] * value }
                        }
                    }
                }
            }
        }
    }

    /// The covariance of errors of which `share` is drift and the rest each mean's own.
    func covariance(drift share: Double, own: Double) -> NormalMatrix {
        NormalMatrix(size: count, drift, times: share, diagonal: own)
    }

    /// The residuals' part in the patterns that a drift makes largest, which are the smoothest: their coordinates there, and the
    /// displacement of each mean, in metres.
    ///
    /// The patterns follow from the places alone, so that residuals that are noise have the same share in each.
    func smoothest(_ most: Int) -> (coordinates: [Double], displacements: [SIMD3<Double>]) {
        var patterns = (0..<most).map { place in
            (0..<count).map { drift[place * count / most * count + $0] }
        }
        for round in 0...ResidualSpace.rounds {
            patterns = ResidualSpace.orthogonal(
                round == 0
                    ? patterns
                    : patterns.map { pattern in
                        (0..<count).map { row in
                            (0..<count).reduce(0) { $0 + drift[row * count + $1] * pattern[$1] }
                        }
                    })
        }
        let coordinates = patterns.map { pattern in zip(pattern, residuals).reduce(0) { $0 + $1.0 * $1.1 } }
        var back = [Double](repeating: 0, count: mirrors.count)
        for row in 0..<count {
            back.append(zip(patterns, coordinates).reduce(0) { $0 + $1.0[row] * $1.1 })
        }
        for mirror in mirrors.reversed() { back = ResidualSpace.reflected(back, by: mirror) }
        let displacements = deviations.enumerated().map { place, deviation in
            SIMD3(back[3 * place], back[3 * place + 1], back[3 * place + 2]) * deviation
        }
        return (coordinates, displacements)
    }

    /// So often the patterns are multiplied by the drift's covariance. They need not be its directions to the last digit.
    private static let rounds = 12

    /// Vectors of length one, each at right angles to those before it; those that depend on them are left out.
    private static func orthogonal(_ vectors: [[Double]]) -> [[Double]] {
        var found: [[Double]] = []
        for vector in vectors {
            var rest = vector
            // Once more, since the first leaves rounding of what it took away.
            for _ in 0..<2 {
                for one in found {
                    let share = zip(one, rest).reduce(0) { $0 + $1.0 * $1.1 }
                    rest = zip(rest, one).map { $0 - share * $1 }
                }
            }
            let length = length(rest)
            if length > rounding * ResidualSpace.length(vector) { found.append(rest.map { $0 / length }) }
        }
        return found
    }
}
