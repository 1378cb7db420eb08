public import QuadGeometry
internal import RigidCalibration

/// A sighting, or some of its corners, that the fusion left out.
public struct LeftOutSighting: Hashable, Sendable {
    /// The look of the residuals.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Single corners are elsewhere.
        case cornerOff = "CORNER_OFF"
        /// All corners are elsewhere.
        case markerMoved = "MARKER_MOVED"
        /// All corners are where another marker is.
        case wrongLabel = "WRONG_LABEL"
    }

    public let session: String
    public let reason: Reason
    /// The corners that were left out, 0 for p1.
    public let corners: [Int]
    /// The marker that is there, of a wrong label.
    public let other: String?
    /// The largest distance from the fused corners, in metres.
    public let distance: Double
}

/// A marker as several sessions together saw it.
public struct FusedMarker: Hashable, Sendable {
    public let key: String
    /// The corners in the frame of the root.
    public let quad: Quad
    /// Twelve rows of twelve, row after row: corner by corner, x, y, z, in square metres.
    public let covariance: [Double]
    /// The degrees of freedom by which the covariance is known; infinite where the noise was given.
    public let freedom: Double
    /// The sessions that saw it.
    public let sessions: [String]
    /// The sightings of each corner that agree.
    public let agreeing: [Int]
    public let leftOut: [LeftOutSighting]
    /// The corners that sessions dispute without three that agree; what the quad says of them is not to be relied on.
    public let undecided: [Int]
    /// The quads of all sessions in the frame of the root, in the order of ``sessions``, each with its corners in that of ``quad``.
    public let places: [Quad]
    /// The orders in which the sessions' corners are those of ``quad``: not the identity where one began at another corner.
    public let orders: [CornerOrder]

    /// Whether only one session saw it, so that nothing checks it.
    public var isCarriedOver: Bool { sessions.count == 1 }

    /// Sightings of a disputed corner that must agree.
    public static let majority = 3

    /// The root of the mean square of a corner's error, in metres.
    public func deviation(ofCorner corner: Int) -> Double {
        (0..<3).reduce(0) { $0 + covariance[13 * (3 * corner + $1)] }.squareRoot()
    }

    /// The distance that a corner's error exceeds in one of twenty cases, in metres.
    public func bound(ofCorner corner: Int) -> Double {
        func at(_ row: Int, _ column: Int) -> Double {
            covariance[12 * (3 * corner + row) + 3 * corner + column]
        }
        return SymmetricMatrix(
            xx: at(0, 0), xy: at(0, 1), xz: at(0, 2), yy: at(1, 1), yz: at(1, 2), zz: at(2, 2)
        ).bound(freedom: freedom)
    }
}

/// The frame of a session in that of the root.
public struct FusedFrame: Hashable, Sendable {
    public let session: String
    public let rootFromSession: RigidTransform
    /// The covariance of the motion; `nil` of the root.
    public let covariance: EdgeCovariance?
}
