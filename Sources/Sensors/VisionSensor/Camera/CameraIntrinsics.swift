/// The focal lengths, the principal point and the size of an image, in pixels.
///
/// Pixels count from the top left corner, x to the right and y down; the image's edges are at 0 and at its size.
public struct CameraIntrinsics: Hashable, Sendable {
    public let fx, fy, cx, cy: Double
    public let width, height: Double

    /// The intrinsics of a camera; refused unless they are those of an image that the principal point lies in.
    public init(
        fx: Double, fy: Double, cx: Double, cy: Double, width: Double, height: Double
    ) throws(CameraError) {
        self.init(unchecked: fx, fy, cx, cy, width, height)
        for (name, value) in [("fx", fx), ("fy", fy), ("width", width), ("height", height)] {
            guard value > 0, value <= CameraIntrinsics.mostPixels else {
                throw .badIntrinsics(member: name, value: value)
            }
        }
        for (name, value, most) in [("cx", cx, width), ("cy", cy, height)] {
            guard value >= 0, value <= most else { throw .badIntrinsics(member: name, value: value) }
        }
    }

    init(
        unchecked fx: Double, _ fy: Double, _ cx: Double, _ cy: Double, _ width: Double, _ height: Double
    ) {
        (self.fx, self.fy, self.cx, self.cy) = (fx, fy, cx, cy)
        (self.width, self.height) = (width, height)
    }

    /// Lengths in pixels beyond this are refused.
    public static let mostPixels = 1e6

    /// The direction of a pixel in the axes of the image's camera: x right, y up, at z = -1.
    @inlinable
    public func ray(_ u: Double, _ v: Double) -> SIMD3<Double> { SIMD3((u - cx) / fx, -(v - cy) / fy, -1) }
}
