public import Foundation
public import QuadGeometry

/// A marker that a motion was fitted to, with its corners as they were then.
public struct FittedMarker: Hashable, Sendable {
    public let id: UUID
    /// In the frame and of the kind that the motion starts from.
    public let corners: Quad
    /// Whether the motion takes it to its partner; the place of one that it does not says nothing about whether it was moved.
    public let follows: Bool
    /// The marker of the rescan that it is; `nil` where the pairs do not name one.
    public let partner: Partner?
    /// What the fit shifts it by on top of the motion, in metres; zero where all markers have one motion.
    public let shift: SIMD3<Double>

    /// A marker of the rescan.
    public struct Partner: Hashable, Sendable {
        public let id: UUID
        /// As the fit found them, of the kind that the motion leads to.
        public let corners: Quad

        package init(id: UUID, corners: Quad) { (self.id, self.corners) = (id, corners) }
    }

    public init(
        id: UUID, corners: Quad, follows: Bool = true, partner: Partner? = nil, shift: SIMD3<Double> = .zero
    ) {
        (self.id, self.corners, self.follows, self.partner) = (id, corners, follows, partner)
        self.shift = shift
    }
}
