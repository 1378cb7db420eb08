public import Foundation
public import QuadGeometry

/// A marker that a motion was fitted to, with its corners as they were then.
public struct FittedMarker: Hashable, Sendable {
    public let id: UUID
    /// In the frame and of the kind that the motion starts from.
    public let corners: Quad

    public init(id: UUID, corners: Quad) { (self.id, self.corners) = (id, corners) }
}
