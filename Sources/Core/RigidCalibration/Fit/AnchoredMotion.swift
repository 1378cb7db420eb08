public import QuadGeometry

/// A rigid motion that is kept about the points it was fitted to.
///
/// It takes p to `targetCenter + (rotation * (p - sourceCenter) + rest)`. A rotation and a translation from the origin lose
/// five digits a kilometre away and nine at a million kilometres; this form loses none, since only differences are
/// turned.
@frozen
public struct AnchoredMotion: Hashable, Sendable {
    public let rotation: Rotation
    /// A point near the middle of the sources, in metres.
    public let sourceCenter: SIMD3<Double>
    /// A point near the middle of the targets, in metres.
    public let targetCenter: SIMD3<Double>
    /// The remaining distance of the two centers, in metres: small.
    public let rest: SIMD3<Double>

    @inlinable
    init(
        rotation: Rotation, sourceCenter: SIMD3<Double>, targetCenter: SIMD3<Double>, rest: SIMD3<Double>
    ) {
        self.rotation = rotation
        self.sourceCenter = sourceCenter
        self.targetCenter = targetCenter
        self.rest = rest
    }

    /// A motion read from storage; `nil` where a point is not finite or beyond `Correspondences.largestCoordinate`.
    public init?(
        stored rotation: Rotation, sourceCenter: SIMD3<Double>, targetCenter: SIMD3<Double>,
        rest: SIMD3<Double>
    ) {
        guard [sourceCenter, targetCenter, rest].allSatisfy({ $0.isUsable }) else { return nil }
        self.init(
            rotation: rotation, sourceCenter: sourceCenter, targetCenter: targetCenter, rest: rest)
    }

    /// A transform taken as it is, without a center to keep it about.
    public init(_ transform: RigidTransform) {
        self.init(
            rotation: transform.rotation, sourceCenter: .zero, targetCenter: transform.translation,
            rest: .zero)
    }

    /// The same motion for points that are written with less on them: a source is taken with `sources` added, and what
    /// comes out has `targets` taken off.
    ///
    /// With v for both it is p to T(p + v) - v, whose translation from the origin is t + R v - v.
    public func written(without sources: SIMD3<Double>, _ targets: SIMD3<Double>) -> AnchoredMotion {
        AnchoredMotion(
            rotation: rotation, sourceCenter: sourceCenter - sources, targetCenter: targetCenter - targets,
            rest: rest)
    }

    /// The motion that changes nothing.
    public static let identity = AnchoredMotion(
        rotation: .identity, sourceCenter: .zero, targetCenter: .zero, rest: .zero)

    /// The point moved.
    @inlinable
    public static func * (motion: AnchoredMotion, point: SIMD3<Double>) -> SIMD3<Double> {
        motion.targetCenter + (motion.rotation * (point - motion.sourceCenter) + motion.rest)
    }

    /// The point moved, with lengths multiplied by `growth`.
    public func moved(_ point: SIMD3<Double>, growth: Double) -> SIMD3<Double> {
        targetCenter + (rotation * (point - sourceCenter) * growth + rest)
    }

    /// The quad moved, corner by corner.
    @inlinable
    public static func * (motion: AnchoredMotion, quad: Quad) -> Quad {
        quad.map { motion * $0 }
    }

    /// The inverse motion.
    public func inverted() -> AnchoredMotion {
        let back = rotation.inverted()
        return AnchoredMotion(
            rotation: back, sourceCenter: targetCenter, targetCenter: sourceCenter, rest: -(back * rest))
    }

    /// The same motion as a rotation and a translation from the origin, which has fewer digits the farther away the
    /// centers are: its points are off by up to `RigidTransform.pointError` times the larger center.
    ///
    /// `nil` only when the translation is beyond the range of doubles.
    public var transform: RigidTransform? {
        let translation = targetCenter + (rest - rotation * sourceCenter)
        return RigidTransform(rotation: rotation, translation: translation)
    }

    /// The digits that ``transform`` keeps of points, counted from the size of what is moved, in metres: at most 16.
    public func transformDigits(extent: Double) -> Double {
        let farthest = Double.maximum(
            extent, Double.maximum(sourceCenter.largestMagnitude, targetCenter.largestMagnitude))
        let digits = -logarithm(RigidTransform.pointError * (farthest / extent)) / logarithm(10)
        return Double.minimum(Double.maximum(digits, 0), 16)
    }
}

/// The range of numbers that a fit can compute with.
enum UsableRange {
    /// The largest coordinate, in metres: squares of larger ones leave the range of doubles.
    static let largestCoordinate = 1e60
}

extension SIMD3<Double> {
    /// Whether a fit can use this point.
    var isUsable: Bool { isFinite && largestMagnitude <= UsableRange.largestCoordinate }
}
