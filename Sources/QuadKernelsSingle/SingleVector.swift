/// A vector in a register of four, the last of which means nothing.
struct LaneVector {
    var numbers: SIMD4<Double>

    @inline(__always)
    init(_ numbers: SIMD4<Double>) { self.numbers = numbers }

    @inline(__always)
    init(_ x: Lanes, _ y: Lanes, _ z: Lanes) { self.init(SIMD4(x.value, y.value, z.value, 0)) }

    @inline(__always)
    static var zero: LaneVector { LaneVector(SIMD4.zero) }

    @inline(__always)
    var x: Lanes { Lanes(repeating: numbers[0]) }

    @inline(__always)
    var y: Lanes { Lanes(repeating: numbers[1]) }

    @inline(__always)
    var z: Lanes { Lanes(repeating: numbers[2]) }

    @inline(__always)
    static func + (a: Self, b: Self) -> Self { Self(a.numbers + b.numbers) }

    @inline(__always)
    static func - (a: Self, b: Self) -> Self { Self(a.numbers - b.numbers) }

    @inline(__always)
    static func * (a: Self, factor: Lanes) -> Self { Self(a.numbers * factor.value) }

    @inline(__always)
    func dot(_ other: Self) -> Lanes {
        let products = numbers * other.numbers
        return Lanes(repeating: products[0] + products[1] + products[2])
    }

    /// y z x.
    @inline(__always)
    fileprivate var next: SIMD4<Double> { SIMD4(numbers[1], numbers[2], numbers[0], numbers[3]) }

    /// z x y.
    @inline(__always)
    fileprivate var last: SIMD4<Double> { SIMD4(numbers[2], numbers[0], numbers[1], numbers[3]) }

    @inline(__always)
    func cross(_ other: Self) -> Self { Self(next * other.last - last * other.next) }

    /// Number by number.
    @inline(__always)
    static func * (a: Self, b: Self) -> Self { Self(a.numbers * b.numbers) }

    @inline(__always)
    var magnitude: Self {
        typealias Bits = SIMD4<UInt64>
        let bits = unsafeBitCast(numbers, to: Bits.self) & Bits(repeating: 0x7fff_ffff_ffff_ffff)
        return Self(unsafeBitCast(bits, to: SIMD4<Double>.self))
    }

    @inline(__always)
    func orLarger(_ other: Self) -> Self {
        Self(numbers.replacing(with: other.numbers, where: other.numbers .> numbers))
    }
}

extension LaneMatrix {
    /// The rows.
    @inline(__always)
    private var transposed: Self {
        let (a, b, c) = (x.numbers, y.numbers, z.numbers)
        return Self(
            LaneVector(SIMD4(a[0], b[0], c[0], 0)), LaneVector(SIMD4(a[1], b[1], c[1], 0)),
            LaneVector(SIMD4(a[2], b[2], c[2], 0)))
    }

    /// selfᵀ · other.
    @inline(__always)
    func transposedTimes(_ other: Self) -> Self { transposed * other }

    /// Twice the vector of the antisymmetric part of selfᵀ · other: the torque that is left to turn away.
    @inline(__always)
    func torque(_ other: Self) -> LaneVector {
        let a = transposed, b = other.transposed
        let first = a.x.last * b.x.next + a.y.last * b.y.next + a.z.last * b.z.next
        let second = a.x.next * b.x.last + a.y.next * b.y.last + a.z.next * b.z.last
        return LaneVector(first - second)
    }
}

/// The points of one side, `step` doubles apart, of which the last is `last`.
struct LanePoints {
    let base: UnsafePointer<Double>
    let step, last: Int

    /// Read as a whole register, so that the compiler does not take it apart; the last point with the number before it,
    /// since nothing may lie behind.
    @inline(__always)
    func point(_ index: Int) -> LaneVector {
        let point = UnsafeRawPointer(base + index * step)
        if index < last { return LaneVector(point.loadUnaligned(as: SIMD4<Double>.self)) }
        let numbers = (point - 8).loadUnaligned(as: SIMD4<Double>.self)
        return LaneVector(SIMD4(numbers[1], numbers[2], numbers[3], numbers[3]))
    }
}
