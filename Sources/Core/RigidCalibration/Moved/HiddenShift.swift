/// A shift of a marker that might not be found.
public struct HiddenShift: Hashable, Sendable {
    public let marker: Int
    /// Its length, in metres: one that is longer is found in more than 80 of 100 cases, whatever its direction.
    public let size: Double
}
