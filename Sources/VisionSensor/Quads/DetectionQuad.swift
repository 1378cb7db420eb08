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
        let rays = box.corners.map { boxes.ray($0.x, $0.y) }
        var points: [SIMD3<Double>] = []
        switch placement {
        case .facing: for ray in rays { points.append(ray * depth) }
        case .billboard:
            let normal = ray.unit ?? SIMD3(0, 0, -1)
            points = try DetectionQuad.points(rays, on: normal, at: normal.dot(centerInCamera))
        case .plane(let plane):
            let cameraFromWorld = frame.worldFromCamera.inverted()
            let normal = cameraFromWorld.rotation * plane.normal
            points = try DetectionQuad.points(rays, on: normal, at: normal.dot(cameraFromWorld * plane.point))
        }
        for point in points {
            guard -point.z > 0, -point.z <= DetectionQuad.mostDistance else {
                throw .outOfRange(metres: -point.z)
            }
        }
        inCamera = Quad(points[0], points[1], points[2], points[3])
        quad = frame.worldFromCamera * inCamera
        center = frame.worldFromCamera * centerInCamera
        (width, height) = (box.width * depth / boxes.image.fx, box.height * depth / boxes.image.fy)
    }

    /// The points in which rays meet a plane.
    private static func points(
        _ rays: [SIMD3<Double>], on normal: SIMD3<Double>, at offset: Double
    ) throws(DetectionError) -> [SIMD3<Double>] {
        var points: [SIMD3<Double>] = []
        for (corner, ray) in rays.enumerated() {
            let along = normal.dot(ray), sine = along.magnitude / ray.length
            guard sine >= leastSine else { throw .grazing(corner: corner, sine: sine) }
            points.append(ray * (offset / along))
        }
        return points
    }
}
