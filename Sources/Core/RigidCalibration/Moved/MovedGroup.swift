internal import QuadGeometry

/// Markers that were moved by one motion, such as those of one machine.
public struct MovedGroup: Hashable, Sendable {
    /// The numbers of the markers, in order.
    public let markers: [Int]
    /// The motion from where they would be to where they are, in the new frame.
    public let motion: AnchoredMotion
    /// The shift of their middle by it, in metres.
    public let shift: SIMD3<Double>
    /// Whether all were shifted alike, without a turn.
    public let isShift: Bool
}
