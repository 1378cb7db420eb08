/// The rigid transform nearest to a matrix that is nearly one, and by how much it misses it.
///
///     let nearest = try NearestTransform(columns: c.0, c.1, c.2, c.3)  // of a simd_float4x4
///     print(nearest.transform, nearest.correction)
public struct NearestTransform: Hashable, Sendable {
    public let transform: RigidTransform
    /// The largest entry of |RᵀR - 1| of the matrix as it was given.
    public let defect: Double
    /// The largest difference of a number of the matrix from the transform; zero where it was taken as it is.
    public let correction: Double

    /// The largest defect that is corrected. Single precision leaves 1e-6 after some products; above this a matrix is
    /// scaled, sheared or something else.
    public static let largestDefect = 1e-3

    /// The transform of a matrix of these columns, which end with 0, 0, 0 and 1.
    public init(
        columns x: SIMD4<Double>, _ y: SIMD4<Double>, _ z: SIMD4<Double>, _ translation: SIMD4<Double>
    ) throws(MatrixError) {
        for (column, numbers) in [x, y, z, translation].enumerated() {
            for row in 0..<4 where !numbers[row].isFinite { throw .nonFinite(index: 4 * column + row) }
        }
        let lastRow = SIMD4(x.w, y.w, z.w, translation.w)
        guard lastRow == SIMD4(0, 0, 0, 1) else {
            throw .lastRow(lastRow, looksTransposed: translation == SIMD4(0, 0, 0, 1))
        }
        let nearest: NearestRotation
        do {
            nearest = try NearestRotation(
                columns: x.point, y.point, z.point, within: NearestTransform.largestDefect)
        } catch { throw .rotation(error) }
        transform = RigidTransform(unchecked: nearest.rotation, translation: translation.point)
        (defect, correction) = (nearest.defect, nearest.correction)
    }

    /// The transform of a matrix of these columns in single precision, as those of ARKit's `simd_float4x4`.
    // Otherwise literals of whole numbers would be ambiguous.
    @_disfavoredOverload
    public init(
        columns x: SIMD4<Float>, _ y: SIMD4<Float>, _ z: SIMD4<Float>, _ translation: SIMD4<Float>
    ) throws(MatrixError) {
        try self.init(
            columns: SIMD4<Double>(x), SIMD4<Double>(y), SIMD4<Double>(z), SIMD4<Double>(translation))
    }

    /// The transform of a matrix given column after column: the translation is numbers 13 to 15.
    public init(columnMajor numbers: [Double]) throws(MatrixError) {
        guard numbers.count == 16 else { throw .wrongCount(numbers.count) }
        func column(_ index: Int) -> SIMD4<Double> {
            SIMD4(numbers[4 * index], numbers[4 * index + 1], numbers[4 * index + 2], numbers[4 * index + 3])
        }
        try self.init(columns: column(0), column(1), column(2), column(3))
    }
}

extension SIMD4<Double> {
    /// The first three numbers.
    fileprivate var point: SIMD3<Double> { SIMD3(x, y, z) }
}
