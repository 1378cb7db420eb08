public import QuadGeometry

/// A camera at the moment of a reply: its images, its place, and how sure all of it is.
public struct CameraFrame: Hashable, Sendable {
    /// The request whose reply it belongs to; `nil` if it belongs to the next one.
    public let requestID: String?
    public let boxes: BoxFrame
    /// The pose of the camera, whose axes are ARKit's: x right, y up, z towards the viewer.
    public let worldFromCamera: RigidTransform
    /// Whether the picture is mirrored, as those of front cameras are; such boxes make no quads.
    public let isMirrored: Bool
    /// The name of the stand: frames of one share the error of the pose.
    public let stand: String?
    public let noise: SensorNoise
    /// The time of the picture as it was written; only shown.
    public let capturedAt: String?

    public init(
        requestID: String? = nil, boxes: BoxFrame, worldFromCamera: RigidTransform = .identity,
        isMirrored: Bool = false, stand: String? = nil, noise: SensorNoise, capturedAt: String? = nil
    ) {
        (self.requestID, self.boxes, self.worldFromCamera) = (requestID, boxes, worldFromCamera)
        (self.isMirrored, self.stand) = (isMirrored, stand)
        (self.noise, self.capturedAt) = (noise, capturedAt)
    }
}

/// The standard deviations of what a detection is made of.
public struct SensorNoise: Hashable, Sendable {
    /// Of one edge of a box, in pixels.
    public let edge: Double
    /// Of a distance, in metres.
    public let depth: Double
    /// Of the camera's place in metres, and of its turn in radians, in each direction; shared by the frames of a stand.
    public let poseShift, poseTurn: Double

    /// Two pixels an edge, a centimetre of depth, 5 mm and 0.3° of the pose, unless other numbers are given.
    public init(
        edge: Double = 2, depth: Double = DepthPreset.careful.deviation, poseShift: Double = 0.005,
        poseTurn: Double = 0.3 * .pi / 180
    ) throws(CameraError) {
        let all = [
            ("edgePx", edge), ("depthMetres", depth), ("poseMetres", poseShift), ("poseDegrees", poseTurn),
        ]
        for (member, value) in all {
            // A pose may be exact; a box and a distance that were would leave no covariance to average by.
            let isLarge = member.hasPrefix("pose") ? value >= 0 : value > 0
            guard isLarge, value <= SensorNoise.largest else {
                throw .badDeviation(member: member, value: value)
            }
        }
        (self.edge, self.depth) = (edge, depth)
        (self.poseShift, self.poseTurn) = (poseShift, poseTurn)
    }

    /// Deviations beyond this, in whatever unit, are refused.
    public static let largest = 1e3
}

/// The deviation of distances by the sensor that measures them.
public enum DepthPreset: String, Hashable, Sendable, CaseIterable {
    /// As the vendor states for 0.3 to 1.5 m.
    case lidar
    /// As the vendor states without LiDAR.
    case features
    /// As tests in the field report.
    case careful

    /// In metres.
    public var deviation: Double {
        switch self {
        case .lidar: 0.0015
        case .features: 0.015
        case .careful: 0.010
        }
    }

    /// The distances that the vendor's statement is for, in metres; `nil` if it names none.
    public var range: ClosedRange<Double>? { self == .lidar ? 0.3...1.5 : nil }
}
