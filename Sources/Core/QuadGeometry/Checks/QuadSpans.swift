/// The edges and diagonals of a quad, at a size at which products of four of them stay in range.
///
/// Spans between 1e-60 and 1e60 m are taken as they are. Others are multiplied by the power of two in
/// `exponent`, so that a quad of any finite corners has measures and none of them is NaN.
@usableFromInline
struct QuadSpans {
    /// From p1 to p2, p2 to p3, p3 to p4 and p4 to p1.
    @usableFromInline var e1, e2, e3, e4: SIMD3<Double>
    /// From p1 to p3 and from p2 to p4.
    @usableFromInline var d13, d24: SIMD3<Double>
    /// True lengths are these times 2 to this power.
    @usableFromInline var exponent = 0

    @inlinable
    init(_ quad: Quad) {
        self.init(unscaled: quad)
        // Written so that an overflow, or a NaN, takes the other way. The kernels ask the same question.
        if squaredReach > 1e-120, squaredReach < 1e120 { return }
        rescale(quad)
    }

    /// More than a quarter of the longest edge or diagonal squared, and less than six times it.
    ///
    /// The two diagonals and the bend bound the edges: e1 + e3 is the bend and e1 - e3 is d13 - d24; alike e2, e4.
    @inlinable @inline(__always)
    var squaredReach: Double {
        let bend = self.bend
        return (d13.dot(d13) + d24.dot(d24)) + bend.dot(bend)
    }

    /// `p2 - p1 + p4 - p3`: four times how far the corners are from a parallelogram's.
    @inlinable
    var bend: SIMD3<Double> { e1 + e3 }

    @inlinable @inline(__always)
    init(unscaled quad: Quad) {
        e1 = quad.p2 - quad.p1
        e2 = quad.p3 - quad.p2
        e3 = quad.p4 - quad.p3
        e4 = quad.p1 - quad.p4
        d13 = quad.p3 - quad.p1
        d24 = quad.p4 - quad.p2
    }

    @inlinable
    var largestMagnitude: Double {
        Double.maximum(
            Double.maximum(
                Double.maximum(e1.largestMagnitude, e2.largestMagnitude),
                Double.maximum(e3.largestMagnitude, e4.largestMagnitude)),
            Double.maximum(d13.largestMagnitude, d24.largestMagnitude))
    }

    @usableFromInline
    mutating func rescale(_ quad: Quad) {
        guard quad.isFinite else { return }
        // Differences of halves cannot overflow; the bit a half may lose counts only below 1e-307.
        let halved = largestMagnitude >= 1e60
        if halved { self = QuadSpans(unscaled: quad.map { $0.scaled(byPowerOfTwo: -1) }) }
        let reach = largestMagnitude
        guard reach > 0 else { return }
        let shift = Int(reach.exponent)
        e1 = e1.scaled(byPowerOfTwo: -shift)
        e2 = e2.scaled(byPowerOfTwo: -shift)
        e3 = e3.scaled(byPowerOfTwo: -shift)
        e4 = e4.scaled(byPowerOfTwo: -shift)
        d13 = d13.scaled(byPowerOfTwo: -shift)
        d24 = d24.scaled(byPowerOfTwo: -shift)
        exponent = shift + (halved ? 1 : 0)
    }

    /// Twice the vector area, in the scaled unit squared.
    @inlinable
    var doubleArea: SIMD3<Double> { d13.cross(d24) }

    /// ``Quad/area``.
    @inlinable
    var area: Double { squareMetres(doubleArea.length * 0.5) }

    /// ``Quad/flatness``, or `nil` where rounding would turn the plane.
    @inlinable
    var flatness: Double? {
        let area = doubleArea
        let size = area.dot(area)
        // A quarter of a millionth of a right angle between the diagonals.
        guard size > 0x1p-44 * (d13.dot(d13) * d24.dot(d24)) else { return nil }
        return metres(bend.dot(area).magnitude * (1 / size.squareRoot()) * 0.25)
    }

    /// A length of this frame in metres.
    @inlinable
    func metres(_ length: Double) -> Double {
        exponent == 0 ? length : Double(sign: .plus, exponent: exponent, significand: length)
    }

    /// A vector of this frame in metres.
    @inlinable
    func metres(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        exponent == 0 ? vector : vector.scaled(byPowerOfTwo: exponent)
    }

    /// An area of this frame in square metres; infinite where a double cannot hold it.
    @inlinable
    func squareMetres(_ area: Double) -> Double {
        exponent == 0 ? area : Double(sign: .plus, exponent: 2 * exponent, significand: area)
    }
}
