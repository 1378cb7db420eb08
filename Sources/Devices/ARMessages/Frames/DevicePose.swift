public import QuadGeometry

/// The pose of a device in its own frame, made rigid.
public struct DevicePose: Hashable, Sendable {
    public let transform: RigidTransform
    /// The largest difference of a number of the matrix from the transform; 0 where it was taken as it was.
    public let correction: Double
    /// Whether the message had a rotation; an offset has none, and only the rule of shifts can use it.
    public let hasRotation: Bool

    /// The largest coordinate of a pose that a relay takes, in metres: the frames of a room are not farther apart.
    public static let largestShift = 1e5

    /// A pose that is rigid already.
    public init(_ transform: RigidTransform) {
        (self.transform, correction, hasRotation) = (transform, 0, true)
    }

    /// The pose that a message carries; orthonormal to 1e-3, as single precision leaves it, and brought to the nearest rotation.
    public init(_ transform: MessageTransform) throws(HandshakeError) {
        switch transform {
        case .offset(let point):
            guard let shift = RigidTransform(rotation: .identity, translation: point) else {
                throw .notFinite
            }
            (self.transform, correction, hasRotation) = (shift, 0, false)
        case .matrix(let matrix):
            let (x, y, z, translation) = matrix.columns
            do {
                let nearest = try NearestTransform(columns: x, y, z, translation)
                (self.transform, correction, hasRotation) = (nearest.transform, nearest.correction, true)
            } catch {
                throw HandshakeError(error)
            }
        }
    }
}

/// The reason that a pose of a handshake is refused.
public enum HandshakeError: Error, Hashable, Sendable {
    /// The columns miss a rotation by this much, in the largest entry of |RᵀR - 1|.
    case notRigid(defect: Double)
    /// The columns are left-handed.
    case mirrored
    case notFinite
    /// An offset where a rotation is needed.
    case noRotation
    case noTransform

    init(_ error: MatrixError) {
        switch error {
        case .rotation(.notOrthonormal(let defect)): self = .notRigid(defect: defect)
        case .rotation(.mirrored): self = .mirrored
        case .rotation, .wrongCount, .nonFinite, .lastRow: self = .notFinite
        }
    }

    /// A word whose meaning never changes.
    public var code: String {
        switch self {
        case .notRigid, .mirrored: "NOT_RIGID"
        case .notFinite: "NOT_FINITE"
        case .noRotation: "NO_ROTATION"
        case .noTransform: "NO_TRANSFORM"
        }
    }

    /// A sentence for people.
    public var message: String {
        switch self {
        case .notRigid(let defect):
            "the columns of the pose miss a rotation by \(defect); up to \(NearestTransform.largestDefect) is taken"
        case .mirrored: "the columns of the pose are left-handed"
        case .notFinite: "a number of the pose is not finite"
        case .noTransform: "the message has no transform, which says the pose"
        case .noRotation:
            "the pose is an offset and has no rotation; send a transform, or use the offset method"
        }
    }
}
