/// A plane through a point, across a direction.
///
/// It is kept as a point and a normal rather than a normal and an offset, so that distances near the point keep
/// their digits however far it is from the origin.
///
/// ```swift
/// let wall = Plane(through: quad.p1, across: quad.normal ?? .zero)
/// print(wall?.signedDistance(to: [0, 0, 1]) ?? 0)
/// ```
@frozen
public struct Plane: Hashable, Sendable {
    /// A point of the plane, in metres.
    public let point: SIMD3<Double>
    /// The direction across the plane, of length one.
    public let normal: SIMD3<Double>

    /// The plane through `point` across `normal`, which may have any length but zero.
    ///
    /// `nil` when the normal is zero or a number is not finite.
    public init?(through point: SIMD3<Double>, across normal: SIMD3<Double>) {
        guard point.isFinite, let unit = normal.unit else { return nil }
        self.init(through: point, unitNormal: unit)
    }

    @usableFromInline
    init(through point: SIMD3<Double>, unitNormal: SIMD3<Double>) {
        self.point = point
        normal = unitNormal
    }

    /// The distance of a point in metres, positive on the side the normal points to.
    @inlinable
    public func signedDistance(to other: SIMD3<Double>) -> Double {
        (other - point).dot(normal)
    }

    /// The foot of the perpendicular from a point.
    @inlinable
    public func projection(of other: SIMD3<Double>) -> SIMD3<Double> {
        other - normal * signedDistance(to: other)
    }
}
