internal import DemoScenes
internal import QuadGeometry

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

    /// An object and its true place.
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

    /// A frame of a walk past a wall.
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
