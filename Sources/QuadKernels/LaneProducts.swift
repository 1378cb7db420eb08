extension LaneMatrix {
    /// selfᵀ · other.
    @inline(__always)
    func transposedTimes(_ other: Self) -> Self {
        Self(
            LaneVector(x.dot(other.x), y.dot(other.x), z.dot(other.x)),
            LaneVector(x.dot(other.y), y.dot(other.y), z.dot(other.y)),
            LaneVector(x.dot(other.z), y.dot(other.z), z.dot(other.z)))
    }

    /// Twice the vector of the antisymmetric part of selfᵀ · other: the torque that is left to turn away.
    @inline(__always)
    func torque(_ other: Self) -> LaneVector {
        LaneVector(
            z.dot(other.y) - y.dot(other.z), x.dot(other.z) - z.dot(other.x), y.dot(other.x) - x.dot(other.y))
    }
}

extension LaneVector {
    @inline(__always)
    static var zero: LaneVector { LaneVector(.zero, .zero, .zero) }

    /// Number by number.
    @inline(__always)
    static func * (a: Self, b: Self) -> Self { Self(a.x * b.x, a.y * b.y, a.z * b.z) }

    @inline(__always)
    var magnitude: Self { Self(x.magnitude, y.magnitude, z.magnitude) }

    @inline(__always)
    func orLarger(_ other: Self) -> Self { Self(most(x, other.x), most(y, other.y), most(z, other.z)) }
}

extension Lanes {
    /// The power of two at or below each, of numbers above zero, and its inverse.
    @inline(__always)
    var powersOfTwo: (power: Lanes, inverse: Lanes) {
        let exponent =
            unsafeBitCast(self, to: MaskStorage.self) & MaskStorage(repeating: 0x7ff0_0000_0000_0000)
        let inverse = MaskStorage(repeating: 0x7fe0_0000_0000_0000) &- exponent
        return (unsafeBitCast(exponent, to: Lanes.self), unsafeBitCast(inverse, to: Lanes.self))
    }
}
