/// The Cholesky factor of a symmetric matrix of 6x6 blocks, most of which are empty.
///
/// Frames are eliminated by minimum degree, ties by their order, so that results have the same bits everywhere. The pattern is found
/// once, and the numbers may change.
struct BlockCholesky: Sendable {
    /// The place of each frame in the order of elimination, and back.
    let positions, order: [Int]
    /// The rows of each column below its diagonal, ascending, and where its blocks begin.
    let rows: [[Int]]
    let starts: [Int]
    /// For every column and pair of its rows, where the update goes; in the order of elimination.
    private let targets: [Int32]
    /// The diagonal blocks, then those below, column by column.
    private(set) var diagonal: [Matrix6]
    private(set) var below: [Matrix6]

    var count: Int { order.count }

    /// The pattern of a matrix whose blocks off the diagonal join these pairs.
    init(count: Int, pairs: [(Int, Int)]) {
        var neighbors = [Set<Int>](repeating: [], count: count)
        for (a, b) in pairs where a != b {
            neighbors[a].insert(b)
            neighbors[b].insert(a)
        }
        var queue = WaitingFrames()
        for frame in 0..<count {
            queue.push(.init(trace: Double(neighbors[frame].count), edges: 0, frame: frame))
        }
        var order: [Int] = [], positions = [Int](repeating: -1, count: count)
        var columns: [[Int]] = []
        while let next = queue.pop() {
            let frame = next.frame
            guard positions[frame] < 0, Double(neighbors[frame].count) == next.trace else { continue }
            positions[frame] = order.count
            order.append(frame)
            let left = neighbors[frame]
            columns.append(Array(left))
            for other in left {
                neighbors[other].formUnion(left)
                neighbors[other].remove(other)
                neighbors[other].remove(frame)
            }
            // Every neighbour is queued again with its new degree; stale entries are passed over.
            for other in left {
                queue.push(.init(trace: Double(neighbors[other].count), edges: 0, frame: other))
            }
        }
        (self.order, self.positions) = (order, positions)
        let rows = columns.map { $0.map { positions[$0] }.sorted() }
        var starts: [Int] = [], total = 0
        for column in rows {
            starts.append(total)
            total += column.count
        }
        (self.rows, self.starts) = (rows, starts)
        var targets: [Int32] = []
        for column in rows {
            for (place, j) in column.enumerated() {
                var at = 0
                for i in column[(place + 1)...] {
                    while rows[j][at] < i { at += 1 }
                    targets.append(Int32(starts[j] + at))
                }
            }
        }
        self.targets = targets
        diagonal = [Matrix6](repeating: .zero, count: count)
        below = [Matrix6](repeating: .zero, count: total)
    }

    /// The place of the block of two frames, and whether it is kept transposed.
    func place(_ a: Int, _ b: Int) -> (place: Int, isTransposed: Bool) {
        let i = positions[a], j = positions[b]
        let column = min(i, j), row = max(i, j)
        var low = 0, high = rows[column].count
        while low < high {
            let middle = (low + high) / 2
            if rows[column][middle] < row { low = middle + 1 } else { high = middle }
        }
        return (starts[column] + low, i < j)
    }

    mutating func clear() {
        for i in diagonal.indices { diagonal[i] = .zero }
        for i in below.indices { below[i] = .zero }
    }

    mutating func add(_ block: Matrix6, toDiagonalOf frame: Int) {
        diagonal[positions[frame]] = diagonal[positions[frame]] + block
    }

    mutating func add(_ block: Matrix6, at place: Int) { below[place] = below[place] + block }

    /// Replaces the matrix by its factor; false where it is not positive definite.
    mutating func factor() -> Bool {
        var next = 0
        for k in 0..<count {
            guard let lower = diagonal[k].choleskyFactor else { return false }
            diagonal[k] = lower
            let start = starts[k], column = rows[k]
            for place in column.indices {
                below[start + place] = below[start + place].dividedByTranspose(of: lower)
            }
            for (place, j) in column.enumerated() {
                let block = below[start + place]
                diagonal[j] = diagonal[j] - block.timesTranspose(block)
                for other in (place + 1)..<max(column.count, place + 1) {
                    let target = Int(targets[next])
                    next += 1
                    below[target] = below[target] - below[start + other].timesTranspose(block)
                }
            }
        }
        return true
    }

    func solve(_ side: [SIMD8<Double>]) -> [SIMD8<Double>] {
        var x = order.map { side[$0] }
        for k in 0..<count {
            x[k] = diagonal[k].forward(x[k])
            for (place, i) in rows[k].enumerated() { x[i] -= below[starts[k] + place] * x[k] }
        }
        for k in stride(from: count - 1, through: 0, by: -1) {
            var rest = x[k]
            for (place, i) in rows[k].enumerated() { rest -= below[starts[k] + place].transposeTimes(x[i]) }
            x[k] = diagonal[k].backward(rest)
        }
        return positions.map { x[$0] }
    }
}

extension BlockCholesky {
    /// Makes the diagonal of a frame larger by a share of itself.
    mutating func damp(_ frame: Int, by share: Double) {
        let place = positions[frame]
        var block = diagonal[place]
        for i in 0..<6 { block[i, i] *= 1 + share }
        diagonal[place] = block
    }
}
