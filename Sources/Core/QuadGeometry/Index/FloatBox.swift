/// A box of floats along the axes; the fourth numbers belong to whoever needs them.
struct FloatBox {
    var low, high: SIMD4<Float>

    static let empty = FloatBox(
        low: SIMD4(repeating: .infinity), high: SIMD4(repeating: -.infinity))

    @inline(__always)
    init(low: SIMD4<Float>, high: SIMD4<Float>) {
        self.low = low
        self.high = high
    }

    /// The box around a quad, rounded outwards.
    @inline(__always)
    init(around quad: Quad, in frame: TreeFrame) {
        let a = frame.place(quad.p1), b = frame.place(quad.p2)
        let c = frame.place(quad.p3), d = frame.place(quad.p4)
        let low = SIMD3<Float>(FloatBox.least(FloatBox.least(a, b), FloatBox.least(c, d)))
        let high = SIMD3<Float>(FloatBox.most(FloatBox.most(a, b), FloatBox.most(c, d)))
        // More than the rounding to floats, of the frame and of this sum.
        let lowError = SIMD3(low.x.magnitude, low.y.magnitude, low.z.magnitude) * 0x1p-22 + 0x1p-60
        let highError = SIMD3(high.x.magnitude, high.y.magnitude, high.z.magnitude) * 0x1p-22 + 0x1p-60
        self.init(low: SIMD4(low - lowError, 0), high: SIMD4(high + highError, 0))
    }

    // `pointwiseMin` of the standard library is a call.
    @inline(__always)
    private static func least(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        a.replacing(with: b, where: b .< a)
    }

    @inline(__always)
    private static func most(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        a.replacing(with: b, where: b .> a)
    }

    @inline(__always)
    mutating func join(_ other: FloatBox) {
        low = low.replacing(with: other.low, where: other.low .< low)
        high = high.replacing(with: other.high, where: other.high .> high)
    }

    /// Half the surface, or zero for an empty box.
    @inline(__always)
    var area: Float {
        let size = high - low
        guard size.x >= 0 else { return 0 }
        return size.x * size.y + size.y * size.z + size.z * size.x
    }
}
