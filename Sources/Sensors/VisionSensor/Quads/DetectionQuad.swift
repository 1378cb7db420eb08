public import QuadGeometry
public import RigidCalibration

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
    package static let leastSine = 0.08715574274765817
    /// Corners farther away than this, in metres, are refused.
    package static let mostDistance = 1000.0

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

/// The reason that a detection makes no quad.
public enum DetectionError: Error, Hashable, Sendable {
    /// Nothing was hit: the distance is missing, or not above zero.
    case noDistance
    /// The box goes beyond the image that it should be in.
    case outsideFrame
    case mirrored
    /// The plane is seen at too flat an angle at a corner, counted from 0; its sine.
    case grazing(corner: Int, sine: Double)
    /// A corner that is behind the camera, or farther away than a kilometre.
    case outOfRange(metres: Double)

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch self {
        case .noDistance: "NO_DISTANCE"
        case .outsideFrame: "OUTSIDE_FRAME"
        case .mirrored: "MIRRORED"
        case .grazing: "GRAZING"
        case .outOfRange: "BAD_OBJECT"
        }
    }

    /// The reason in words.
    public var message: String {
        switch self {
        case .noDistance: "the phone hit nothing there, so its distance is unknown"
        case .outsideFrame:
            "the box goes more than \(Int(BoxFrame.slack)) pixels beyond the image of the camera frame"
        case .mirrored: "the picture is mirrored, as those of front cameras are"
        case .grazing(let corner, let sine):
            "the plane is seen at too flat an angle at corner p\(corner + 1) (its sine is \(sine))"
        case .outOfRange(let metres): "a corner would be \(metres) m in front of the camera"
        }
    }
}

/// The plane that the corners of a box are put on, which the box itself does not say.
public enum CornerPlacement: Hashable, Sendable {
    /// Parallel to the image, through the centre.
    case facing
    /// Across the ray to the centre.
    case billboard
    /// A plane in the world, such as a wall.
    case plane(Plane)
}

/// The uncertainty of a quad that faces its camera, from the noise of the box's edges, the distance and the camera's pose.
///
/// Five numbers are measured and six of the pose, so the covariance of the twelve coordinates is never of full rank: 5 without the
/// pose, 8 with it.
public struct DetectionCovariance: Hashable, Sendable {
    /// The 144 numbers in the world, row after row, in square metres: x, y and z of p1, then of p2 and so on.
    public let matrix: [Double]

    /// The covariance of a box at a distance, with or without that of the camera's pose.
    ///
    /// Frames of one stand share the error of the pose: beside each other they have none.
    public init(
        _ box: PixelBox, distance: Double, _ kind: DistanceKind, in frame: CameraFrame,
        includesPose: Bool = true
    ) {
        let boxes = frame.boxes, image = boxes.image, noise = frame.noise,
            turn = frame.worldFromCamera.rotation
        let middle = turn * boxes.ray(box.centerX, box.centerY)
        let length = middle.length
        let depth = kind.depth(of: distance, alongRayOfLength: length)
        // The moves of a corner for a pixel of its edges.
        let across = turn * boxes.own(SIMD3(depth / image.fx, 0, 0))
        let down = turn * boxes.own(SIMD3(0, -depth / image.fy, 0))
        // How the depth follows an edge, by way of the pixel of the centre, and the distance.
        let share = kind == .ray ? -1 / (2 * length * length) : 0
        let byU = share * middle.dot(across), byV = share * middle.dot(down)
        let byDistance = kind == .ray ? 1 / length : 1
        let edge = noise.edge * noise.edge, far = noise.depth * byDistance
        let turned = includesPose ? noise.poseTurn * noise.poseTurn * depth * depth : 0
        let shifted = includesPose ? noise.poseShift * noise.poseShift : 0
        // Both edges of a direction move every corner along its ray, and one of them moves it across, too.
        let both = (across * byU + down * byV) * edge
        let along = 2 * (byU * byU + byV * byV) * edge + far * far
        let wide = across * edge, high = down * edge
        let corners = boxes.rays(of: box).map { turn * $0 }
        matrix = [Double](unsafeUninitializedCapacity: 144) { buffer, count in
            for one in 0..<4 {
                let a = corners[corner: one]
                for other in one..<4 {
                    let b = corners[corner: other], same = turned * a.dot(b) + shifted
                    // p1 and p4 lie on the left edge, p1 and p2 on the top one.
                    let onColumn = one == other || one + other == 3, onRow = one / 2 == other / 2
                    for i in 0..<3 {
                        var row = b * (both[i] + along * a[i]) + both * a[i] - a * (turned * b[i])
                        if onColumn { row += wide * across[i] }
                        if onRow { row += high * down[i] }
                        row[i] += same
                        for j in 0..<3 {
                            buffer[12 * (3 * one + i) + 3 * other + j] = row[j]
                            buffer[12 * (3 * other + j) + 3 * one + i] = row[j]
                        }
                    }
                }
            }
            count = 144
        }
    }

    /// The covariance of one corner, counted from 0.
    public func corner(_ corner: Int) -> SymmetricMatrix {
        func at(_ i: Int, _ j: Int) -> Double { matrix[12 * (3 * corner + i) + 3 * corner + j] }
        return SymmetricMatrix(
            xx: at(0, 0), xy: at(0, 1), xz: at(0, 2), yy: at(1, 1), yz: at(1, 2), zz: at(2, 2))
    }

    /// The sum of all variances, in square metres.
    public var trace: Double { (0..<12).reduce(0) { $0 + matrix[13 * $1] } }
}
