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

    /// The rotation back.
    @inlinable
    public func inverted() -> Rotation {
        let (first, second, third) = rows
        return Rotation(unchecked: first, second, third)
    }

    /// The vector turned.
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

/// A rotation as a quaternion, as a vector, as axis and angle. Each view is off by at most
/// ``Rotation/viewError`` radians, at any angle.
extension Rotation {
    /// The unit quaternion in the order x, y, z, w, with w not negative.
    ///
    /// The larger of the four is divided into the others, so that no digits are lost near the half turn.
    public var quaternionXYZW: SIMD4<Double> {
        let trace = x.x + y.y + z.z
        let quaternion: SIMD4<Double>
        if trace >= 0 {
            quaternion = SIMD4(y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace)
        } else if x.x >= y.y, x.x >= z.z {
            quaternion = SIMD4(1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y)
        } else if y.y >= z.z {
            quaternion = SIMD4(x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y, z.x - x.z)
        } else {
            quaternion = SIMD4(z.x + x.z, y.z + z.y, 1 + z.z - x.x - y.y, x.y - y.x)
        }
        let square = quaternion * quaternion
        let length = square.sum().squareRoot()
        return quaternion / (quaternion.w < 0 ? -length : length)
    }

    /// The unit quaternion in the order w, x, y, z, with w not negative.
    public var quaternionWXYZ: SIMD4<Double> {
        let q = quaternionXYZW
        return SIMD4(q.w, q.x, q.y, q.z)
    }

    /// The rotation of a quaternion in the order x, y, z, w, of any length but zero.
    public init(quaternionXYZW quaternion: SIMD4<Double>) throws(RotationError) {
        let largest = quaternion.replacing(with: -quaternion, where: quaternion .< 0).max()
        guard quaternion.x.isFinite, quaternion.y.isFinite, quaternion.z.isFinite, quaternion.w.isFinite
        else { throw .nonFinite }
        guard largest > 0 else { throw .zeroQuaternion }
        let shift = -Int(largest.exponent)
        let q = SIMD4(
            Double(sign: .plus, exponent: shift, significand: quaternion.x),
            Double(sign: .plus, exponent: shift, significand: quaternion.y),
            Double(sign: .plus, exponent: shift, significand: quaternion.z),
            Double(sign: .plus, exponent: shift, significand: quaternion.w))
        self.init(scaledQuaternion: q)
    }

    /// The rotation of a quaternion in the order w, x, y, z, of any length but zero.
    public init(quaternionWXYZ quaternion: SIMD4<Double>) throws(RotationError) {
        try self.init(
            quaternionXYZW: SIMD4(quaternion.y, quaternion.z, quaternion.w, quaternion.x))
    }

    /// The matrix of a quaternion of magnitude near one; its length divides out.
    private init(scaledQuaternion q: SIMD4<Double>) {
        let scale = 2 / (q * q).sum()
        let xx = q.x * q.x * scale, yy = q.y * q.y * scale, zz = q.z * q.z * scale
        let xy = q.x * q.y * scale, yz = q.y * q.z * scale, zx = q.z * q.x * scale
        let wx = q.w * q.x * scale, wy = q.w * q.y * scale, wz = q.w * q.z * scale
        self.init(
            unchecked: SIMD3(1 - (yy + zz), xy + wz, zx - wy),
            SIMD3(xy - wz, 1 - (zz + xx), yz + wx),
            SIMD3(zx + wy, yz - wx, 1 - (xx + yy)))
    }

    /// The rotation by `vector.length` radians about its direction, right-handed (the exponential).
    ///
    /// `nil` when a number is not finite, or the length is not. The angle may be of any size.
    public init?(rotationVector vector: SIMD3<Double>) {
        let angle = vector.length
        guard angle.isFinite else { return nil }
        guard let axis = vector.unit else {
            self = .identity
            return
        }
        let (sine, cosine) = sineAndCosine(angle / 2)
        self.init(scaledQuaternion: SIMD4(axis * sine, cosine))
    }

    /// The axis times the angle in radians, the shorter way around (the logarithm).
    public var rotationVector: SIMD3<Double> {
        let q = quaternionXYZW
        let vector = SIMD3(q.x, q.y, q.z)
        let sine = vector.length
        // Below this, the arc tangent's argument and the angle agree to the last bit.
        guard sine > 0x1p-500 else { return vector * (2 / q.w) }
        return vector * (2 * arcTangent(sine, q.w) / sine)
    }

    /// The angle, 0 to π radians.
    public var angle: Double {
        let q = quaternionXYZW
        let vector = SIMD3(q.x, q.y, q.z)
        return 2 * arcTangent(vector.length, q.w)
    }

    /// The axis, of length one, about which the angle is counted right-handed; `nil` when nothing turns.
    public var axis: SIMD3<Double>? {
        let q = quaternionXYZW
        return SIMD3(q.x, q.y, q.z).unit
    }

    /// The rotation by an angle in radians about an axis of any length, right-handed.
    ///
    /// `nil` when the axis is zero or a number is not finite.
    public init?(angle: Double, axis: SIMD3<Double>) {
        guard angle.isFinite, let unit = axis.unit else { return nil }
        let (sine, cosine) = sineAndCosine(angle / 2)
        self.init(scaledQuaternion: SIMD4(unit * sine, cosine))
    }

    /// The bound on each view, in radians (Frobenius over √2 for matrices), for angles of up to 2²⁰.
    ///
    /// An axis is off by that over the sine of half the angle. A rotation vector longer than π also brings the
    /// rounding of its own length. Worst seen: 4.24 `ulpOfOne`, over 4,000,000 random turns against 80-bit arithmetic
    /// (`BoundTests`).
    public static let viewError = 8 * Double.ulpOfOne
}
