internal import QuadGeometry
public import RigidCalibration

/// The place of a box's centre in the world, with the covariance of the measurement and that of the camera's pose apart.
public struct CenterSighting: Hashable, Sendable {
    public let point: SIMD3<Double>
    /// Of the box and the distance.
    public let measurement: SymmetricMatrix
    /// Of the camera's place and turn, which the frames of one stand share.
    public let pose: SymmetricMatrix
    /// The length of the ray to the centre at a depth of one metre.
    public let rayLength: Double

    public init(_ box: PixelBox, distance: Double, _ kind: DistanceKind, in frame: CameraFrame) {
        let boxes = frame.boxes, image = boxes.image, noise = frame.noise,
            turn = frame.worldFromCamera.rotation
        let ray = boxes.ray(box.centerX, box.centerY), length = ray.length
        let depth = kind.depth(of: distance, alongRayOfLength: length)
        // The middle of two edges of equal noise.
        let pixel = noise.edge / 2.0.squareRoot()
        let columns = [
            (boxes.own(SIMD3(1 / image.fx, 0, 0)), pixel), (boxes.own(SIMD3(0, -1 / image.fy, 0)), pixel),
        ]
        var sum = SymmetricMatrix.zero
        for (step, deviation) in columns {
            let pull = kind == .ray ? -ray.dot(step) / (length * length) : 0
            let moved = turn * (step + ray * pull) * (depth * deviation)
            sum = sum + SymmetricMatrix(product: moved, moved)
        }
        let farther = turn * ray * (noise.depth * (kind == .ray ? 1 / length : 1))
        measurement = sum + SymmetricMatrix(product: farther, farther)
        let arm = turn * (ray * depth)
        let turned = SymmetricMatrix(diagonal: arm.dot(arm)) - SymmetricMatrix(product: arm, arm)
        pose =
            turned * (noise.poseTurn * noise.poseTurn)
            + SymmetricMatrix(diagonal: noise.poseShift * noise.poseShift)
        point = frame.worldFromCamera * (ray * depth)
        rayLength = length
    }

    /// The covariance of the point.
    public var covariance: SymmetricMatrix { measurement + pose }
}

/// The line along which a phone measures distances. The wire does not say, so there is no default.
public enum DistanceKind: String, Hashable, Sendable, CaseIterable {
    /// Along the optical axis, as depth maps have it.
    case axis
    /// Along the ray to the object, as hit tests have it.
    case ray

    /// The depth along the optical axis of a distance to the pixel of a ray at z = -1.
    @inlinable
    public func depth(of distance: Double, alongRayOfLength length: Double) -> Double {
        self == .axis ? distance : distance / length
    }
}
