internal import QuadGeometry

/// The information that pairs hold about a few small changes of a motion: a symmetric matrix of at most twelve rows.
struct NormalMatrix: Hashable, Sendable {
    let size: Int
    private(set) var entries: [Double]

    init(size: Int) {
        self.size = size
        entries = [Double](repeating: 0, count: size * size)
    }

    subscript(row: Int, column: Int) -> Double {
        get { entries[row * size + column] }
        set { entries[row * size + column] = newValue }
    }

    /// Adds Jᵀ W J of one point, J given by columns: how it moves with each change.
    mutating func add(_ columns: [SIMD3<Double>], _ weight: SymmetricMatrix) {
        let size = size
        unsafe columns.withUnsafeBufferPointer { columns in
            unsafe entries.withUnsafeMutableBufferPointer { entries in
                for a in 0..<size {
                    let weighted = unsafe weight * columns[a]
                    for b in 0...a {
                        let entry = unsafe weighted.dot(columns[b])
                        unsafe entries[a * size + b] += entry
                        if a != b { unsafe entries[b * size + a] += entry }
                    }
                }
            }
        }
    }

    /// The information of pairs on the changes of a motion about the mean of the moved sources.
    init(_ pairs: Correspondences, _ motion: ScaledMotion, _ weights: PairWeights, _ changes: SmallChanges) {
        self.init(size: changes.free.count)
        guard case .numbers(let numbers) = weights else {
            var columns = changes.columns(at: changes.anchor)
            for pair in 0..<pairs.count where weights.counts(pair) {
                changes.write(&columns, at: motion.moved(pairs.sources[pair]))
                add(columns, weights[pair])
            }
            return
        }
        // About the mean, turns, shifts and growth are independent, and one scatter matrix tells them all.
        var scatter = SymmetricMatrix.zero, total = 0.0
        for pair in 0..<pairs.count {
            let weight = numbers?[pair] ?? 1
            let arm = motion.moved(pairs.sources[pair]) - changes.anchor
            scatter = scatter + SymmetricMatrix(product: arm * weight, arm)
            total += weight
        }
        let turns = SymmetricMatrix(diagonal: scatter.trace) - scatter
        for (row, i) in changes.free.enumerated() {
            for (column, j) in changes.free.enumerated() {
                self[row, column] =
                    if i < 3, j < 3 { turns[i, j] } else if i != j { 0 } else {
                        i < 6 ? total : scatter.trace
                    }
            }
        }
    }

    /// A share of a matrix, and a number more on its diagonal.
    init(size: Int, _ entries: [Double], times share: Double, diagonal: Double) {
        self.size = size
        self.entries = entries.map { $0 * share + 0 }
        for row in 0..<size { self[row, row] = entries[row * size + row] * share + diagonal }
    }

    static func - (a: Self, b: Self) -> Self {
        var difference = a
        for i in a.entries.indices { difference.entries[i] -= b.entries[i] }
        return difference
    }

    static func + (a: Self, b: Self) -> Self {
        var sum = a
        for i in a.entries.indices { sum.entries[i] += b.entries[i] }
        return sum
    }

    /// The mean of it and its transpose, which rounding has made differ.
    var symmetric: Self {
        var mean = self
        for row in 0..<size {
            for column in 0..<size { mean[row, column] = (self[row, column] + self[column, row]) / 2 }
        }
        return mean
    }

    static func * (a: Self, factor: Double) -> Self {
        var product = a
        for i in a.entries.indices { product.entries[i] *= factor }
        return product
    }

    static func * (a: Self, v: [Double]) -> [Double] {
        (0..<a.size).map { row in (0..<a.size).reduce(0) { $0 + a[row, $1] * v[$1] } }
    }

    static func * (a: Self, b: Self) -> Self {
        var product = NormalMatrix(size: a.size)
        for row in 0..<a.size {
            for column in 0..<a.size {
                product[row, column] = (0..<a.size).reduce(0) { $0 + a[row, $1] * b[$1, column] }
            }
        }
        return product
    }

    /// The trace of the product with another of the same size.
    func traceOfProduct(_ other: NormalMatrix) -> Double {
        zip(entries, other.entries).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// The inverse, or `nil` where some change is not fixed: its pivot is no more than rounding of its entry.
    var inverse: NormalMatrix? {
        guard let factor = choleskyFactor else { return nil }
        var result = NormalMatrix(size: size)
        for column in 0..<size {
            var unit = [Double](repeating: 0, count: size)
            unit[column] = 1
            let solved = factor.backward(factor.forward(unit))
            for row in 0..<size { result[row, column] = solved[row] }
        }
        return result.symmetric
    }

    /// L of L Lᵀ, or `nil` when a pivot vanishes.
    var choleskyFactor: NormalMatrix? {
        let size = size
        var factor = NormalMatrix(size: size)
        // Column after column, each in a row so that the sums of its entries are worked out side by side.
        let isFixed = unsafe factor.entries.withUnsafeMutableBufferPointer { entries -> Bool in
            guard let columns = entries.baseAddress else { return true }
            for column in 0..<size {
                let own = unsafe columns + column * size
                for row in column..<size { unsafe own[row] = self[row, column] }
                for k in 0..<column {
                    let before = unsafe columns + k * size, share = unsafe before[column]
                    for row in column..<size { unsafe own[row] -= before[row] * share }
                }
                guard unsafe own[column] > NormalMatrix.rounding * self[column, column] else { return false }
                let root = unsafe own[column].squareRoot()
                unsafe own[column] = root
                for row in (column + 1)..<max(size, column + 1) { unsafe own[row] /= root }
            }
            for row in 0..<size {
                for column in 0..<row { unsafe entries.swapAt(row * size + column, column * size + row) }
            }
            return true
        }
        return isFixed ? factor : nil
    }

    /// L⁻¹ v, self being L.
    func forward(_ vector: [Double]) -> [Double] {
        var result = vector
        for row in 0..<size {
            for k in 0..<row { result[row] -= self[row, k] * result[k] }
            result[row] /= self[row, row]
        }
        return result
    }

    /// L⁻ᵀ v, self being L.
    func backward(_ vector: [Double]) -> [Double] {
        var result = vector
        for row in (0..<size).reversed() {
            for k in (row + 1)..<max(size, row + 1) { result[row] -= self[k, row] * result[k] }
            result[row] /= self[row, row]
        }
        return result
    }

    /// A pivot is a difference of products of up to twelve rounded numbers.
    private static let rounding = 64 * Double.ulpOfOne
}
