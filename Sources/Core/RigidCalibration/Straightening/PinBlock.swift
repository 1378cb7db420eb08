internal import QuadGeometry

/// The residuals of some pins, and how a drift would make them alike beside a motion: what a law is judged by.
struct PinBlock {
    private let sums: TrendSums
    private let residuals: [[Double]]
    /// The covariance of the pins' coordinates along an axis by a drift of one, row after row.
    private let likeness: [Double]
    private let free: [Int]
    /// Changes that these pins do not fix are held by next to nothing.
    private let ridge: NormalMatrix
    /// The coordinates that a motion leaves, and the squares of the residuals there.
    let freedom: Double
    let squares: Double
    /// The trace of the drift's covariance there, and that of its square.
    let trace: Double
    let squaredTrace: Double

    /// The part of its information that holds a change beside the pins.
    private static let heldShare = 1e-10

    /// `nil` where the pins fix nothing.
    init?(_ pins: [ScanPin], _ kind: StraighteningKind, _ changes: SmallChanges) {
        let scale = pins.map { 1 / $0.spread.squareRoot() }, count = pins.count
        let sums = TrendSums(arms: pins.map { $0.center - changes.anchor }, scale: scale)
        let residuals = (0..<3).map { axis in pins.indices.map { pins[$0].residual[axis] * scale[$0] } }
        let fromFirst = pins.map { DriftLaw.unlikeness($0.distance(pins[0], by: kind), kind) }
        var likeness = [Double](repeating: 0, count: count * count)
        for row in 0..<count {
            for column in 0...row {
                let own = DriftLaw.unlikeness(pins[row].distance(pins[column], by: kind), kind)
                let value = (fromFirst[row] + fromFirst[column] - own) * scale[row] * scale[column]
                (likeness[row * count + column], likeness[column * count + row]) = (value, value)
            }
        }
        func times(_ vector: [Double]) -> [Double] {
            (0..<count).map { row in
                var sum = 0.0
                for column in 0..<count { sum += likeness[row * count + column] * vector[column] }
                return sum
            }
        }
        free = changes.free
        let known = sums.information(sums, free)
        var ridge = NormalMatrix(size: free.count)
        for change in free.indices { ridge[change, change] = PinBlock.heldShare * known[change, change] }
        guard let inverse = (known + ridge).inverse else { return nil }
        let drifted = sums.map(times)
        let once = inverse * sums.information(drifted, free)
        let twice = inverse * drifted.information(drifted, free)
        let pull = sums.pull(residuals, free)
        freedom = Double(3 * count) - inverse.traceOfProduct(known)
        squares =
            residuals.reduce(0) { $0 + TrendSums.dot($1, $1) } - TrendSums.dot(pull, inverse * pull)
        var diagonal = 0.0, square = 0.0
        for row in 0..<count {
            diagonal += likeness[row * count + row]
            for column in 0..<count {
                square += likeness[row * count + column] * likeness[row * count + column]
            }
        }
        func trace(_ matrix: NormalMatrix) -> Double {
            (0..<matrix.size).reduce(0) { $0 + matrix[$1, $1] }
        }
        self.trace = 3 * diagonal - trace(once)
        squaredTrace = 3 * square - 2 * trace(twice) + trace(once * once)
        (self.sums, self.residuals, self.likeness, self.ridge) = (sums, residuals, likeness, ridge)
    }

    /// The squares of the residuals by the inverse of their covariance where the drift has this variance beside the pins' own, and the
    /// logarithm of its determinant up to a constant; both of what a motion leaves. `nil` where rounding leaves nothing of it.
    func restricted(drift ratio: Double) -> (squares: Double, logDeterminant: Double)? {
        let count = residuals[0].count
        let factor = TriangularFactor(size: count) { row, column in
            likeness[row * count + column] * ratio + (row == column ? 1 : 0)
        }
        guard let factor else { return nil }
        let solved = sums.map(factor.forward), rests = residuals.map(factor.forward)
        let pull = solved.pull(rests, free)
        guard let half = (solved.information(solved, free) + ridge).choleskyFactor else { return nil }
        let taken = half.forward(pull)
        let ofMotion = (0..<half.size).reduce(0) { $0 + 2 * logarithm(half[$1, $1]) }
        return (
            rests.reduce(0) { $0 + TrendSums.dot($1, $1) } - TrendSums.dot(taken, taken),
            3 * factor.logDeterminant + ofMotion
        )
    }
}
