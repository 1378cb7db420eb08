internal import QuadGeometry

/// The image that boxes are in: the camera's own image, and the steps that lead from it to that image.
///
/// The wire does not name it, so there is no default. Directions are in ARKit's camera space of the own image: x right, y up, z
/// towards the viewer.
public struct BoxFrame: Hashable, Sendable {
    /// The camera's own image, which is a landscape one.
    public let native: CameraIntrinsics
    public let steps: [BoxStep]
    /// The image that boxes are in.
    public let image: CameraIntrinsics
    /// The quarter turns clockwise among the steps, 0 to 3.
    let turns: Int

    public init(native: CameraIntrinsics, steps: [BoxStep] = []) throws(CameraError) {
        guard steps.count <= BoxFrame.mostSteps else {
            throw .tooManySteps(found: steps.count, most: BoxFrame.mostSteps)
        }
        var image = native
        for (place, step) in steps.enumerated() {
            guard let next = step.applied(to: image) else {
                throw .badStep(number: place + 1, size: SIMD2(image.width, image.height))
            }
            image = next
        }
        (self.native, self.steps, self.image) = (native, steps, image)
        turns = steps.count { $0 == .portrait } % 4
    }

    /// More steps than this are refused.
    public static let mostSteps = 16

    /// The direction of a pixel, at a depth of one metre along the optical axis.
    public func ray(_ u: Double, _ v: Double) -> SIMD3<Double> { own(image.ray(u, v)) }

    /// The directions of the corners p1 to p4 of a box: clockwise as the camera sees them, from the top left.
    func rays(of box: PixelBox) -> Quad {
        Quad(
            ray(box.left, box.top), ray(box.right, box.top), ray(box.right, box.bottom),
            ray(box.left, box.bottom))
    }

    /// A vector in the axes of the image's camera, in those of the own image.
    func own(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        switch turns {
        case 0: vector
        case 1: SIMD3(-vector.y, vector.x, vector.z)
        case 2: SIMD3(-vector.x, -vector.y, vector.z)
        default: SIMD3(vector.y, -vector.x, vector.z)
        }
    }

    /// The pixel in which the camera sees a point; `nil` of points that are not in front of it.
    public func pixel(of point: SIMD3<Double>) -> SIMD2<Double>? {
        guard point.z < 0 else { return nil }
        // The inverse of three quarter turns more.
        let seen: SIMD3<Double>
        switch turns {
        case 0: seen = point
        case 1: seen = SIMD3(point.y, -point.x, point.z)
        case 2: seen = SIMD3(-point.x, -point.y, point.z)
        default: seen = SIMD3(-point.y, point.x, point.z)
        }
        return SIMD2(image.cx - image.fx * seen.x / seen.z, image.cy + image.fy * seen.y / seen.z)
    }

    /// Whether a box lies in the image, but for ``slack`` pixels.
    public func contains(_ box: PixelBox) -> Bool {
        box.left >= -BoxFrame.slack && box.top >= -BoxFrame.slack
            && box.right <= image.width + BoxFrame.slack && box.bottom <= image.height + BoxFrame.slack
    }

    /// Boxes that go beyond the image by more pixels than this are not in it.
    public static let slack = 2.0
}

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
