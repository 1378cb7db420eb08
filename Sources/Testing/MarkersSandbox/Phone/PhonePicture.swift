internal import DemoScenes
internal import QuadGeometry

/// The picture that the phone takes: a wall, and every object as a box of its colour with a darker edge.
enum PhonePicture {
    /// The size that the documents name.
    private static let (width, height) = (1280, 720)
    private static let wall = [
        BlockPicture.Colour(red: 196, green: 190, blue: 178),
        BlockPicture.Colour(red: 186, green: 180, blue: 168),
    ]
    private static let colours: [String: (red: Int, green: Int, blue: Int)] = [
        "red": (208, 48, 40), "green": (48, 152, 64), "blue": (40, 88, 200), "white": (248, 248, 248),
        "black": (32, 32, 36), "grey": (120, 124, 128),
    ]

    static func blocks(of view: PhoneView) -> BlockPicture {
        let side = BlockPicture.block
        var picture = BlockPicture(columns: width / side, rows: height / side, of: wall[0])
        for place in picture.colours.indices {
            let (row, column) = place.quotientAndRemainder(dividingBy: picture.columns)
            picture.colours[place] = wall[(row / 3 + column / 3) % 2]
        }
        for seen in view.sightings {
            let columns = covered(seen.centerX, seen.width, of: picture.columns)
            let rows = covered(seen.centerY, seen.height, of: picture.rows)
            let colour = colours[seen.label] ?? (200, 120, 200)
            for row in rows {
                for column in columns {
                    let isEdge =
                        row == rows.lowerBound || row == rows.upperBound - 1 || column == columns.lowerBound
                        || column == columns.upperBound - 1
                    let share = isEdge ? 6 : 10
                    picture.colours[row * picture.columns + column] = BlockPicture.Colour(
                        red: colour.red * share / 10, green: colour.green * share / 10,
                        blue: colour.blue * share / 10)
                }
            }
        }
        return picture
    }

    /// The blocks whose middle lies in a range of pixels.
    private static func covered(_ center: Double, _ size: Double, of count: Int) -> Range<Int> {
        let side = Double(BlockPicture.block)
        func block(_ pixel: Double) -> Int {
            Int(Double.maximum(0, Double.minimum(Double(count), (pixel / side).rounded())))
        }
        let first = block(center - size / 2)
        return first..<max(first, block(center + size / 2))
    }
}

/// The camera of the phone in one frame, and the objects that it sees.
struct PhoneView: Sendable {
    let sightings: [Sighting]
    let camera: Camera

    /// An object in a picture: pixels from the top left corner, and metres.
    struct Sighting: Sendable {
        let label: String
        let confidence: Double
        let centerX, centerY, width, height: Double
        let distance, realWidth, realHeight: Double
    }

    /// The image that boxes are in, the measured pose, and standard deviations.
    struct Camera: Sendable {
        let fx, fy, cx, cy: Double
        let width, height: Int
        let worldFromCamera: RigidTransform
        let stand: String
        let edge, depth, poseShift, poseDegrees: Double
    }

    struct Object: Sendable {
        let label: String
        let center: SIMD3<Double>
        let quad: Quad
        let width, height: Double
    }
}

extension PhoneView {
    /// The reply of the documents, in the camera that it implies.
    static let sample = PhoneView(
        sightings: [
            Sighting(
                label: "red", confidence: 0.96, centerX: 320, centerY: 240, width: 80, height: 80,
                distance: 0.42, realWidth: 0.08, realHeight: 0.08)
        ],
        camera: Camera(
            fx: 420, fy: 420, cx: 320, cy: 240, width: 640, height: 480, worldFromCamera: .identity,
            stand: "sample", edge: 2, depth: 0.01, poseShift: 0.005, poseDegrees: 0.3))

    /// The object of the documents, where that camera sees it.
    static let sampleObject = Object(
        label: "red", center: SIMD3(0, 0, -0.42),
        quad: Quad(
            SIMD3(-0.04, 0.04, -0.42), SIMD3(0.04, 0.04, -0.42), SIMD3(0.04, -0.04, -0.42),
            SIMD3(-0.04, -0.04, -0.42)), width: 0.08, height: 0.08)

    init(_ frame: DemoWall.Frame, of wall: DemoWall) {
        sightings = frame.sightings.map { seen in
            Sighting(
                label: wall.objects[seen.object].label, confidence: seen.confidence, centerX: seen.centerX,
                centerY: seen.centerY, width: seen.width, height: seen.height, distance: seen.distance,
                realWidth: DemoWall.size, realHeight: DemoWall.size)
        }
        camera = Camera(
            fx: DemoWall.Camera.fx, fy: DemoWall.Camera.fy, cx: DemoWall.Camera.cx, cy: DemoWall.Camera.cy,
            width: DemoWall.Camera.width, height: DemoWall.Camera.height, worldFromCamera: frame.measured,
            stand: frame.stand, edge: DemoWall.Noise.edge, depth: DemoWall.Noise.depth,
            poseShift: DemoWall.Noise.poseShift, poseDegrees: DemoWall.Noise.poseDegrees)
    }
}
