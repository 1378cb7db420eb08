public import QuadGeometry
public import RigidCalibration

/// A frame that two points and gravity give: the first is its origin, +Y is up, and +Z runs level to above, at or below the
/// second.
public struct TwoPointOrigin: Hashable, Sendable {
    public let origin, direction: SIMD3<Double>
    /// How far apart the two are on the level, in metres.
    public let separation: Double
    /// The frame the points are in, from the frame they give.
    public let worldFromOrigin: RigidTransform

    /// Points that are nearer to each other than this on the level give no direction: the app's own limit, in metres.
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

    /// The two points here and in another frame, as pairs: with gravity they fix a motion, and nothing checks it.
    public func correspondences(to new: TwoPointOrigin) throws(RigidFitError) -> Correspondences {
        try Correspondences(
            sources: [origin, direction], targets: [new.origin, new.direction], groups: [0, 1],
            ids: ["origin", "direction"])
    }

    /// The motion that takes this frame to the new one: the second points agree in direction, not in distance.
    public func newFromOld(to new: TwoPointOrigin) -> RigidTransform {
        new.worldFromOrigin * worldFromOrigin.inverted()
    }
}

/// Why two points give no frame.
public enum TwoPointError: Error, Hashable, Sendable {
    case nonFinite
    /// They are above each other: this far apart on the level, in metres.
    case noDirection(separation: Double)

    /// The reason in a word that never changes meaning.
    public var code: String {
        switch self {
        case .nonFinite: "NON_FINITE"
        case .noDirection: "NO_DIRECTION"
        }
    }
}
