public import QuadGeometry
public import RigidCalibration

/// A frame defined by two points and gravity: the first is its origin, +Y is up, and +Z is horizontal towards
/// the second, or the point above or below it.
public struct TwoPointOrigin: Hashable, Sendable {
    public let origin, direction: SIMD3<Double>
    /// The horizontal distance of the two, in metres.
    public let separation: Double
    /// The transform to the frame that the points are in from the one they define.
    public let worldFromOrigin: RigidTransform

    /// The least horizontal distance of points that give a direction: the app's own limit, in metres.
    public static let leastSeparation = 1e-4

    public init(origin: SIMD3<Double>, direction: SIMD3<Double>) throws(TwoPointError) {
        guard origin.isFinite, direction.isFinite else { throw .nonFinite }
        let step = direction - origin
        let level = SIMD3(step.x, 0, step.z)
        let separation = level.length
        guard separation >= TwoPointOrigin.leastSeparation else { throw .noDirection(separation: separation) }
        guard let z = level.unit,
            let rotation = try? Rotation(columns: SIMD3(z.z, 0, -z.x), SIMD3(0, 1, 0), z),
            let transform = RigidTransform(rotation: rotation, translation: origin)
        else { throw .nonFinite }
        (self.origin, self.direction, self.separation) = (origin, direction, separation)
        worldFromOrigin = transform
    }

    /// The two points here and in another frame, as pairs: with gravity they fix a motion, with nothing to
    /// check it.
    public func correspondences(to new: TwoPointOrigin) throws(RigidFitError) -> Correspondences {
        try Correspondences(
            sources: [origin, direction], targets: [new.origin, new.direction], groups: [0, 1],
            ids: ["origin", "direction"])
    }

    /// The motion that takes this frame to the new one: the second points agree in direction only.
    public func newFromOld(to new: TwoPointOrigin) -> RigidTransform {
        new.worldFromOrigin * worldFromOrigin.inverted()
    }
}

/// The reason why two points give no frame.
public enum TwoPointError: Error, Hashable, Sendable {
    case nonFinite
    /// They are above each other: this is their horizontal distance, in metres.
    case noDirection(separation: Double)

    /// The reason in a word that never changes meaning.
    public var code: String {
        switch self {
        case .nonFinite: "NON_FINITE"
        case .noDirection: "NO_DIRECTION"
        }
    }
}
