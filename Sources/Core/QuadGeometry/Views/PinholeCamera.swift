/// A camera without distortion, in its place in the world.
///
/// Pixels count from the image's top left corner, x to the right and y down; the image's edges are at 0 and at its width
/// and height, so the center of the pixel in column 0 and row 0 is at (0.5, 0.5). The camera looks along its own -z, with
/// x to the right and y up, as cameras of ARKit do.
///
/// ```swift
/// let camera = try PinholeCamera(
///     width: 640, height: 480, fx: 500, fy: 500, cx: 320, cy: 240, worldFromCamera: .identity)
/// let tapped = camera.ray(x: 320, y: 240)
/// ```
public struct PinholeCamera: Hashable, Sendable {
    /// The columns and rows of the image.
    public let width, height: Int
    /// The focal lengths and the principal point, in pixels.
    public let fx, fy, cx, cy: Double
    /// Carries points of the camera's axes into the world.
    public let worldFromCamera: RigidTransform

    /// A camera, refused unless its numbers are those of one.
    ///
    /// - Parameters:
    ///   - width: the columns of the image, at least one.
    ///   - height: the rows of the image, at least one.
    ///   - fx: the focal length along x, in pixels; positive.
    ///   - fy: the focal length along y, in pixels; positive.
    ///   - cx: where the optical axis is along x, in pixels from the left edge; may be outside of the image, as of a cut-out.
    ///   - cy: where the optical axis is along y, in pixels from the upper edge.
    ///   - worldFromCamera: the pose of the camera.
    public init(
        width: Int, height: Int, fx: Double, fy: Double, cx: Double, cy: Double,
        worldFromCamera: RigidTransform
    ) throws(PinholeCameraError) {
        for (name, value) in [("width", width), ("height", height)]
        where !(1...PinholeCamera.mostPixels).contains(value) {
            throw .badNumber(member: name, value: Double(value))
        }
        let most = Double(PinholeCamera.mostPixels)
        for (name, value) in [("fx", fx), ("fy", fy)]
        where !(value >= PinholeCamera.leastFocalLength && value <= most) {
            throw .badNumber(member: name, value: value)
        }
        for (name, value) in [("cx", cx), ("cy", cy)] where !(value.magnitude <= most) {
            throw .badNumber(member: name, value: value)
        }
        (self.width, self.height) = (width, height)
        (self.fx, self.fy, self.cx, self.cy) = (fx, fy, cx, cy)
        self.worldFromCamera = worldFromCamera
    }

    /// Lengths in pixels beyond this are refused.
    package static let mostPixels = 1_000_000
    /// Focal lengths below this, in pixels, are refused: no lens has one.
    package static let leastFocalLength = 1e-3

    /// The ray from the camera through a place in the image, in the world.
    ///
    /// Its direction is one metre long along the optical axis, so that distances along the ray are depths in metres.
    ///
    /// - Parameters:
    ///   - x: in pixels from the left edge; finite.
    ///   - y: in pixels from the upper edge; finite.
    public func ray(x: Double, y: Double) -> Ray {
        Ray(
            unchecked: worldFromCamera.translation,
            worldFromCamera.rotation * SIMD3((x - cx) / fx, -(y - cy) / fy, -1))
    }

    /// The ray from the camera through the center of a pixel.
    ///
    /// - Parameters:
    ///   - column: from 0 at the left.
    ///   - row: from 0 at the top.
    public func ray(column: Int, row: Int) -> Ray { ray(x: Double(column) + 0.5, y: Double(row) + 0.5) }
}

/// The reason that numbers are not those of a camera.
public enum PinholeCameraError: Error, Hashable, Sendable {
    /// A size, a focal length or a place of the optical axis is not finite, not positive where it must be, or too large.
    case badNumber(member: String, value: Double)
}
