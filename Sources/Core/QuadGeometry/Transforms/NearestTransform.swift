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
    fileprivate var point: SIMD3<Double> { SIMD3(x, y, z) }
}

/// The rotation nearest to three columns that are nearly one, and by how much they miss it.
public struct NearestRotation: Hashable, Sendable {
    public let rotation: Rotation
    /// The largest entry of |RᵀR - 1| of the columns as they were given.
    public let defect: Double
    /// The largest difference of a number from the rotation; zero where the columns were taken as they are.
    public let correction: Double

    /// The rotation of columns in single precision, or of a few decimal places.
    ///
    /// Columns within ``Rotation/orthonormalityLimit`` are taken as they are.
    ///
    /// - Parameters:
    ///   - x: the image of the x direction.
    ///   - y: the image of the y direction.
    ///   - z: the image of the z direction.
    ///   - limit: the largest defect that is corrected; at most ``largestLimit``, which is used in place of more.
    public init(
        columns x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>, within limit: Double
    ) throws(RotationError) {
        defect = try Rotation.require(x, y, z, within: Double.minimum(limit, NearestRotation.largestLimit))
        guard defect > Rotation.orthonormalityLimit else {
            (rotation, correction) = (Rotation(unchecked: x, y, z), 0)
            return
        }
        rotation = try NearestRotation.nearest(x, y, z)
        correction = Double.maximum(
            (rotation.x - x).largestMagnitude,
            Double.maximum((rotation.y - y).largestMagnitude, (rotation.z - z).largestMagnitude))
    }

    /// The largest limit: up to here every correction converges in `steps`.
    public static let largestLimit = 0.01

    /// Each step squares the defect: 1e-2, 1e-4, 1e-8, 1e-16.
    private static let steps = 5

    /// The mean with the inverse transposed, until that changes nothing.
    private static func nearest(
        _ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>
    ) throws(RotationError) -> Rotation {
        var (x, y, z) = (x, y, z)
        for _ in 0..<steps {
            let share = 1 / x.dot(y.cross(z))
            (x, y, z) = (
                (x + y.cross(z) * share) / 2, (y + z.cross(x) * share) / 2, (z + x.cross(y) * share) / 2
            )
        }
        return try Rotation(columns: x, y, z)
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
