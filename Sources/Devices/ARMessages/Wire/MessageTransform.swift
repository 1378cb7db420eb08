public import QuadGeometry

/// The place of a message in its sender's frame, in one of the two forms of the wire.
public enum MessageTransform: Hashable, Sendable {
    /// A point, in metres: what clients of version 0.1.0 send.
    case offset(SIMD3<Double>)
    /// A matrix with orientation and scale: what the documented client sends.
    case matrix(AffineMatrix)

    /// The matrix form of a rigid transform.
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
