/// Points by the cell of a grid that they are in.
struct CellTable {
    /// The first entry of each bucket, and after each entry the next; below zero ends a chain.
    private var heads: [Int32]
    private var entries: [(index: Int, place: SIMD3<Double>, next: Int32)] = []

    /// A table for about `count` points.
    init(count: Int) {
        var size = 16
        while size < 2 * count { size *= 2 }
        heads = [Int32](repeating: -1, count: size)
        entries.reserveCapacity(count)
    }

    mutating func insert(_ index: Int, _ place: SIMD3<Double>, in cell: SIMD3<Double>) {
        let bucket = bucket(of: cell)
        entries.append((index, place, heads[bucket]))
        heads[bucket] = Int32(entries.count - 1)
    }

    /// Calls `look` with every point of a cell, the last to come first, and now and then with one of another.
    @inline(__always)
    func look(in cell: SIMD3<Double>, _ look: (Int, SIMD3<Double>) -> Void) {
        var entry = heads[bucket(of: cell)]
        while entry >= 0 {
            let found = entries[Int(entry)]
            look(found.index, found.place)
            entry = found.next
        }
    }

    /// Cells are whole numbers, of any size; two zeros are one.
    private func bucket(of cell: SIMD3<Double>) -> Int {
        let cell = cell + 0
        var hash = cell.x.bitPattern &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ hash >> 29 ^ cell.y.bitPattern) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ hash >> 32 ^ cell.z.bitPattern) &* 0x94d0_49bb_1331_11eb
        return Int(truncatingIfNeeded: hash >> 31) & (heads.count - 1)
    }
}
