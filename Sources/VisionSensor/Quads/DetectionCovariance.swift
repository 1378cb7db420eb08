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
        let across = turn * boxes.own(SIMD3(1 / image.fx, 0, 0))
        let down = turn * boxes.own(SIMD3(0, -1 / image.fy, 0))
        let length = middle.length
        let depth = kind.depth(of: distance, alongRayOfLength: length)
        // How the depth follows the pixel of the centre, and the distance.
        let share = kind == .ray ? -depth / (length * length) : 0
        let byU = share * middle.dot(across) / 2, byV = share * middle.dot(down) / 2
        let byDistance = kind == .ray ? 1 / length : 1
        // Left, right, top, bottom, distance, each times its deviation, then three turns and three shifts.
        let corners = box.corners.map { turn * boxes.ray($0.x, $0.y) }
        var columns: [SIMD16<Double>] = []
        columns.reserveCapacity(11)
        for edge in 0..<4 {
            let isAcross = edge < 2, own = (isAcross ? across : down) * depth, follows = isAcross ? byU : byV
            columns.append(
                DetectionCovariance.column(noise.edge) { corner in
                    let moves = DetectionCovariance.edges[corner][isAcross ? 0 : 1] == edge
                    return (moves ? own : .zero) + corners[corner] * follows
                })
        }
        columns.append(DetectionCovariance.column(noise.depth) { corners[$0] * byDistance })
        if includesPose {
            for axis in 0..<3 {
                var unit = SIMD3<Double>.zero
                unit[axis] = 1
                columns.append(
                    DetectionCovariance.column(noise.poseTurn) { unit.cross(corners[$0] * depth) })
                columns.append(DetectionCovariance.column(noise.poseShift) { _ in unit })
            }
        }
        matrix = [Double](unsafeUninitializedCapacity: 144) { buffer, count in
            for row in 0..<12 {
                var sum = SIMD16<Double>.zero
                for column in columns { sum += column * column[row] }
                for place in 0..<12 { buffer[12 * row + place] = sum[place] }
            }
            count = 144
        }
    }

    /// The edges that each corner lies on: left is 0, right 1, top 2, bottom 3.
    private static let edges = [SIMD2(0, 2), SIMD2(1, 2), SIMD2(1, 3), SIMD2(0, 3)]

    /// The moves of all corners by one deviation of something.
    @inline(__always)
    private static func column(
        _ deviation: Double, _ move: (Int) -> SIMD3<Double>
    ) -> SIMD16<Double> {
        var column = SIMD16<Double>.zero
        for corner in 0..<4 {
            let moved = move(corner) * deviation
            for axis in 0..<3 { column[3 * corner + axis] = moved[axis] }
        }
        return column
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
