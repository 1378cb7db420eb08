// This source is built three times: for any processor, for x86-64-v3 (AVX2) and for x86-64-v4 (AVX-512). The
// folders of the other two hold links to these files. All builds take the same steps in the same order with + - × ÷
// and roots only, so their results have the same bits; only the filters of rays, whose answers are checked by exact
// arithmetic afterwards, fuse products and sums where the processor can.

#if LEVEL_V4
/// As many doubles as one register holds.
typealias Lanes = SIMD8<Double>
/// As many floats as one register holds.
typealias FloatLanes = SIMD16<Float>
#elseif LEVEL_V3
typealias Lanes = SIMD4<Double>
typealias FloatLanes = SIMD8<Float>
#else
typealias Lanes = SIMD2<Double>
typealias FloatLanes = SIMD4<Float>
#endif

extension Lanes {
    @inline(__always)
    init(at address: UnsafePointer<Double>) {
        self = unsafe UnsafeRawPointer(address).loadUnaligned(as: Self.self)
    }

    /// Without the sign bits, also of zeros and NaN.
    @inline(__always)
    var magnitude: Self {
        unsafe unsafeBitCast(
            unsafeBitCast(self, to: MaskStorage.self) & MaskStorage(repeating: .max), to: Self.self)
    }

    @inline(__always)
    func store(at address: UnsafeMutablePointer<Double>) {
        unsafe UnsafeMutableRawPointer(address).storeBytes(of: self, as: Self.self)
    }
}

struct LaneVector {
    var x, y, z: Lanes

    @inline(__always)
    init(_ x: Lanes, _ y: Lanes, _ z: Lanes) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The vectors in three columns that lie `stride` doubles apart.
    @inline(__always)
    init(at address: UnsafePointer<Double>, stride: Int) {
        unsafe self.init(
            Lanes(at: address), Lanes(at: address + stride), Lanes(at: address + 2 * stride))
    }

    @inline(__always)
    func store(at address: UnsafeMutablePointer<Double>, stride: Int) {
        unsafe x.store(at: address)
        unsafe y.store(at: address + stride)
        unsafe z.store(at: address + 2 * stride)
    }

    @inline(__always)
    static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y, a.z + b.z) }

    @inline(__always)
    static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y, a.z - b.z) }

    @inline(__always)
    static func * (a: Self, factor: Lanes) -> Self { Self(a.x * factor, a.y * factor, a.z * factor) }

    // The order of the terms is that of `SIMD3<Double>.dot` and `cross`, for the same bits.
    @inline(__always)
    func dot(_ other: Self) -> Lanes { x * other.x + y * other.y + z * other.z }

    @inline(__always)
    func cross(_ other: Self) -> Self {
        Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
}

extension FloatLanes {
    @inline(__always)
    init(at address: UnsafePointer<Float>) {
        self = unsafe UnsafeRawPointer(address).loadUnaligned(as: Self.self)
    }
}

/// The mask as a number, the first lane in the lowest bit.
@inline(__always)
func bits(_ mask: SIMDMask<FloatLanes.MaskStorage>) -> UInt32 {
    // Halves are joined by hand: the standard library's sum is a function of its own that builds would share.
    #if LEVEL_V4
    let weights = SIMD16<Int32>(
        1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768)
    let sixteen = weights.replacing(with: 0, where: .!mask)
    let eight = sixteen.lowHalf | sixteen.highHalf
    let four = eight.lowHalf | eight.highHalf
    #elseif LEVEL_V3
    let eight = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 128).replacing(with: 0, where: .!mask)
    let four = eight.lowHalf | eight.highHalf
    #else
    let four = SIMD4<Int32>(1, 2, 4, 8).replacing(with: 0, where: .!mask)
    #endif
    let two = four.lowHalf | four.highHalf
    return UInt32(truncatingIfNeeded: two.x | two.y)
}
