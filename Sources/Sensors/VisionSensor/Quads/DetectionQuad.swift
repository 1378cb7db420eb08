public import QuadGeometry

/// The quad that a box and a distance make: corners p1 to p4 clockwise as the camera sees them, from the top left.
///
/// The right-hand normal leads away from the camera, as in the marker app. The centre of the box is kept apart, since the mean of
/// the corners is another point unless the quad is parallel to the image.
public struct DetectionQuad: Hashable, Sendable {
    /// In the world.
    public let quad: Quad
    /// The point in the world that the centre of the box shows.
    public let center: SIMD3<Double>
    /// The quad in camera space, and the centre.
    public let inCamera: Quad
    public let centerInCamera: SIMD3<Double>
    /// The depth of the centre along the optical axis, in metres.
    public let depth: Double
    /// The size in metres of something that fills the box at that depth.
    public let width, height: Double

    /// Planes seen at a smaller sine of the angle than that of 5° are refused.
    public static let leastSine = 0.08715574274765817
    /// Corners farther away than this, in metres, are refused.
    public static let mostDistance = 1000.0

    public init(
        _ box: PixelBox, distance: Double, _ kind: DistanceKind, in frame: CameraFrame,
        corners placement: CornerPlacement = .facing
    ) throws(DetectionError) {
        guard !frame.isMirrored else { throw .mirrored }
        guard distance.isFinite, distance > 0 else { throw .noDistance }
        let boxes = frame.boxes
        guard boxes.contains(box) else { throw .outsideFrame }
        let ray = boxes.ray(box.centerX, box.centerY)
        depth = kind.depth(of: distance, alongRayOfLength: ray.length)
        centerInCamera = ray * depth
        let rays = boxes.rays(of: box)
        switch placement {
        case .facing:
            let depth = depth
            inCamera = rays.map { $0 * depth }
        case .billboard:
            let normal = ray.unit ?? SIMD3(0, 0, -1)
            inCamera = try DetectionQuad.points(rays, on: normal, at: normal.dot(centerInCamera))
        case .plane(let plane):
            let cameraFromWorld = frame.worldFromCamera.inverted()
            let normal = cameraFromWorld.rotation * plane.normal
            inCamera = try DetectionQuad.points(
                rays, on: normal, at: normal.dot(cameraFromWorld * plane.point))
        }
        for corner in 0..<4 {
            let far = -inCamera[corner: corner].z
            guard far > 0, far <= DetectionQuad.mostDistance else { throw .outOfRange(metres: far) }
        }
        quad = frame.worldFromCamera * inCamera
        center = frame.worldFromCamera * centerInCamera
        (width, height) = (box.width * depth / boxes.image.fx, box.height * depth / boxes.image.fy)
    }

    /// The points in which rays meet a plane.
    private static func points(
        _ rays: Quad, on normal: SIMD3<Double>, at offset: Double
    ) throws(DetectionError) -> Quad {
        for corner in 0..<4 {
            let ray = rays[corner: corner], sine = normal.dot(ray).magnitude / ray.length
            guard sine >= leastSine else { throw .grazing(corner: corner, sine: sine) }
        }
        return rays.map { $0 * (offset / normal.dot($0)) }
    }
}
