public import QuadGeometry

/// A 4x4 matrix whose last row is 0 0 0 1: position, orientation and scale of something, as columns.
@frozen
public struct AffineMatrix: Hashable, Sendable {
    /// The images of the three directions.
    public let x, y, z: SIMD3<Double>
    /// The image of the origin, in metres.
    public let translation: SIMD3<Double>

    /// The matrix of these columns; `nil` if a number is not finite or the columns lie in one plane.
    public init?(
        _ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>, translation: SIMD3<Double>
    ) {
        guard x.isFinite, y.isFinite, z.isFinite, translation.isFinite else { return nil }
        self.init(unchecked: x, y, z, translation)
        guard isPlainlyFirm || firmness >= AffineMatrix.leastFirmness else { return nil }
    }

    @inlinable
    init(
        unchecked x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>, _ translation: SIMD3<Double>
    ) {
        (self.x, self.y, self.z, self.translation) = (x, y, z, translation)
    }

    public init(_ transform: RigidTransform) {
        self.init(
            unchecked: transform.rotation.x, transform.rotation.y, transform.rotation.z,
            transform.translation)
    }

    /// The volume that the columns span, each scaled to a largest number of one; 0 if they lie in one plane.
    public var firmness: Double {
        func scaled(_ v: SIMD3<Double>) -> SIMD3<Double> {
            let largest = v.largestMagnitude
            return largest > 0 ? v / largest : v
        }
        return scaled(x).dot(scaled(y).cross(scaled(z))).magnitude
    }

    /// Whether the columns are of usual sizes and far from one plane, as nearly all are; without the divisions of ``firmness``.
    private var isPlainlyFirm: Bool {
        let sizes = SIMD3(x.largestMagnitude, y.largestMagnitude, z.largestMagnitude)
        let bound = 1e-3 * sizes.x * sizes.y * sizes.z
        return sizes.min() > 1e-50 && sizes.max() < 1e50 && x.dot(y.cross(z)).magnitude > bound
    }

    /// The least ``firmness``; below it what has a volume would be drawn flat.
    package static let leastFirmness = 1e-12

    /// The columns of the 4x4 matrix.
    public var columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
        (SIMD4(x, 0), SIMD4(y, 0), SIMD4(z, 0), SIMD4(translation, 1))
    }

    /// The matrix carried into another frame.
    @inlinable
    public static func * (recipientFromSender: RigidTransform, matrix: AffineMatrix) -> AffineMatrix {
        let turn = recipientFromSender.rotation
        return AffineMatrix(
            unchecked: turn * matrix.x, turn * matrix.y, turn * matrix.z,
            recipientFromSender * matrix.translation)
    }

    @inlinable
    var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && translation.isFinite }
}

/// The place of a message in its sender's frame, in one of the two forms of the wire.
public enum MessageTransform: Hashable, Sendable {
    /// A point, in metres: what clients of version 0.1.0 send.
    case offset(SIMD3<Double>)
    /// A matrix with orientation and scale: what the documented client sends.
    case matrix(AffineMatrix)

    public init(_ transform: RigidTransform) { self = .matrix(AffineMatrix(transform)) }

    /// The position, in metres.
    @inlinable
    public var position: SIMD3<Double> {
        switch self {
        case .offset(let point): point
        case .matrix(let matrix): matrix.translation
        }
    }

    /// Whether every number is finite.
    @inlinable
    public var isFinite: Bool {
        switch self {
        case .offset(let point): point.isFinite
        case .matrix(let matrix): matrix.isFinite
        }
    }
}
