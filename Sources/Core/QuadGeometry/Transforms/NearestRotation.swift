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
