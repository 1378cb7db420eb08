/// Three columns turned among themselves until each is across the other two: one-sided Jacobi (Hestenes 1958).
///
/// Their lengths are then the singular values, and their directions the left singular vectors, of the matrix.
/// Small singular values keep their digits, which squaring into a scatter matrix would lose.
struct OrthogonalColumns {
    /// The columns, longest first.
    private(set) var columns: [SIMD3<Double>]

    /// Columns are expected at magnitudes between 1e-60 and 1e60, or zero.
    init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
        columns = [a, b, c]
        // Three or four sweeps settle any 3x3; the bound only makes the end certain.
        for _ in 0..<30 {
            var turned = false
            for (i, j) in [(0, 1), (0, 2), (1, 2)] where turn(i, j) { turned = true }
            if !turned { break }
        }
        columns.sort { $0.dot($0) > $1.dot($1) }
    }

    /// Turns two columns across each other; false when they already are, to within rounding.
    private mutating func turn(_ i: Int, _ j: Int) -> Bool {
        let a = columns[i], b = columns[j]
        let aa = a.dot(a), bb = b.dot(b), ab = a.dot(b)
        guard ab.magnitude > .ulpOfOne * (aa * bb).squareRoot() else { return false }
        let ratio = (bb - aa) / (2 * ab)
        // For a ratio whose square overflows, the tangent is 1 / (2 ratio), which this also gives.
        let tangent = (ratio < 0 ? -1 : 1) / (ratio.magnitude + (1 + ratio * ratio).squareRoot())
        let cosine = 1 / (1 + tangent * tangent).squareRoot()
        let sine = cosine * tangent
        guard sine != 0 else { return false }
        columns[i] = a * cosine - b * sine
        columns[j] = a * sine + b * cosine
        return true
    }

    /// The direction in which the columns reach least, or `nil` when two of them vanish to within rounding.
    var leastDirection: SIMD3<Double>? {
        guard let first = columns[0].unit else { return nil }
        let second = columns[1]
        guard second.length > OrthogonalColumns.vanishing * columns[0].length else { return nil }
        return first.cross(second).unit
    }

    /// The most that rounding can leave of a column that should be zero, relative to the longest.
    static let vanishing = 8 * Double.ulpOfOne
}
