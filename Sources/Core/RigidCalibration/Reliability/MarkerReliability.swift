internal import QuadGeometry

/// How well the other markers check one, and what it would hide.
///
/// An error of a marker is a shift of it in space, of all its pairs alike: three numbers. A pair that is of no marker is one of one pair.
public struct MarkerReliability: Hashable, Sendable {
    /// The places of its pairs that count.
    public let pairs: [Int]
    /// The share of a shift that shows in the marker's own residual, as a block of three directions: none of what the motion follows.
    public let block: SymmetricMatrix
    /// The shift that the marker's residual speaks for, in the target frame, in metres; `nil` where nothing checks it.
    public let shift: SIMD3<Double>?
    /// The w-test: the squares of the marker's residual in units of what is expected, in three directions. `nil` where nothing checks it.
    public let square: Double?
    /// The probability of a larger one without an error; `nil` where nothing checks it, or nothing is left to learn the noise from.
    public let probability: Double?
    /// The smallest error that is found with the stated power; `nil` where an error in some direction never shows.
    public let hidden: HiddenError?

    /// The redundancy of the marker: of its three coordinates, those that others check.
    public var redundancy: Double { block.trace }
}
