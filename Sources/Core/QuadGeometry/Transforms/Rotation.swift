/// A rotation, kept as the nine numbers of its matrix.
///
/// A unit quaternion in doubles holds fewer digits, so quaternions, rotation vectors, axis and angle are views.
/// Name a value after the frames it joins, destination first: `mapFromScan * point`.
///
/// ```swift
/// let quarter = Rotation(angle: .pi / 2, axis: [0, 1, 0])!
/// print(quarter * SIMD3(1, 0, 0), quarter.inverted() * SIMD3(1, 0, 0))
/// ```
@frozen
public struct Rotation: Hashable, Sendable {
    /// The images of the x, y and z directions: the matrix's columns.
    public let x: SIMD3<Double>
    public let y: SIMD3<Double>
    public let z: SIMD3<Double>

    /// The rotation that changes nothing.
    public static let identity = Rotation(
        unchecked: SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

    /// The rotation with these columns, which must be of length one, at right angles and right-handed to within
    /// ``orthonormalityLimit``. They are taken as they are; ``NearestRotation`` corrects them.
    public init(columns x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) throws(RotationError) {
        try Rotation.require(x, y, z, within: Rotation.orthonormalityLimit)
        self.init(unchecked: x, y, z)
    }

    /// For columns that are a rotation by construction.
    @inlinable
    package init(unchecked x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The largest entry of |RᵀR - 1| of columns that are a rotation to within a limit.
    @discardableResult
    static func require(
        _ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>, within limit: Double
    ) throws(RotationError) -> Double {
        guard x.isFinite, y.isFinite, z.isFinite else { throw .nonFinite }
        let determinant = x.dot(y.cross(z))
        let defect = orthonormalityDefect(x, y, z)
        // The determinant first: a mirror is a different mistake from a sloppy matrix.
        guard determinant > 0 else { throw .mirrored(determinant: determinant) }
        guard defect <= limit else { throw .notOrthonormal(defect: defect) }
        return defect
    }

    /// The largest entry of |RᵀR - 1|.
    package static func orthonormalityDefect(
        _ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>
    ) -> Double {
        let lengths = SIMD3(x.dot(x) - 1, y.dot(y) - 1, z.dot(z) - 1)
        let products = SIMD3(x.dot(y), y.dot(z), z.dot(x))
        return Double.maximum(lengths.largestMagnitude, products.largestMagnitude)
    }

    /// The largest deviation of RᵀR from the unit matrix, per entry: at 100 m it bends a marker by a tenth of a nanometre.
    public static let orthonormalityLimit = 1e-12

    /// The rows of the matrix, which are the columns of its inverse.
    @inlinable
    public var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        (SIMD3(x.x, y.x, z.x), SIMD3(x.y, y.y, z.y), SIMD3(x.z, y.z, z.z))
    }

    @inlinable
    public func inverted() -> Rotation {
        let (first, second, third) = rows
        return Rotation(unchecked: first, second, third)
    }

    @inlinable
    public static func * (rotation: Rotation, vector: SIMD3<Double>) -> SIMD3<Double> {
        rotation.x * vector.x + rotation.y * vector.y + rotation.z * vector.z
    }

    /// First the right-hand rotation, then the left.
    @inlinable
    public static func * (after: Rotation, before: Rotation) -> Rotation {
        Rotation(unchecked: after * before.x, after * before.y, after * before.z)
    }
}

/// The reason that nine or four numbers are not a rotation.
public enum RotationError: Error, Hashable, Sendable {
    case nonFinite
    /// The columns are left-handed, or flat: markers would be mirrored.
    case mirrored(determinant: Double)
    /// The largest entry of |RᵀR - 1| is above what is taken or corrected.
    case notOrthonormal(defect: Double)
    case zeroQuaternion
}
