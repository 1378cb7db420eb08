/// The points `origin + t · direction` for t from `start` to `end`, both included.
///
/// The direction need not have length one: t counts in its lengths.
///
/// ```swift
/// let ray = try Ray(origin: [0.25, 0.8, 3], direction: [0, 0, -1])
/// if let hit = quad.intersection(with: ray) { print(hit.point, hit.distance) }
/// ```
@frozen
public struct Ray: Hashable, Sendable {
    /// The point at which t is zero, in metres.
    public let origin: SIMD3<Double>
    /// The direction in which t grows; not zero.
    public let direction: SIMD3<Double>
    /// The least t that counts as a hit; may be negative or minus infinity.
    public let start: Double
    /// The greatest t that counts as a hit; may be infinite, and below ``start`` nothing is hit.
    public let end: Double

    /// A ray that can be cast.
    public init(
        from origin: SIMD3<Double>, along direction: SIMD3<Double>, start: Double = 0,
        end: Double = .infinity
    ) throws(RayError) {
        guard origin.isFinite else { throw .nonFiniteOrigin(origin) }
        guard direction.isFinite else { throw .nonFiniteDirection(direction) }
        guard direction != .zero else { throw .zeroDirection }
        guard !start.isNaN, !end.isNaN else { throw .rangeNotANumber(start: start, end: end) }
        self.origin = origin
        self.direction = direction
        self.start = start
        self.end = end
    }

    /// For a direction that is known to be finite and not zero.
    init(unchecked origin: SIMD3<Double>, _ direction: SIMD3<Double>) {
        self.origin = origin
        self.direction = direction
        start = 0
        end = .infinity
    }

    /// A ray that can be cast, by the names of what it is made of.
    ///
    /// - Parameters:
    ///   - origin: the point at which t is zero, in metres.
    ///   - direction: the direction in which t grows; of any length but zero.
    ///   - start: the least t that counts as a hit.
    ///   - end: the greatest t that counts as a hit.
    @inlinable
    public init(
        origin: SIMD3<Double>, direction: SIMD3<Double>, start: Double = 0, end: Double = .infinity
    ) throws(RayError) {
        try self.init(from: origin, along: direction, start: start, end: end)
    }

    /// A ray of single precision, as of a camera of ARKit; every number keeps its value.
    ///
    /// - Parameters:
    ///   - origin: the point at which t is zero, in metres.
    ///   - direction: the direction in which t grows; of any length but zero.
    ///   - start: the least t that counts as a hit.
    ///   - end: the greatest t that counts as a hit.
    // Otherwise literals of whole numbers would be ambiguous.
    @_disfavoredOverload
    @inlinable
    public init(
        origin: SIMD3<Float>, direction: SIMD3<Float>, start: Double = 0, end: Double = .infinity
    ) throws(RayError) {
        try self.init(
            from: SIMD3<Double>(origin), along: SIMD3<Double>(direction), start: start, end: end)
    }

    /// The point at `t`, in metres.
    @inlinable
    public func point(at t: Double) -> SIMD3<Double> { origin + direction * t }
}

/// The reason that a ray cannot be cast.
public enum RayError: Error, Hashable, Sendable {
    case nonFiniteOrigin(SIMD3<Double>)
    case nonFiniteDirection(SIMD3<Double>)
    case zeroDirection
    case rangeNotANumber(start: Double, end: Double)
}
