/// The line along which a phone measures distances. The wire does not say, so there is no default.
public enum DistanceKind: String, Hashable, Sendable, CaseIterable {
    /// Along the optical axis, as depth maps have it.
    case axis
    /// Along the ray to the object, as hit tests have it.
    case ray

    /// The depth along the optical axis of a distance to the pixel of a ray at z = -1.
    @inlinable
    public func depth(of distance: Double, alongRayOfLength length: Double) -> Double {
        self == .axis ? distance : distance / length
    }
}
