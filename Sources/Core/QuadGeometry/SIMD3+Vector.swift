/// The vocabulary of points and directions: three doubles, metres unless said otherwise.
extension SIMD3<Double> {
    /// The scalar product.
    @inlinable
    public func dot(_ other: Self) -> Double {
        x * other.x + y * other.y + z * other.z
    }

    /// The vector product, right-handed.
    ///
    /// `a.cross(b)` is minus `b.cross(a)` to the last bit. Beyond magnitudes of 1e150 the products overflow.
    @inlinable
    public func cross(_ other: Self) -> Self {
        Self(
            y * other.z - z * other.y,
            z * other.x - x * other.z,
            x * other.y - y * other.x)
    }

    /// The largest magnitude among the three components.
    @inlinable @inline(__always)
    public var largestMagnitude: Double {
        Double.maximum(x.magnitude, Double.maximum(y.magnitude, z.magnitude))
    }

    /// Whether all three components are finite.
    @inlinable
    public var isFinite: Bool {
        x.isFinite && y.isFinite && z.isFinite
    }

    /// The Euclidean length, at any magnitude a double can hold.
    ///
    /// Off by at most ``lengthError`` times itself.
    @inlinable
    public var length: Double {
        let squared = dot(self)
        // Between these bounds no square overflowed, and one that underflowed was too small to matter.
        if squared > 0x1p-900, squared < 0x1p1000 { return squared.squareRoot() }
        return lengthByScaling
    }

    /// The length by way of a power of two, for squares that would overflow or underflow.
    @usableFromInline
    var lengthByScaling: Double {
        let largest = largestMagnitude
        // Zero, infinity or NaN: `largestMagnitude` leaves NaN out, the products do not.
        guard largest > 0, largest.isFinite else { return dot(self) }
        let exponent = Int(largest.exponent)
        let scaled = self.scaled(byPowerOfTwo: -exponent)
        return Double(sign: .plus, exponent: exponent, significand: scaled.dot(scaled).squareRoot())
    }

    /// The bound on ``length``, relative to it.
    ///
    /// Three roundings of squares and two of sums, halved by the root, and the root's own.
    ///
    /// Worst seen: 1.08 `ulpOfOne`, over 4,000,000 random vectors against 80-bit arithmetic (`BoundTests`).
    public static let lengthError = 2 * Double.ulpOfOne

    /// The vector of length one in this direction, or `nil` for the zero vector and for components that are
    /// not finite.
    ///
    /// Off by at most ``unitError``.
    @inlinable
    public var unit: Self? {
        let squared = dot(self)
        // One division instead of three; it costs half a unit in the last place.
        if squared > 0x1p-900, squared < 0x1p1000 { return self * (1 / squared.squareRoot()) }
        let largest = largestMagnitude
        guard largest > 0, isFinite else { return nil }
        let scaled = self.scaled(byPowerOfTwo: -Int(largest.exponent))
        return scaled * (1 / scaled.length)
    }

    /// The bound on ``unit``: the length of what it misses.
    ///
    /// Worst seen: 1.48 `ulpOfOne`, over 4,000,000 random vectors against 80-bit arithmetic (`BoundTests`).
    public static let unitError = 3 * Double.ulpOfOne

    /// The vector times 2 to the power `exponent`, exact unless a component leaves the range of doubles.
    @usableFromInline
    func scaled(byPowerOfTwo exponent: Int) -> Self {
        Self(
            Double(sign: .plus, exponent: exponent, significand: x),
            Double(sign: .plus, exponent: exponent, significand: y),
            Double(sign: .plus, exponent: exponent, significand: z))
    }

    /// The angle to another vector, 0 to π radians, or `nil` when one of them is zero or not finite.
    public func angle(to other: Self) -> Double? {
        guard isFinite, other.isFinite else { return nil }
        let here = largestMagnitude, there = other.largestMagnitude
        guard here > 0, there > 0 else { return nil }
        // Where no product over- or underflows so that it shows, scaling by powers of two would change no bit.
        let range = 0x1p-100...0x1p100
        if range.contains(here), range.contains(there) {
            let across = cross(other).length
            if across > 0x1p-400 { return arcTangent(across, dot(other)) }
        }
        let a = scaled(byPowerOfTwo: -Int(here.exponent))
        let b = other.scaled(byPowerOfTwo: -Int(there.exponent))
        // The arc tangent keeps its digits at every angle; the arc cosine loses half of them near 0 and π.
        return arcTangent(a.cross(b).length, a.dot(b))
    }
}
