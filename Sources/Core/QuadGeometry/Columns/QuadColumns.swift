/// Many quads as twelve columns of numbers, the form in which they are moved, measured and checked at the speed of
/// memory.
///
/// Every operation gives the same bits as the one on single quads, at every ``KernelLevel``.
///
/// ```swift
/// var columns = QuadColumns(quads)
/// columns.move(by: mapFromScan)
/// print(columns.quads[0].center)
/// ```
public struct QuadColumns: Sendable {
    public let count: Int
    private(set) var storage: ColumnStorage<Double>

    /// Room for `count` quads, all of whose numbers are zero.
    public init(count: Int) {
        precondition(count >= 0, "a count is not negative")
        self.count = count
        storage = ColumnStorage(columns: 12, rows: count)
    }

    public init(_ quads: some Collection<Quad>) {
        self.init(count: quads.count)
        for (row, quad) in quads.enumerated() { store(quad, row) }
    }

    /// The quads of a list of numbers, twelve each: p1.x p1.y p1.z p2.x …; `nil` when they are not whole quads.
    public init?(packed numbers: UnsafeBufferPointer<Double>) {
        guard numbers.count % 12 == 0 else { return nil }
        self.init(count: numbers.count / 12)
        for row in 0..<count {
            for column in 0..<12 {
                unsafe storage.base[column * storage.stride + row] = unsafe numbers[12 * row + column]
            }
        }
    }

    /// The quads of a span of numbers, twelve each; `nil` when they are not whole quads.
    public init?(packed numbers: Span<Double>) {
        guard let columns = unsafe numbers.withUnsafeBufferPointer({ unsafe QuadColumns(packed: $0) }) else {
            return nil
        }
        self = columns
    }

    /// The quad at a place from 0.
    public subscript(index: Int) -> Quad {
        get {
            precondition(index >= 0 && index < count, "no such quad")
            return row(index)
        }
        set {
            precondition(index >= 0 && index < count, "no such quad")
            makeUnique()
            store(newValue, index)
        }
    }

    /// All quads, one by one.
    public var quads: [Quad] { (0..<count).map(row) }

    @inline(__always)
    func row(_ index: Int) -> Quad {
        Quad(
            storage.vector(0, index), storage.vector(3, index), storage.vector(6, index),
            storage.vector(9, index))
    }

    private func store(_ quad: Quad, _ row: Int) {
        storage.store(quad.p1, 0, row)
        storage.store(quad.p2, 3, row)
        storage.store(quad.p3, 6, row)
        storage.store(quad.p4, 9, row)
    }

    /// The twelve columns, p1.x p1.y p1.z p2.x …, and how far each is from the one before, in numbers.
    package func withColumns<Result>(_ body: (UnsafePointer<Double>, Int) -> Result) -> Result {
        withExtendedLifetime(storage) { unsafe body(UnsafePointer(storage.base), storage.stride) }
    }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = ColumnStorage(copying: storage) }
    }

    /// Moves every quad.
    public mutating func move(by motion: RigidTransform, on level: KernelLevel = .best) {
        makeUnique()
        move(into: storage, by: motion, level)
    }

    /// Writes every quad moved into columns of the same count.
    public func move(
        by motion: RigidTransform, into moved: inout QuadColumns, on level: KernelLevel = .best
    ) {
        precondition(moved.count == count, "\(moved.count) places for \(count) quads")
        moved.makeUnique()
        move(into: moved.storage, by: motion, level)
    }

    private func move(into result: ColumnStorage<Double>, by motion: RigidTransform, _ level: KernelLevel) {
        unsafe motion.withNumbers { numbers in
            for column in [0, 3, 6, 9] {
                unsafe level.kernels.movePoints(
                    storage.base + column * storage.stride, storage.stride, storage.paddedRows, numbers,
                    result.base + column * result.stride, result.stride)
            }
        }
    }
}

/// Columns of numbers in one piece of memory, each starting on a cache line, padded with zeros so that kernels may
/// take whole registers.
///
/// The distance between columns is an odd number of cache lines, so that one row of twenty columns does not
/// compete for a single set of the cache. Sendable because its owners write only while they are alone.
@safe
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
        unsafe base = unsafe UnsafeMutableRawPointer.allocate(
            byteCount: stride * columns * MemoryLayout<Number>.stride, alignment: cacheLine
        ).bindMemory(to: Number.self, capacity: stride * columns)
        unsafe base.initialize(repeating: .zero, count: stride * columns)
    }

    /// The same numbers in memory of their own.
    init(copying other: ColumnStorage) {
        columns = other.columns
        stride = other.stride
        paddedRows = other.paddedRows
        unsafe base = unsafe UnsafeMutableRawPointer.allocate(
            byteCount: stride * columns * MemoryLayout<Number>.stride, alignment: 64
        ).bindMemory(to: Number.self, capacity: stride * columns)
        unsafe base.initialize(from: other.base, count: stride * columns)
    }

    deinit { unsafe base.deallocate() }
}

extension ColumnStorage<Double> {
    /// The three numbers of one row that start at a column.
    @inline(__always)
    func vector(_ column: Int, _ row: Int) -> SIMD3<Double> {
        let first = unsafe base + (column * stride + row)
        return unsafe SIMD3(first[0], first[stride], first[2 * stride])
    }

    @inline(__always)
    func store(_ vector: SIMD3<Double>, _ column: Int, _ row: Int) {
        let first = unsafe base + (column * stride + row)
        unsafe first[0] = vector.x
        unsafe first[stride] = vector.y
        unsafe first[2 * stride] = vector.z
    }
}
