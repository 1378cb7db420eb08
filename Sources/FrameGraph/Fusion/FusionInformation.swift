internal import QuadGeometry

/// The information of all sightings of some markers on small changes of their sessions' frames, where the markers' own places are
/// unknown.
///
/// A session may count for some corners of a marker only, and corners share an error, so that information on the four corners of a
/// sighting is a 4x4 matrix W, the same in each coordinate. Two sessions have -Wₐ W⁻¹ Wᵦ between them, with W the sum of all.
struct FusionInformation {
    /// The sessions that saw them, sorted.
    let sessions: [Int]
    /// The number of each session's pattern of corners.
    private let patterns: [Int]
    /// The information of a pattern, and between two of them.
    private var own: [Matrix6]
    private var shared: [[Matrix6]]

    /// The information of sessions that all know as much of something unknown.
    init(_ sessions: [Int], each known: Matrix6) {
        self.sessions = sessions
        patterns = [Int](repeating: 0, count: sessions.count)
        (own, shared) = ([known], [[known * (1 / Double(max(sessions.count, 1)))]])
    }

    /// The information of the sightings of a marker.
    ///
    /// - Parameters:
    ///   - weights: 1 for each corner of each session that counts, 0 for others.
    ///   - jacobians: The changes of the corners under a turn and a shift.
    ///   - corner: The noise of a corner, in metres.
    ///   - marker: The error that the corners of a sighting share, in metres.
    init(
        _ sessions: [Int], weights: [SIMD4<Double>], jacobians: [Matrix6], corner: Double, marker: Double
    ) {
        self.sessions = sessions
        var kinds: [SIMD4<Double>] = [], patterns: [Int] = [], sum = CornerMatrix.zero
        for weight in weights {
            let known = kinds.firstIndex(of: weight)
            if known == nil { kinds.append(weight) }
            patterns.append(known ?? kinds.count - 1)
            sum = sum + CornerMatrix(counting: weight, corner: corner, marker: marker)
        }
        self.patterns = patterns
        // The products of the corners' derivatives, which all patterns share.
        let products = jacobians.map { one in jacobians.map { one.transposeTimes($0) } }
        func carried(_ matrix: CornerMatrix) -> Matrix6 {
            var carried = Matrix6.zero
            for i in 0..<4 {
                for j in 0..<4 where matrix.rows[i][j] != 0 {
                    carried = carried + products[i][j] * matrix.rows[i][j]
                }
            }
            return carried
        }
        let all = kinds.map { CornerMatrix(counting: $0, corner: corner, marker: marker) }
        let inverse = sum.inverse
        own = all.map(carried)
        shared = all.map { one in all.map { carried(one * inverse * $0) } }
    }

    /// Adds the information of another marker that the same sessions saw with the same corners.
    mutating func add(_ other: FusionInformation) {
        for pattern in own.indices {
            own[pattern] = own[pattern] + other.own[pattern]
            for next in own.indices {
                shared[pattern][next] = shared[pattern][next] + other.shared[pattern][next]
            }
        }
    }

    /// Whether every session counts for the same corners.
    var isEven: Bool { own.count == 1 }

    /// The information of a session, by its place among ``sessions``.
    func diagonal(_ place: Int) -> Matrix6 { own[patterns[place]] - shared[patterns[place]][patterns[place]] }

    /// The information that two sessions have in common, by their places: the block between them is its opposite.
    func common(_ one: Int, _ other: Int) -> Matrix6 { shared[patterns[one]][patterns[other]] }
}

/// A symmetric matrix over the four corners of a marker.
private struct CornerMatrix {
    var rows: [SIMD4<Double>]

    static let zero = CornerMatrix(rows: [SIMD4<Double>](repeating: .zero, count: 4))

    init(rows: [SIMD4<Double>]) { self.rows = rows }

    /// The information of a sighting on its corners, in 1 / m².
    init(counting weights: SIMD4<Double>, corner: Double, marker: Double) {
        let (own, common) = (corner * corner, marker * marker)
        let share = common / (own + weights.sum() * common)
        rows = (0..<4).map { row in
            var numbers = weights * (-share * weights[row] / own)
            numbers[row] += weights[row] / own
            return numbers
        }
    }

    static func + (a: CornerMatrix, b: CornerMatrix) -> CornerMatrix {
        CornerMatrix(rows: zip(a.rows, b.rows).map { $0 + $1 })
    }

    static func * (a: CornerMatrix, b: CornerMatrix) -> CornerMatrix {
        CornerMatrix(
            rows: a.rows.map { row in
                (0..<4).reduce(SIMD4<Double>.zero) { $0 + b.rows[$1] * row[$1] }
            })
    }

    /// The inverse, with zeros for corners that nobody counts for.
    var inverse: CornerMatrix {
        var left = rows, right = CornerMatrix.zero.rows
        for corner in 0..<4 { right[corner][corner] = 1 }
        for pivot in 0..<4 {
            guard left[pivot][pivot] > 0 else {
                right[pivot] = .zero
                continue
            }
            let scale = 1 / left[pivot][pivot]
            left[pivot] *= scale
            right[pivot] *= scale
            for row in 0..<4 where row != pivot {
                let share = left[row][pivot]
                left[row] -= left[pivot] * share
                right[row] -= right[pivot] * share
            }
        }
        return CornerMatrix(rows: right)
    }
}
