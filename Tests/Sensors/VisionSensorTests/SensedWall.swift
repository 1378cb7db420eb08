import DemoScenes
import TestSupport
import VisionSensor

/// The demo wall as cameras and detections of it.
struct SensedWall {
    let points: [SIMD3<Double>]
    let labels: [String]
    private(set) var frames: [CameraFrame] = []
    /// Of each frame: detections, each with the number of its object.
    private(set) var replies: [[(detection: Detection, object: Int)]] = []

    init(seed: UInt64, named: Bool = true) throws {
        let wall = DemoWall(seed: seed)
        (points, labels) = (wall.objects.map(\.center), wall.objects.map(\.label))
        let boxes = try SampleCamera.a()
        let noise = try SensorNoise(
            edge: DemoWall.Noise.edge, depth: DemoWall.Noise.depth, poseShift: DemoWall.Noise.poseShift,
            poseTurn: DemoWall.Noise.poseDegrees * .pi / 180)
        for frame in wall.frames {
            frames.append(
                CameraFrame(
                    boxes: boxes, worldFromCamera: frame.measured, stand: named ? frame.stand : nil,
                    noise: noise))
            replies.append(
                frame.sightings.compactMap { sighting in
                    PixelBox(
                        centerX: sighting.centerX, centerY: sighting.centerY, width: sighting.width,
                        height: sighting.height
                    ).flatMap { box in
                        Detection(
                            label: labels[sighting.object], confidence: sighting.confidence, box: box,
                            distance: sighting.distance, realWidth: DemoWall.size, realHeight: DemoWall.size)
                    }.map { ($0, sighting.object) }
                })
        }
    }
}
