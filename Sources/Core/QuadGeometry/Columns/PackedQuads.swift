/// Room for a block of quads as columns, into which packed numbers are sorted before a kernel takes them.
private struct QuadBlock {
    let storage = ColumnStorage<Double>(columns: 12, rows: QuadColumns.blockSize)

    /// Sorts `count` quads of twelve numbers each into the columns.
    @inline(__always)
    func load(_ numbers: UnsafePointer<Double>, _ count: Int) {
        for column in 0..<12 {
            let places = unsafe storage.base + column * storage.stride
            for row in 0..<count { unsafe places[row] = unsafe numbers[12 * row + column] }
        }
    }
}

@inline(__always)
private func packedQuad(_ numbers: UnsafePointer<Double>) -> Quad {
    unsafe Quad(
        SIMD3(numbers[0], numbers[1], numbers[2]), SIMD3(numbers[3], numbers[4], numbers[5]),
        SIMD3(numbers[6], numbers[7], numbers[8]), SIMD3(numbers[9], numbers[10], numbers[11]))
}

/// Fewer quads than this are not worth a kernel.
private let fewQuads = 8

extension QuadCheck {
    /// Calls `body` with the place and the verdict of every quad that has findings, in order: those of ``verdict(_:facing:)``.
    ///
    /// - Parameters:
    ///   - numbers: twelve a quad, p1.x p1.y p1.z p2.x …; a rest that is no whole quad is not looked at.
    ///   - facing: the direction that right-hand normals should share; without one, winding is not checked.
    ///   - level: the kernels to take.
    ///   - body: called with the place from 0.
    public func verdicts(
        packed numbers: UnsafeBufferPointer<Double>, facing: SIMD3<Double>? = nil,
        on level: KernelLevel = .best, _ body: (Int, QuadVerdict) -> Void
    ) {
        let count = numbers.count / 12
        guard let base = numbers.baseAddress, count > 0 else { return }
        func look(_ index: Int) {
            let verdict = unsafe verdict(packedQuad(base + 12 * index), facing: facing)
            if !verdict.isSound { body(index, verdict) }
        }
        if count < fewQuads || facing != nil {
            for index in 0..<count { look(index) }
            return
        }
        let block = QuadBlock()
        for start in stride(from: 0, to: count, by: QuadColumns.blockSize) {
            let rows = min(count - start, QuadColumns.blockSize)
            unsafe block.load(base + 12 * start, rows)
            unsafe screenBlock(block.storage.base, stride: block.storage.stride, rows: rows, on: level) {
                var verdict = QuadVerdict()
                unsafe examine(packedQuad(base + 12 * (start + $0)), $1, facing: nil, &verdict)
                if !verdict.isSound { body(start + $0, verdict) }
            }
        }
    }
}

extension QuadCheck {
    /// Calls `body` with the place and the verdict of every quad of a span that has findings, in order.
    public func verdicts(
        packed numbers: Span<Double>, facing: SIMD3<Double>? = nil, on level: KernelLevel = .best,
        _ body: (Int, QuadVerdict) -> Void
    ) {
        unsafe numbers.withUnsafeBufferPointer {
            unsafe verdicts(packed: $0, facing: facing, on: level, body)
        }
    }
}

/// Measures of quads in the caller's memory.
public enum PackedQuads {
    /// The measures of one quad, in numbers: center, normal, area and flatness.
    package static let measures = 8

    /// Measures the quads of a span, twelve numbers each, into one of eight numbers a quad.
    public static func measure(
        _ numbers: Span<Double>, into results: inout MutableSpan<Double>, on level: KernelLevel = .best
    ) {
        unsafe numbers.withUnsafeBufferPointer { numbers in
            unsafe results.withUnsafeMutableBufferPointer { unsafe measure(numbers, into: $0, on: level) }
        }
    }

    /// Measures quads of twelve numbers each: center, right-hand normal, area and flatness of each, eight numbers in metres
    /// and square metres; where the diagonals are parallel, a normal of zeros and a flatness of NaN.
    ///
    /// - Parameters:
    ///   - numbers: twelve a quad, p1.x p1.y p1.z p2.x ….
    ///   - results: eight a quad.
    ///   - level: the kernels to take.
    public static func measure(
        _ numbers: UnsafeBufferPointer<Double>, into results: UnsafeMutableBufferPointer<Double>,
        on level: KernelLevel = .best
    ) {
        let count = numbers.count / 12
        precondition(
            numbers.count == 12 * count && results.count == measures * count,
            "\(results.count) places for the measures of \(numbers.count) numbers")
        guard let base = numbers.baseAddress, let results = results.baseAddress else { return }
        if count < fewQuads {
            for index in 0..<count { unsafe measure(base + 12 * index, results + measures * index) }
            return
        }
        let block = QuadBlock(), kernel = unsafe level.kernels.measureQuads
        let found = ColumnStorage<Double>(columns: measures, rows: QuadColumns.blockSize)
        for start in stride(from: 0, to: count, by: QuadColumns.blockSize) {
            let rows = min(count - start, QuadColumns.blockSize), whole = rows / 8 * 8
            unsafe block.load(base + 12 * start, rows)
            let isOrdinary = unsafe kernel(
                block.storage.base, block.storage.stride, whole, found.base, found.stride)
            let first = unsafe results + measures * start
            if isOrdinary {
                for row in 0..<whole {
                    for column in 0..<measures {
                        unsafe first[measures * row + column] = unsafe found.base[column * found.stride + row]
                    }
                    if found.vector(3, row) == .zero { unsafe first[measures * row + 7] = .nan }
                }
            }
            for row in (isOrdinary ? whole : 0)..<rows {
                unsafe measure(base + 12 * (start + row), first + measures * row)
            }
        }
    }

    /// One quad, by the code of single quads.
    private static func measure(
        _ numbers: UnsafePointer<Double>, _ results: UnsafeMutablePointer<Double>
    ) {
        let quad = unsafe packedQuad(numbers), normal = quad.normal, center = quad.center
        for axis in 0..<3 {
            unsafe results[axis] = center[axis]
            unsafe results[3 + axis] = normal?[axis] ?? 0
        }
        unsafe results[6] = quad.area
        unsafe results[7] = normal == nil ? .nan : quad.flatness ?? .nan
    }
}

/// A symmetric matrix of bits: which of many pairs of points keep their distance to which.
package struct BitMatrix: Sendable {
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
        let kernel = unsafe level.kernels.markConsistentPairs
        rows = unsafe [UInt64](unsafeUninitializedCapacity: stride * words) { buffer, filled in
            guard let base = buffer.baseAddress else { return }
            unsafe columns.withUnsafeBufferPointer { columns in
                guard let columns = columns.baseAddress else { return }
                unsafe kernel(columns, stride, stride, base)
            }
            filled = stride * words
        }
    }

    /// The number of bits that each of these rows has in common with the mask.
    package func countCommon(with mask: [UInt64], in chosen: [Int32], into counts: inout [Int32]) {
        precondition(mask.count == words && chosen.count <= counts.count)
        let kernel = unsafe level.kernels.countCommonBits
        unsafe rows.withUnsafeBufferPointer { rows in
            guard let rows = rows.baseAddress, !chosen.isEmpty else { return }
            unsafe kernel(mask, rows, words, chosen, chosen.count, &counts)
        }
    }
}
