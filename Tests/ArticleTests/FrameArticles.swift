import FrameGraph
import FrameGraphFiles
import QuadGeometry
import RigidCalibration
import Testing
import VisionSensor

/// The code of the articles of FrameGraph, FrameGraphFiles and VisionSensor.
@Suite("Articles on frames and detections")
struct FrameArticles {
    @Test("a frame is seen from another")
    func frameGraph() throws {
        // 5 mm and 0.2° a direction on every edge.
        let noise = try EdgeCovariance(turn: 0.0035, shift: 0.005)
        let hallFromDoor = RigidTransform(rotation: .identity, translation: [2, 0, 1])!
        let doorFromTablet = RigidTransform(rotation: .identity, translation: [0, 0, 5])!
        let graph = try PoseGraph([
            PoseEdge(from: "hall", to: "door", motion: hallFromDoor, covariance: noise),
            PoseEdge(from: "door", to: "tablet", motion: doorFromTablet, covariance: noise),
        ])
        let view = try graph.transform(to: "hall", from: "tablet")
        print(view.motion * SIMD3.zero, view.covariance?.shiftDeviation ?? 0)

        #expect(view.motion * SIMD3.zero == [2, 0, 6] && view.covariance != nil)
    }

    @Test("a file of g2o is read and solved")
    func frameGraphFiles() throws {
        let information = "1 0 0 0 0 0 1 0 0 0 0 1 0 0 0 1 0 0 1 0 1"
        let text = """
            VERTEX_SE3:QUAT 0 0 0 0 0 0 0 1
            VERTEX_SE3:QUAT 1 1 0 0 0 0 0 1
            FIX 0
            EDGE_SE3:QUAT 0 1 1 0 0 0 0 0 1 \(information)
            EDGE_SE3:QUAT 0 1 3 0 0 0 0 0 1 \(information)
            """

        let file = try G2OFile(reading: Array(text.utf8))
        let graph = try file.graph()
        let solution = try graph.solve(SolveOptions(held: file.held))[0]
        print(solution.cost, solution.probability ?? 1)

        #expect(try solution.pose(of: "1").translation == [2, 0, 0])
    }

    @Test("a detection becomes a quad")
    func visionSensor() throws {
        let camera = try CameraIntrinsics(fx: 420, fy: 420, cx: 320, cy: 240, width: 640, height: 480)
        let frame = CameraFrame(
            boxes: try BoxFrame(native: camera), worldFromCamera: .identity,
            noise: try SensorNoise(depth: DepthPreset.lidar.deviation))
        let box = PixelBox(centerX: 320, centerY: 240, width: 80, height: 80)!
        let detected = try DetectionQuad(box, distance: 0.42, .axis, in: frame)
        let covariance = DetectionCovariance(box, distance: 0.42, .axis, in: frame)
        print(detected.quad.p1, covariance.corner(0).trace.squareRoot())

        #expect((detected.quad.p1 - SIMD3(-0.04, 0.04, -0.42)).length < 1e-12)
    }
}
