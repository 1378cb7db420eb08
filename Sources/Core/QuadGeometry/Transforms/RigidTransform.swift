/// A rotation followed by a translation.
///
/// Name a value after the frames it joins, destination first: `mapFromScan` carries scan coordinates into the
/// map. Products then chain where the names meet:
///
/// ```swift
/// let mapFromTablet = mapFromScan * scanFromTablet
/// let onMap = mapFromTablet * quad
/// ```
@frozen
public struct RigidTransform: Hashable, Sendable {
    public let rotation: Rotation
    /// The image of the origin, in metres.
    public let translation: SIMD3<Double>

    /// The transform that changes nothing.
    public static let identity = RigidTransform(unchecked: .identity, translation: .zero)

    /// The rotation, then the translation; `nil` when the translation is not finite.
    public init?(rotation: Rotation, translation: SIMD3<Double>) {
        guard translation.isFinite else { return nil }
        self.init(unchecked: rotation, translation: translation)
    }

    @inlinable
    init(unchecked rotation: Rotation, translation: SIMD3<Double>) {
        self.rotation = rotation
        self.translation = translation
    }

    /// The point moved.
    @inlinable
    public static func * (transform: RigidTransform, point: SIMD3<Double>) -> SIMD3<Double> {
        transform.rotation * point + transform.translation
    }

    /// The quad moved, corner by corner.
    @inlinable
    public static func * (transform: RigidTransform, quad: Quad) -> Quad {
        quad.map { transform * $0 }
    }

    /// First the right-hand transform, then the left.
    @inlinable
    public static func * (after: RigidTransform, before: RigidTransform) -> RigidTransform {
        RigidTransform(
            unchecked: after.rotation * before.rotation, translation: after * before.translation)
    }

    /// The transform back.
    @inlinable
    public func inverted() -> RigidTransform {
        let back = rotation.inverted()
        return RigidTransform(unchecked: back, translation: -(back * translation))
    }

    /// The bound on a moved point, in metres, relative to the largest magnitude among the point's and the
    /// translation's numbers.
    ///
    /// Worst seen: 2.27 `ulpOfOne`, over 4,000,000 random motions against 80-bit arithmetic (`BoundTests`).
    public static let pointError = 4 * Double.ulpOfOne
}

/// Points in the caller's memory, moved in place or into a buffer; the same bits as point by point.
extension RigidTransform {
    /// Moves points of three doubles each, one after the other, in place.
    ///
    /// The count of numbers must be a multiple of three.
    public func move(packed points: UnsafeMutableBufferPointer<Double>, on level: KernelLevel = .best) {
        precondition(points.count % 3 == 0, "points have three numbers each")
        guard let base = points.baseAddress else { return }
        unsafe withNumbers { unsafe level.kernels.movePackedInPlace(base, points.count / 3, $0) }
    }

    /// Moves the points of a span in place, three doubles each.
    public func move(packed points: inout MutableSpan<Double>, on level: KernelLevel = .best) {
        unsafe points.withUnsafeMutableBufferPointer { unsafe move(packed: $0, on: level) }
    }

    /// Moves points of three doubles each into a buffer of the same size that does not overlap them.
    public func move(
        packed points: UnsafeBufferPointer<Double>, into moved: UnsafeMutableBufferPointer<Double>,
        on level: KernelLevel = .best
    ) {
        precondition(points.count % 3 == 0, "points have three numbers each")
        precondition(points.count == moved.count, "\(moved.count) places for \(points.count) numbers")
        guard let source = points.baseAddress, let target = moved.baseAddress else { return }
        unsafe withNumbers { unsafe level.kernels.movePacked(source, points.count / 3, $0, target) }
    }

    /// Moves points of three doubles each into a buffer of the same size that does not overlap them.
    public func move(
        _ points: UnsafeMutableBufferPointer<SIMD3<Double>>, on level: KernelLevel = .best
    ) {
        unsafe move(UnsafeBufferPointer(points), into: points, on: level)
    }

    /// Moves the points of a span in place.
    public func move(_ points: inout MutableSpan<SIMD3<Double>>, on level: KernelLevel = .best) {
        unsafe points.withUnsafeMutableBufferPointer { unsafe move($0, on: level) }
    }

    /// Moves points into a buffer of the same count, which may be the source itself.
    public func move(
        _ points: UnsafeBufferPointer<SIMD3<Double>>, into moved: UnsafeMutableBufferPointer<SIMD3<Double>>,
        on level: KernelLevel = .best
    ) {
        precondition(points.count == moved.count, "\(moved.count) places for \(points.count) points")
        guard let source = points.baseAddress, let target = moved.baseAddress else { return }
        // A vector of three lies in memory as one of four whose last number means nothing.
        unsafe source.withMemoryRebound(to: SIMD4<Double>.self, capacity: points.count) { source in
            unsafe target.withMemoryRebound(to: SIMD4<Double>.self, capacity: moved.count) { target in
                unsafe withNumbers { unsafe level.kernels.moveStrided(source, points.count, $0, target) }
            }
        }
    }

    /// The rotation's columns and the translation, for the kernels.
    func withNumbers<Result>(_ body: (UnsafePointer<Double>) -> Result) -> Result {
        let (r, t) = (rotation, translation)
        let all = (r.x.x, r.x.y, r.x.z, r.y.x, r.y.y, r.y.z, r.z.x, r.z.y, r.z.z, t.x, t.y, t.z)
        return unsafe withUnsafePointer(to: all) {
            unsafe body(UnsafeRawPointer($0).assumingMemoryBound(to: Double.self))
        }
    }
}

/// A velocity of a rigid body: what a transform's logarithm is.
public struct Twist: Hashable, Sendable {
    /// Axis times angle, in radians.
    public var rotation: SIMD3<Double>
    /// In metres.
    public var translation: SIMD3<Double>

    public init(rotation: SIMD3<Double>, translation: SIMD3<Double>) {
        self.rotation = rotation
        self.translation = translation
    }
}

extension RigidTransform {
    /// The transform reached by following a twist for one unit of time (the exponential).
    ///
    /// `nil` when a number is not finite.
    public init?(twist: Twist) {
        guard let rotation = Rotation(rotationVector: twist.rotation), twist.translation.isFinite
        else { return nil }
        let w = twist.rotation, v = twist.translation
        let angle = w.length
        // V = 1 + (1 - cos θ)/θ² [w] + (θ - sin θ)/θ³ [w]², the first coefficient by the half angle. The
        // cancellation left in the second is multiplied by θ² and so never shows.
        let half = RigidTransform.sineRatio(angle / 2)
        let first = half * half / 2
        let second = angle > 1e-8 ? (1 - RigidTransform.sineRatio(angle)) / angle / angle : 1.0 / 6
        let turned = w.cross(v)
        let moved = v + turned * first + w.cross(turned) * second
        guard moved.isFinite else { return nil }
        self.init(unchecked: rotation, translation: moved)
    }

    /// The twist that leads here the shorter way around (the logarithm).
    public var twist: Twist {
        let w = rotation.rotationVector
        let angle = w.length
        // V⁻¹ = 1 - [w]/2 + (1 - θ/2 cot θ/2)/θ² [w]², with θ at most π.
        let (sine, cosine) = sineAndCosine(angle / 2)
        let coefficient = angle > 1e-8 ? (1 - angle / 2 * cosine / sine) / angle / angle : 1.0 / 12
        let turned = w.cross(translation)
        return Twist(
            rotation: w, translation: translation - turned * 0.5 + w.cross(turned) * coefficient)
    }

    /// The twist as seen from the destination frame: `self * exp(twist) = exp(adjoint(twist)) * self`.
    public func adjoint(_ twist: Twist) -> Twist {
        let turned = rotation * twist.rotation
        return Twist(
            rotation: turned,
            translation: rotation * twist.translation + translation.cross(turned))
    }

    /// sin x / x.
    private static func sineRatio(_ x: Double) -> Double {
        x == 0 ? 1 : sineAndCosine(x).sine / x
    }

    /// The bound on a point moved by the exponential of the logarithm, in metres, relative to the largest of
    /// the point's and the translation's numbers.
    ///
    /// Worst seen: 8.13 `ulpOfOne`, over 4,000,000 random motions against 80-bit arithmetic (`BoundTests`).
    public static let twistError = 16 * Double.ulpOfOne
}
