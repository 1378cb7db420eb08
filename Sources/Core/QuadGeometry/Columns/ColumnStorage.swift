/// Columns of numbers in one piece of memory, each starting on a cache line, padded with zeros so that kernels may
/// take whole registers.
///
/// The distance between columns is an odd number of cache lines, so that one row of twenty columns does not
/// compete for a single set of the cache. Sendable because its owners write only while they are alone.
final class ColumnStorage<Number: BitwiseCopyable & AdditiveArithmetic>: @unchecked Sendable {
    let base: UnsafeMutablePointer<Number>
    let columns: Int
    /// From one column to the next, in numbers.
    let stride: Int
    /// The rows, rounded up to whole groups of 16.
    let paddedRows: Int

    init(columns: Int, rows: Int) {
        let cacheLine = 64
        let perLine = cacheLine / MemoryLayout<Number>.stride
        self.columns = columns
        paddedRows = (rows + 15) / 16 * 16
        stride = (paddedRows / perLine | 1) * perLine
        base = UnsafeMutableRawPointer.allocate(
            byteCount: stride * columns * MemoryLayout<Number>.stride, alignment: cacheLine
        ).bindMemory(to: Number.self, capacity: stride * columns)
        base.initialize(repeating: .zero, count: stride * columns)
    }

    /// The same numbers in memory of their own.
    init(copying other: ColumnStorage) {
        columns = other.columns
        stride = other.stride
        paddedRows = other.paddedRows
        base = UnsafeMutableRawPointer.allocate(
            byteCount: stride * columns * MemoryLayout<Number>.stride, alignment: 64
        ).bindMemory(to: Number.self, capacity: stride * columns)
        base.initialize(from: other.base, count: stride * columns)
    }

    deinit { base.deallocate() }
}

extension ColumnStorage<Double> {
    /// The three numbers of one row that start at a column.
    @inline(__always)
    func vector(_ column: Int, _ row: Int) -> SIMD3<Double> {
        let first = base + (column * stride + row)
        return SIMD3(first[0], first[stride], first[2 * stride])
    }

    @inline(__always)
    func store(_ vector: SIMD3<Double>, _ column: Int, _ row: Int) {
        let first = base + (column * stride + row)
        first[0] = vector.x
        first[stride] = vector.y
        first[2 * stride] = vector.z
    }
}
