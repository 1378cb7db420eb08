/// A running sum that carries its own rounding errors (Neumaier 1974, algorithm IV).
///
/// After n terms the sum is off by at most one rounding of itself plus n² ulp² times the sum of the
/// magnitudes: as if it had been worked out in twice the precision. A term that is not finite, or an overflow
/// on the way, makes the sum not finite, as plain addition would.
@frozen
public struct CompensatedSum: Hashable, Sendable {
    @usableFromInline var sum = 0.0
    @usableFromInline var lost = 0.0

    @inlinable
    public init() {}

    /// Adds one term.
    @inlinable
    public mutating func add(_ term: Double) {
        let next = sum + term
        // What the addition dropped is found exactly by starting from the larger of the two.
        lost += sum.magnitude >= term.magnitude ? (sum - next) + term : (term - next) + sum
        sum = next
    }

    /// The sum of all terms so far.
    @inlinable
    public var value: Double {
        // After an overflow the correction is infinity minus infinity, which must not hide the infinity.
        sum.isFinite ? sum + lost : sum
    }
}

extension SIMD3<Double> {
    /// The mean of some points, summed with compensation, or `nil` when there are none.
    public static func mean(of points: some Sequence<Self>) -> Self? {
        var x = CompensatedSum(), y = CompensatedSum(), z = CompensatedSum()
        var count = 0.0
        for point in points {
            x.add(point.x)
            y.add(point.y)
            z.add(point.z)
            count += 1
        }
        return count > 0 ? Self(x.value, y.value, z.value) / count : nil
    }
}
