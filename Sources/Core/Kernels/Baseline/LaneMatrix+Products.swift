extension LaneMatrix {
    @inline(__always)
    var transposed: Self {
        Self(LaneVector(x.x, y.x, z.x), LaneVector(x.y, y.y, z.y), LaneVector(x.z, y.z, z.z))
    }
}

extension LaneVector {
    @inline(__always)
    static var zero: LaneVector { LaneVector(.zero, .zero, .zero) }

    @inline(__always)
    init(repeating number: Lanes) { self.init(number, number, number) }

    /// y z x.
    @inline(__always)
    var next: LaneVector { LaneVector(y, z, x) }

    /// z x y.
    @inline(__always)
    var last: LaneVector { LaneVector(z, x, y) }

    /// Number by number.
    @inline(__always)
    static func * (a: Self, b: Self) -> Self { Self(a.x * b.x, a.y * b.y, a.z * b.z) }

    @inline(__always)
    var magnitude: Self { Self(x.magnitude, y.magnitude, z.magnitude) }
}

extension Lanes {
    /// The power of two at or below each, of numbers above zero, and its inverse.
    @inline(__always)
    var powersOfTwo: (power: Lanes, inverse: Lanes) {
        let exponent =
            unsafe unsafeBitCast(self, to: MaskStorage.self) & MaskStorage(repeating: 0x7ff0_0000_0000_0000)
        let inverse = MaskStorage(repeating: 0x7fe0_0000_0000_0000) &- exponent
        return unsafe (unsafeBitCast(exponent, to: Lanes.self), unsafeBitCast(inverse, to: Lanes.self))
    }
}
