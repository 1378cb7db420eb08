internal import QuadGeometry

/// Sums over many pairs at the speed of memory: plain within a block of 512, without any rounding from block to block.
///
/// Each of 24 places, eight points of three numbers, adds up 64 numbers of a block; over many blocks the roundings of
/// those average out.
enum BlockSums {
    /// Rows of the kernel: a, b, a², b², and a times each axis of b; then as many for what was dropped.
    private static let rows = 7
    private static let places = 24

    /// The sums of `count` pairs, three doubles a point, about a source and a target.
    static func sums(
        _ sources: UnsafePointer<Double>, _ targets: UnsafePointer<Double>, _ count: Int,
        about source: SIMD3<Double>, _ target: SIMD3<Double>, _ level: KernelLevel
    ) -> ShiftedSums {
        let kernels = level.kernels, group = places
        // The table, the sums, and eight pairs with room for what is read around them.
        let capacity = 6 * places + 2 * rows * places + 2 * group + 4
        return unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: capacity) { memory in
            unsafe memory.initialize(repeating: 0)
            guard let table = memory.baseAddress else { return ShiftedSums(about: source, target) }
            let sums = unsafe table + 6 * places, p = unsafe sums + 2 * rows * places,
                q = unsafe p + group + 2
            for place in 0..<places {
                let axis = place % 3
                unsafe table[place] = source[axis]
                for step in 0..<3 { unsafe table[(1 + step) * places + place] = target[(axis + step) % 3] }
                unsafe table[4 * places + place] = axis == 0 ? 1 : 0
                unsafe table[5 * places + place] = axis == 2 ? 1 : 0
            }
            /// Sums up to eight pairs from memory of our own, filled up with the shift.
            func sumFew(_ first: Int, _ last: Int) {
                for place in 0..<places {
                    let pair = first + place / 3, from = 3 * first + place
                    unsafe p[place] = unsafe pair < last ? sources[from] : table[place]
                    unsafe q[place] = unsafe pair < last ? targets[from] : table[places + place]
                }
                unsafe kernels.sumPairs(p, q, 8, table, sums)
            }
            // The kernel reads around the targets: the first and the last have nothing there.
            let end = max((count - 1) / 8 * 8, 8)
            sumFew(0, min(8, count))
            unsafe kernels.sumPairs(sources + group, targets + group, end - 8, table, sums)
            if end < count { sumFew(end, count) }
            return unsafe ShiftedSums(about: source, target, places: sums)
        }
    }

    /// One axis of a row over all eight points, without rounding.
    fileprivate static func sum(_ sums: UnsafePointer<Double>, _ row: Int, _ axis: Int) -> DoubleDouble {
        var sum = DoubleDouble.zero
        for place in stride(from: places * row + axis, to: places * (row + 1), by: 3) {
            unsafe sum += DoubleDouble(exactSum: sums[place], sums[place + rows * places])
        }
        return sum
    }
}

/// Sums over pairs about a point of each side.
struct ShiftedSums {
    var shift: (source: SIMD3<Double>, target: SIMD3<Double>)
    var source = DoubleDoubleVector.zero, target = DoubleDoubleVector.zero
    var cross = DoubleDoubleMatrix.zero
    var sourceSquares = DoubleDouble.zero, targetSquares = DoubleDouble.zero

    init(about source: SIMD3<Double>, _ target: SIMD3<Double>) { shift = (source, target) }

    /// Adds a pair in 106 bits.
    mutating func add(_ p: SIMD3<Double>, _ q: SIMD3<Double>) {
        let a = DoubleDoubleVector(exactDifference: p, shift.source)
        let b = DoubleDoubleVector(exactDifference: q, shift.target)
        source = source + a
        target = target + b
        cross = DoubleDoubleMatrix(cross.x + b * a.x, cross.y + b * a.y, cross.z + b * a.z)
        sourceSquares += a.dot(a)
        targetSquares += b.dot(b)
    }
}

extension ShiftedSums {
    /// From the rows of the kernel.
    fileprivate init(
        about source: SIMD3<Double>, _ target: SIMD3<Double>, places: UnsafePointer<Double>
    ) {
        self.init(about: source, target)
        func row(_ row: Int) -> DoubleDoubleVector {
            unsafe DoubleDoubleVector(
                BlockSums.sum(places, row, 0), BlockSums.sum(places, row, 1), BlockSums.sum(places, row, 2))
        }
        let aa = row(2), bb = row(3), same = row(4), next = row(5), after = row(6)
        self.source = row(0)
        self.target = row(1)
        sourceSquares = aa.x + aa.y + aa.z
        targetSquares = bb.x + bb.y + bb.z
        // Column by column: one axis of a times x, y and z of b.
        cross = DoubleDoubleMatrix(
            DoubleDoubleVector(same.x, next.x, after.x), DoubleDoubleVector(after.y, same.y, next.y),
            DoubleDoubleVector(next.z, after.z, same.z))
    }
}
