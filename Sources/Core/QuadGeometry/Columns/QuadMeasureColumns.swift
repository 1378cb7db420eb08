/// Center, normal, area and flatness of many quads, as eight columns.
public struct QuadMeasureColumns: Sendable {
    public let count: Int
    fileprivate var storage: ColumnStorage<Double>

    /// Room for the measures of `count` quads.
    public init(count: Int) {
        precondition(count >= 0, "a count is not negative")
        self.count = count
        storage = ColumnStorage(columns: 8, rows: count)
    }

    /// The mean of the corners, in metres.
    public func center(_ index: Int) -> SIMD3<Double> { storage.vector(0, checked(index)) }

    /// The right-hand normal, or `nil` when the diagonals are parallel.
    public func normal(_ index: Int) -> SIMD3<Double>? {
        let normal = storage.vector(3, checked(index))
        return normal == .zero ? nil : normal
    }

    /// The length of the vector area, in square metres.
    public func area(_ index: Int) -> Double { unsafe storage.base[6 * storage.stride + checked(index)] }

    /// The flatness in metres, or `nil` when the diagonals are parallel.
    public func flatness(_ index: Int) -> Double? {
        unsafe normal(index) == nil ? nil : storage.base[7 * storage.stride + index]
    }

    private func checked(_ index: Int) -> Int {
        precondition(index >= 0 && index < count, "no such quad")
        return index
    }

    fileprivate mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = ColumnStorage(copying: storage) }
    }

    /// The measures of one quad by the single quad's code; zeros where there is no normal.
    fileprivate func measure(_ quad: Quad, _ row: Int) {
        let normal = quad.normal
        storage.store(quad.center, 0, row)
        storage.store(normal ?? .zero, 3, row)
        unsafe storage.base[6 * storage.stride + row] = quad.area
        unsafe storage.base[7 * storage.stride + row] = normal == nil ? 0 : quad.flatness ?? 0
    }
}

extension QuadColumns {
    /// Quads are measured in blocks of this many; a block with any out of the ordinary is done one by one.
    static let blockSize = 256

    /// Measures every quad into columns of the same count.
    public func measure(into measures: inout QuadMeasureColumns, on level: KernelLevel = .best) {
        precondition(measures.count == count, "\(measures.count) places for \(count) quads")
        measures.makeUnique()
        let kernel = unsafe level.kernels.measureQuads
        for start in stride(from: 0, to: count, by: QuadColumns.blockSize) {
            let rows = min(count - start, QuadColumns.blockSize)
            // The padding holds quads without area, which must not send the last block the slow way.
            let whole = rows / 8 * 8
            let isOrdinary = unsafe kernel(
                storage.base + start, storage.stride, whole, measures.storage.base + start,
                measures.storage.stride)
            for row in (isOrdinary ? start + whole : start)..<(start + rows) {
                measures.measure(self.row(row), row)
            }
        }
    }
}
