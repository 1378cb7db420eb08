internal import QuadGeometry

/// A marker that does not lie where the others say, beyond what errors explain.
public struct MarkerMovement: Hashable, Sendable {
    /// Its number among the groups of the pairs, in the order in which they first appear.
    public let marker: Int
    /// From where it would be, had it not been moved, to where it is: of its middle, in the new frame, in metres.
    public let shift: SIMD3<Double>
    /// The length that the error of the shift stays within in 95 of 100 cases, in metres.
    public let bound: Double
    /// The probability that errors alone shift some marker of the scan by as much.
    public let probability: Double
    /// The turn about its own middle as a vector, in radians; `nil` where it is no more than errors explain.
    public let turn: SIMD3<Double>?
    /// The probability that errors alone turn some marker of the scan by as much; `nil` where nothing tells.
    public let turnProbability: Double?
    /// Whether the shift is more than errors explain; otherwise only the turn is.
    public let isShifted: Bool
    /// The corner, from 0, that alone lies elsewhere: it was mistaken, and the marker was not moved.
    public let mistakenCorner: Int?
    /// Markers of which one may have been moved instead: without it, this one agrees with the others as well.
    public let alternatives: [Int]
}
