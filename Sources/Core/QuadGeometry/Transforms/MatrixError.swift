/// The reason that 16 numbers are not a rigid transform.
public enum MatrixError: Error, Hashable, Sendable {
    case wrongCount(Int)
    /// A number that is not finite, at this place of the numbers as they were given.
    case nonFinite(index: Int)
    /// The last row is not 0 0 0 1. When the last column is, the other layout was probably meant.
    case lastRow(SIMD4<Double>, looksTransposed: Bool)
    case rotation(RotationError)
}
