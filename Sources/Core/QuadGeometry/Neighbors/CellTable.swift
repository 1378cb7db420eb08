/// Boxes by the cells of a grid that their low and their high corner are in.
struct CellTable {
    /// The first entry of each bucket, and after each entry the next; below zero ends a chain.
    private var heads: [Int32]
    private var entries: [(index: Int, low: SIMD3<Double>, high: SIMD3<Double>, next: Int32)] = []
    /// Cells a metre, and how far from a corner others count as near, in metres.
    private let cells, reach: Double

    /// A table for about `count` boxes. Corners within `reach` metres of each other are mostly in one cell.
    init(count: Int, reach: Double) {
        var size = 16
        while size < 2 * count { size *= 2 }
        heads = [Int32](repeating: -1, count: size)
        entries.reserveCapacity(count)
        self.reach = reach
        cells = 1 / max(32 * reach, .leastNormalMagnitude)
    }

    mutating func insert(_ index: Int, _ low: SIMD3<Double>, _ high: SIMD3<Double>) {
        let bucket = bucket((low * cells).rounded(.down), (high * cells).rounded(.down))
        entries.append((index, low, high, heads[bucket]))
        heads[bucket] = Int32(entries.count - 1)
    }

    /// Calls `look` with every box whose corners are near those of this one, in no order.
    @inline(__always)
    func look(near low: SIMD3<Double>, _ high: SIMD3<Double>, _ look: (Int) -> Void) {
        let lowFrom = ((low - reach) * cells).rounded(.down), lowTo = ((low + reach) * cells).rounded(.down)
        let highFrom = ((high - reach) * cells).rounded(.down)
        let highTo = ((high + reach) * cells).rounded(.down)
        let lowSplits = lowFrom .!= lowTo, highSplits = highFrom .!= highTo
        // Borders of cells are seldom so near: mostly there is one cell to look into.
        for low8 in 0..<8 {
            let isLow = CellTable.sides(low8)
            if any(isLow .& .!lowSplits) { continue }
            for high8 in 0..<8 {
                let isHigh = CellTable.sides(high8)
                if any(isHigh .& .!highSplits) { continue }
                var entry = heads[
                    bucket(
                        lowFrom.replacing(with: lowTo, where: isLow),
                        highFrom.replacing(with: highTo, where: isHigh))]
                while entry >= 0 {
                    let found = entries[Int(entry)]
                    let lowStep = found.low - low, highStep = found.high - high
                    if all(lowStep .<= reach) && all(lowStep .>= -reach) && all(highStep .<= reach)
                        && all(highStep .>= -reach)
                    {
                        look(found.index)
                    }
                    entry = found.next
                }
            }
        }
    }

    private static func sides(_ number: Int) -> SIMDMask<SIMD3<Int64>> {
        [number & 1 != 0, number & 2 != 0, number & 4 != 0]
    }

    /// Cells are whole numbers, of any size; two zeros are one.
    private func bucket(_ low: SIMD3<Double>, _ high: SIMD3<Double>) -> Int {
        let low = low + 0, high = high + 0
        var hash = low.x.bitPattern &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ hash >> 29 ^ low.y.bitPattern) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ hash >> 32 ^ low.z.bitPattern) &* 0x94d0_49bb_1331_11eb
        hash = (hash ^ hash >> 29 ^ high.x.bitPattern) &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ hash >> 32 ^ high.y.bitPattern) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ hash >> 29 ^ high.z.bitPattern) &* 0x94d0_49bb_1331_11eb
        return Int(truncatingIfNeeded: hash >> 31) & (heads.count - 1)
    }
}
