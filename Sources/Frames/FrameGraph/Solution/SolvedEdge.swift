public import QuadGeometry

/// An edge beside the solution of its graph.
public struct SolvedEdge: Hashable, Sendable {
    /// The place of the edge in ``PoseGraph/edges``.
    public let place: Int
    /// The twist from the measured motion to the solution's.
    public let residual: Twist
    /// Its squared length in deviations: 6 less ``leverage`` in the mean.
    public let squares: Double
    /// The part of its 6 numbers that the edge decides itself: 6 where nothing checks it, 0 where all else does.
    public let leverage: Double
    /// The weight in a robust solution; 1 otherwise.
    public let weight: Double

    /// Whether a robust solution nearly ignores it.
    public var isSetAside: Bool { weight < SolvedEdge.leastWeight }

    /// Of a residual of 2.4 times the expected size; noise exceeds it in one of a thousand edges.
    public static let leastWeight = 0.5
}
