public import QuadGeometry

/// The plane that the corners of a box are put on, which the box itself does not say.
public enum CornerPlacement: Hashable, Sendable {
    /// Parallel to the image, through the centre.
    case facing
    /// Across the ray to the centre.
    case billboard
    /// A plane in the world, such as a wall.
    case plane(Plane)
}
