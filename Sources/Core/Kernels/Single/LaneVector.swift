internal import CRegister

/// A vector in a register of four, the last of which means nothing.
struct LaneVector {
    var numbers: register_t4

    @inline(__always)
    init(_ numbers: register_t4) { self.numbers = numbers }

    @inline(__always)
    init(repeating number: Lanes) { self.init(register_repeating(number.value)) }

    @inline(__always)
    static var zero: LaneVector { LaneVector(repeating: .zero) }

    @inline(__always)
    var x: Lanes { Lanes(repeating: register_number0(numbers)) }

    @inline(__always)
    var y: Lanes { Lanes(repeating: register_number1(numbers)) }

    @inline(__always)
    var z: Lanes { Lanes(repeating: register_number2(numbers)) }

    @inline(__always)
    static func + (a: Self, b: Self) -> Self { Self(register_sum(a.numbers, b.numbers)) }

    @inline(__always)
    static func - (a: Self, b: Self) -> Self { Self(register_difference(a.numbers, b.numbers)) }

    /// Number by number.
    @inline(__always)
    static func * (a: Self, b: Self) -> Self { Self(register_product(a.numbers, b.numbers)) }

    @inline(__always)
    static func * (a: Self, factor: Lanes) -> Self { a * LaneVector(repeating: factor) }

    @inline(__always)
    func dot(_ other: Self) -> Lanes { (self * other).sum }

    /// y z x.
    @inline(__always)
    var next: Self { Self(register_next(numbers)) }

    /// z x y.
    @inline(__always)
    var last: Self { Self(register_last(numbers)) }

    @inline(__always)
    func cross(_ other: Self) -> Self { (self * other.next - next * other).next }

    @inline(__always)
    var magnitude: Self { Self(register_magnitude(numbers)) }
}

extension LaneMatrix {
    /// The columns.
    @inline(__always)
    var transposed: Self {
        let low = register_low(x.numbers, y.numbers), high = register_high(x.numbers, y.numbers)
        return Self(
            LaneVector(register_firsts(low, z.numbers)),
            LaneVector(register_firsts(high, register_next(z.numbers))),
            LaneVector(register_seconds(low, z.numbers)))
    }
}

/// The points of one side, `step` doubles apart, of which the last is `last`.
@safe
struct LanePoints {
    let base: UnsafePointer<Double>
    let step, last: Int

    /// The last point is read with the number before it, since nothing may lie behind.
    @inline(__always)
    func point(_ index: Int) -> LaneVector {
        let point = unsafe base + index * step
        return unsafe index < last
            ? LaneVector(register_load(point)) : LaneVector(register_shifted(register_load(point - 1)))
    }
}
