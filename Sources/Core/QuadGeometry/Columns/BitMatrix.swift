/// A symmetric matrix of bits: which of many pairs of points keep their distance to which.
package struct BitMatrix: Sendable {
    /// The number of rows in use.
    package let count: Int
    /// Words of 64 bits a row.
    package let words: Int
    package private(set) var rows: [UInt64]

    private let level: KernelLevel

    /// The pairs that keep their distance to within their bounds together.
    ///
    /// The columns are source x, y, z, target x, y, z and bound, `stride` apart, a multiple of 64; places from `count`
    /// on hold NaN.
    package init(columns: [Float], stride: Int, count: Int, on level: KernelLevel = .best) {
        precondition(stride % 64 == 0 && count <= stride && columns.count == 7 * stride)
        self.count = count
        self.level = level
        let words = stride / 64
        self.words = words
        let kernel = level.kernels.markConsistentPairs
        rows = [UInt64](unsafeUninitializedCapacity: stride * words) { buffer, filled in
            guard let base = buffer.baseAddress else { return }
            columns.withUnsafeBufferPointer { columns in
                guard let columns = columns.baseAddress else { return }
                kernel(columns, stride, stride, base)
            }
            filled = stride * words
        }
    }

    /// The number of bits that each of these rows has in common with the mask.
    package func countCommon(with mask: [UInt64], in chosen: [Int32], into counts: inout [Int32]) {
        precondition(mask.count == words && chosen.count <= counts.count)
        let kernel = level.kernels.countCommonBits
        rows.withUnsafeBufferPointer { rows in
            guard let rows = rows.baseAddress, !chosen.isEmpty else { return }
            kernel(mask, rows, words, chosen, chosen.count, &counts)
        }
    }
}
