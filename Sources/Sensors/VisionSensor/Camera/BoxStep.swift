/// A step from one image to the next, on the way from the camera's own image to the one that boxes are in.
public enum BoxStep: Hashable, Sendable {
    /// All lengths times a factor.
    case resize(Double)
    /// The image on a larger one of this size, so many pixels from its left and its top.
    case pad(left: Double, top: Double, width: Double, height: Double)
    /// A part of the image of this size, which begins so many pixels from its left and its top.
    case crop(left: Double, top: Double, width: Double, height: Double)
    /// A quarter turn clockwise.
    case portrait

    /// The intrinsics of the image that the step leads to; `nil` if it fits none.
    func applied(to image: CameraIntrinsics) -> CameraIntrinsics? {
        let next: CameraIntrinsics
        switch self {
        case .resize(let factor):
            next = CameraIntrinsics(
                unchecked: image.fx * factor, image.fy * factor, image.cx * factor, image.cy * factor,
                image.width * factor, image.height * factor)
        case .pad(let left, let top, let width, let height):
            guard left >= 0, top >= 0, left + image.width <= width, top + image.height <= height else {
                return nil
            }
            next = CameraIntrinsics(
                unchecked: image.fx, image.fy, image.cx + left, image.cy + top, width, height)
        case .crop(let left, let top, let width, let height):
            guard left >= 0, top >= 0, left + width <= image.width, top + height <= image.height else {
                return nil
            }
            next = CameraIntrinsics(
                unchecked: image.fx, image.fy, image.cx - left, image.cy - top, width, height)
        case .portrait:
            next = CameraIntrinsics(
                unchecked: image.fy, image.fx, image.height - image.cy, image.cx, image.height, image.width)
        }
        let lengths = [next.fx, next.fy, next.width, next.height]
        guard lengths.allSatisfy({ $0 > 0 && $0 <= CameraIntrinsics.mostPixels }) else { return nil }
        return next
    }
}
