internal import QuadGeometry
internal import RigidCalibration

/// A size that the phone states, beside the one that box and distance imply.
///
/// Both are the same if the box is in the image of the camera frame. If they differ by one factor everywhere, it is in another one.
public struct SizeCheck: Hashable, Sendable {
    /// The stated size over the implied one, across and down.
    public let widthRatio, heightRatio: Double
    /// The largest distance of their logarithms from zero that noise explains.
    public let limit: Double
    /// The focal length at which the width would be right, in pixels.
    public let impliedFocalLength: Double

    /// The check of a stated size; `nil` if the phone states none.
    public init?(
        _ box: PixelBox, distance: Double, _ kind: DistanceKind, realWidth: Double?, realHeight: Double?,
        in frame: CameraFrame
    ) {
        guard let realWidth, let realHeight, realWidth > 0, realHeight > 0, realWidth.isFinite,
            realHeight.isFinite
        else { return nil }
        let image = frame.boxes.image
        let length = frame.boxes.ray(box.centerX, box.centerY).length
        let depth = kind.depth(of: distance, alongRayOfLength: length)
        widthRatio = realWidth * image.fx / (box.width * depth)
        heightRatio = realHeight * image.fy / (box.height * depth)
        let edge = frame.noise.edge / Double.minimum(box.width, box.height), far = frame.noise.depth / depth
        limit = SizeCheck.deviations * (2 * edge * edge + far * far).squareRoot()
        impliedFocalLength = box.width * depth / realWidth
    }

    /// The deviations up to which a size is consistent.
    public static let deviations = 3.0

    /// Whether noise explains the difference.
    public var isConsistent: Bool {
        logarithm(widthRatio).magnitude <= limit && logarithm(heightRatio).magnitude <= limit
    }
}
