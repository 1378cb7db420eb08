/// The evidence that lengths which should be in metres are in another unit.
public struct LengthSlip: Hashable, Sendable {
    /// The likely unit.
    public var unit: LengthUnit
    /// The longest edge of the marker, or the median of the longest edges of all, as it was read.
    public var edge: Double
    /// The distance of the marker from the others, or the extent of all, as it was read; of a marker alone, its largest
    /// coordinate.
    public var reach: Double
    /// The usual size that it has in the likely unit, if it has one.
    public var usualSize: UsualSize?
}
