import QuadGeometry
import VisionSensor

/// A walk past the demo wall as cameras and detections of it.
struct SenseScene {
    let wall: DemoWall
    private(set) var frames: [CameraFrame] = []
    /// Of each frame: detections, and the numbers of their objects.
    private(set) var replies: [[Detection]] = []
    private(set) var objects: [[Int]] = []

    /// - Parameters:
    ///   - hasStands: whether the frames of a stand are known to share the error of their pose.
    ///   - seesAll: whether frames that lack an object are skipped.
    init(seed: UInt64, hasStands: Bool = true, seesAll: Bool = false) throws {
        wall = DemoWall(seed: seed)
        let boxes = try SenseScene.boxes()
        let noise = try SensorNoise(
            edge: DemoWall.Noise.edge, depth: DemoWall.Noise.depth, poseShift: DemoWall.Noise.poseShift,
            poseTurn: DemoWall.Noise.poseDegrees * QuadLimits.degree)
        let count = DemoWall.standCount * DemoWall.framesPerStand
        var number = 0
        while frames.count < count, number < 100 * count {
            let frame = wall.frame(number)
            number += 1
            guard !seesAll || frame.sightings.count == wall.objects.count else { continue }
            let stand = hasStands ? frame.stand : "frame \(frame.number)"
            frames.append(
                CameraFrame(
                    boxes: boxes, worldFromCamera: frame.measured, stand: stand, noise: noise))
            replies.append(frame.sightings.compactMap { SenseScene.detection($0, of: wall) })
            objects.append(frame.sightings.map(\.object))
        }
        guard frames.count == count, zip(replies, objects).allSatisfy({ $0.count == $1.count }) else {
            throw BenchError.violated("the wall of seed \(seed) gave \(frames.count) frames of \(count)")
        }
    }

    /// The image that the wall is seen in.
    static func boxes() throws -> BoxFrame {
        typealias Camera = DemoWall.Camera
        return try BoxFrame(
            native: CameraIntrinsics(
                fx: Camera.fx, fy: Camera.fy, cx: Camera.cx, cy: Camera.cy, width: Double(Camera.width),
                height: Double(Camera.height)))
    }

    private static func detection(_ seen: DemoWall.Sighting, of wall: DemoWall) -> Detection? {
        PixelBox(centerX: seen.centerX, centerY: seen.centerY, width: seen.width, height: seen.height)
            .flatMap {
                Detection(
                    label: wall.objects[seen.object].label, confidence: seen.confidence, box: $0,
                    distance: seen.distance, realWidth: DemoWall.size, realHeight: DemoWall.size)
            }
    }
}
