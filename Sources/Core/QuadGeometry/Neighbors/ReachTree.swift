/// A tree over boxes of place and direction, which finds all that overlap one of them.
///
/// Where markers are spread out it splits by place; where many are in one place, by direction, since markers that are
/// not parallel do not overlap.
struct ReachTree {
    private let nodes: [ReachBox]
    let items: [ReachBox]
    private static let leafSize = 8
    private static let binCount = 32

    /// Items carry their index, which a marker of two items has twice.
    init(_ unordered: [ReachBox]) {
        var items = unordered, nodes: [ReachBox] = []
        if !items.isEmpty {
            nodes.reserveCapacity(items.count / 2 + 1)
            unsafe items.withUnsafeMutableBufferPointer { items in
                unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: ReachTree.binCount) { bins in
                    unsafe ReachTree.build(0..<items.count, items, bins, &nodes)
                }
            }
        }
        self.items = items
        self.nodes = nodes
    }

    /// The indices below `limit` of the items that overlap a box, rising, the first `most` of them; `found` has room for all items.
    func withOverlaps(
        of box: ReachBox, below limit: Int, first most: Int, _ found: inout [Int32],
        _ search: KernelLevel.CollectOverlaps
    ) -> ArraySlice<Int32> {
        var count = unsafe nodes.withUnsafeBytes { nodes in
            unsafe items.withUnsafeBytes { items in
                unsafe found.withUnsafeMutableBufferPointer { found in
                    unsafe withUnsafeBytes(of: box) { box in
                        guard let nodes = nodes.baseAddress, let items = items.baseAddress,
                            let box = box.baseAddress, let found = found.baseAddress
                        else { return 0 }
                        return unsafe search(nodes, self.nodes.count, items, box, Int32(limit), found)
                    }
                }
            }
        }
        if count > most {
            count = ReachTree.keepFirst(most, of: count, below: limit, &found)
        } else {
            found[..<count].sort()
        }
        return found[..<count]
    }

    /// Puts the lowest of so many indices first, rising, and says how many: to sort all of a crowd for each of its members takes longer
    /// than to look at those.
    private static func keepFirst(_ most: Int, of count: Int, below limit: Int, _ found: inout [Int32]) -> Int
    {
        var marks = [UInt64](repeating: 0, count: limit / 64 + 1)
        for index in found[..<count] { marks[Int(index) / 64] |= 1 << UInt64(index % 64) }
        var kept = 0
        for (word, mark) in marks.enumerated() {
            var mark = mark
            while mark != 0, kept < most {
                found[kept] = Int32(64 * word + mark.trailingZeroBitCount)
                kept += 1
                mark &= mark - 1
            }
        }
        return kept
    }

    private typealias Items = UnsafeMutableBufferPointer<ReachBox>

    private static func build(
        _ range: Range<Int>, _ items: Items, _ bins: UnsafeMutableBufferPointer<Int>,
        _ nodes: inout [ReachBox]
    ) {
        let place = nodes.count
        var box = ReachBox.empty, centers = ReachBox.empty, widths = SIMD8<Float>.zero
        var least = Int32.max
        for i in range {
            let item = unsafe items[i]
            box.join(item)
            let center = item.low + item.high
            centers.low = centers.low.replacing(with: center, where: center .< centers.low)
            centers.high = centers.high.replacing(with: center, where: center .> centers.high)
            widths += item.high - item.low
            least = min(least, item[number: ReachBox.index])
        }
        box[number: ReachBox.index] = least
        let isLeaf = range.count <= ReachTree.leafSize
        box[number: ReachBox.firstItem] = Int32(range.lowerBound)
        box[number: ReachBox.itemCount] = isLeaf ? Int32(range.count) : 0
        nodes.append(box)
        if !isLeaf {
            let middle = unsafe split(range, items, centers, widths, bins)
            unsafe build(range.lowerBound..<middle, items, bins, &nodes)
            unsafe build(middle..<range.upperBound, items, bins, &nodes)
        }
        nodes[place][number: ReachBox.next] = Int32(nodes.count)
    }

    /// Parts the items along the dimension in which they are spread over most of their own widths, near the middle one.
    private static func split(
        _ range: Range<Int>, _ items: Items, _ centers: ReachBox, _ widths: SIMD8<Float>,
        _ bins: UnsafeMutableBufferPointer<Int>
    ) -> Int {
        guard let base = items.baseAddress else { return range.lowerBound }
        let half = range.lowerBound + range.count / 2
        var axis = 0, most: Float = 0
        for i in 0..<6 {
            let spread = (centers.high[i] - centers.low[i]) * Float(range.count) / max(widths[i], 1e-30)
            if spread > most { (axis, most) = (i, spread) }
        }
        let start = centers.low[axis]
        let factor = Float(ReachTree.binCount) * 0.9999 / (centers.high[axis] - start)
        guard most > 0, factor.isFinite, factor > 0 else { return half }
        // A vector is copied as a whole where its numbers are asked for by a place that is not known beforehand.
        let lowOffset = axis * MemoryLayout<Float>.stride
        let highOffset = lowOffset + MemoryLayout<SIMD8<Float>>.stride
        func bin(_ place: Int) -> Int {
            let box = unsafe UnsafeRawPointer(base + place)
            return unsafe Int(
                (box.load(fromByteOffset: lowOffset, as: Float.self)
                    + box.load(fromByteOffset: highOffset, as: Float.self) - start) * factor)
        }
        for i in 0..<ReachTree.binCount { unsafe bins[i] = 0 }
        for i in range { unsafe bins[bin(i)] += 1 }
        // The border that leaves the parts most alike in number; the outermost bins are not empty.
        var border = 1, left = unsafe bins[0], best = Int.max, sum = 0
        for i in 1..<ReachTree.binCount {
            unsafe sum += bins[i - 1]
            let difference = (2 * sum - range.count).magnitude
            if Int(difference) < best { (border, best, left) = (i, Int(difference), sum) }
        }
        guard left > 0, left < range.count else { return half }
        var i = range.lowerBound, j = range.upperBound
        while i < j {
            if bin(i) < border {
                i += 1
            } else {
                j -= 1
                unsafe items.swapAt(i, j)
            }
        }
        return i
    }
}

/// A box in six dimensions, place and direction, in the layout that `collectOverlaps` reads.
struct ReachBox {
    /// Six sides and two numbers as bits.
    var low, high: SIMD8<Float>

    static let empty = ReachBox(
        low: SIMD8(repeating: .infinity), high: SIMD8(repeating: -.infinity))

    private init(low: SIMD8<Float>, high: SIMD8<Float>) {
        self.low = low
        self.high = high
    }

    /// Rounded outwards, also at sizes that floats do not hold.
    init(_ low: SIMD3<Double>, _ high: SIMD3<Double>, facing: SIMD3<Double>, within: Double) {
        self = .empty
        for axis in 0..<3 {
            self.low[axis] = Float(low[axis]).nextDown
            self.high[axis] = Float(high[axis]).nextUp
            self.low[3 + axis] = Float(facing[axis] - within)
            self.high[3 + axis] = Float(facing[axis] + within)
        }
    }

    @inline(__always)
    mutating func join(_ other: ReachBox) {
        low = low.replacing(with: other.low, where: other.low .< low)
        high = high.replacing(with: other.high, where: other.high .> high)
    }

    /// A number kept beside the sides; see `collectOverlaps` for which is which.
    subscript(number place: Int) -> Int32 {
        get { Int32(bitPattern: (place < 2 ? low[6 + place] : high[4 + place]).bitPattern) }
        set {
            let bits = Float(bitPattern: UInt32(bitPattern: newValue))
            if place < 2 { low[6 + place] = bits } else { high[4 + place] = bits }
        }
    }

    /// Of nodes, the first but for the last, which is of items: whether it is the second of a marker.
    static let next = 0, index = 1, firstItem = 2, itemCount = 3, copy = 0
}
