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
