/// A rigid transform as a 4x4 matrix of 16 numbers, in either layout, always by name.
extension RigidTransform {
    /// The transform of a matrix given column after column: the translation is numbers 13 to 15, as in ARKit's
    /// `simd_float4x4`.
    public init(columnMajor numbers: [Double]) throws(MatrixError) {
        guard numbers.count == 16 else { throw .wrongCount(numbers.count) }
        if let index = numbers.firstIndex(where: { !$0.isFinite }) { throw .nonFinite(index: index) }
        let lastRow = SIMD4(numbers[3], numbers[7], numbers[11], numbers[15])
        guard lastRow == SIMD4(0, 0, 0, 1) else {
            let lastColumn = SIMD4(numbers[12], numbers[13], numbers[14], numbers[15])
            throw .lastRow(lastRow, looksTransposed: lastColumn == SIMD4(0, 0, 0, 1))
        }
        let rotation: Rotation
        do {
            rotation = try Rotation(
                columns: SIMD3(numbers[0], numbers[1], numbers[2]),
                SIMD3(numbers[4], numbers[5], numbers[6]), SIMD3(numbers[8], numbers[9], numbers[10]))
        } catch { throw .rotation(error) }
        self.init(unchecked: rotation, translation: SIMD3(numbers[12], numbers[13], numbers[14]))
    }

    /// The transform of a matrix given row after row: the translation is numbers 4, 8 and 12, as it is written on
    /// paper.
    public init(rowMajor numbers: [Double]) throws(MatrixError) {
        guard numbers.count == 16 else { throw .wrongCount(numbers.count) }
        // Asked before the numbers change places, which are the caller's.
        if let index = numbers.firstIndex(where: { !$0.isFinite }) { throw .nonFinite(index: index) }
        try self.init(columnMajor: RigidTransform.transposed(numbers))
    }

    /// The matrix column after column.
    public var columnMajor: [Double] {
        let (r, t) = (rotation, translation)
        return [
            r.x.x, r.x.y, r.x.z, 0, r.y.x, r.y.y, r.y.z, 0, r.z.x, r.z.y, r.z.z, 0, t.x, t.y, t.z, 1,
        ]
    }

    /// The matrix row after row.
    public var rowMajor: [Double] { RigidTransform.transposed(columnMajor) }

    private static func transposed(_ numbers: [Double]) -> [Double] {
        (0..<16).map { numbers[$0 % 4 * 4 + $0 / 4] }
    }
}

/// The reason that 16 numbers are not a rigid transform.
public enum MatrixError: Error, Hashable, Sendable {
    case wrongCount(Int)
    /// A number that is not finite, at this place of the numbers as they were given.
    case nonFinite(index: Int)
    /// The last row is not 0 0 0 1. When the last column is, the other layout was probably meant.
    case lastRow(SIMD4<Double>, looksTransposed: Bool)
    case rotation(RotationError)
}
