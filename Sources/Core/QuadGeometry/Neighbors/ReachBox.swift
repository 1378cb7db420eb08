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
