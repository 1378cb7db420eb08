public import Foundation
public import QuadGeometry

/// A marker that a motion was fitted to, with its corners as they were then.
public struct FittedMarker: Hashable, Sendable {
    public let id: UUID
    /// In the frame and of the kind that the motion starts from.
    public let corners: Quad
    /// Whether the motion takes it to its partner; the place of one that it does not says nothing about whether it was moved.
    public let follows: Bool

    public init(id: UUID, corners: Quad, follows: Bool = true) {
        (self.id, self.corners, self.follows) = (id, corners, follows)
    }
}
