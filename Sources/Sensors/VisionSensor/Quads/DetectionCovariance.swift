internal import QuadGeometry
public import RigidCalibration

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
