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
    package static let largest = 1e3
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
    package static let mostPixels = 1e6

    /// The direction of a pixel in the axes of the image's camera: x right, y up, at z = -1.
    @inlinable
    public func ray(_ u: Double, _ v: Double) -> SIMD3<Double> { SIMD3((u - cx) / fx, -(v - cy) / fy, -1) }
}

/// The image that boxes are in: the camera's own image, and the steps that lead from it to that image.
///
/// The wire does not name it, so there is no default. Directions are in ARKit's camera space of the own image: x right, y up, z
/// towards the viewer.
public struct BoxFrame: Hashable, Sendable {
    /// The camera's own image, which is a landscape one.
    public let native: CameraIntrinsics
    public let steps: [BoxStep]
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
    package static let mostSteps = 16

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
