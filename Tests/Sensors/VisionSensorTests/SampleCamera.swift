import QuadGeometry
import VisionSensor

/// The sample of the documentation, and cameras that it may belong to.
enum SampleCamera {
    static let box = PixelBox(centerX: 320, centerY: 240, width: 80, height: 80)
    static let distance = 0.42, size = 0.08

    /// The camera of 1280 by 720 pixels.
    static func a(_ steps: [BoxStep] = []) throws -> BoxFrame {
        let native = try CameraIntrinsics(
            fx: 933.9137, fy: 933.9137, cx: 617.7059, cy: 363.0624, width: 1280, height: 720)
        return try BoxFrame(native: native, steps: steps)
    }

    /// The camera that the sample implies, of 640 by 480 pixels.
    static func implied() throws -> BoxFrame {
        try BoxFrame(
            native: CameraIntrinsics(fx: 420, fy: 420, cx: 320, cy: 240, width: 640, height: 480))
    }

    static func wide() throws -> BoxFrame {
        let native = try CameraIntrinsics(
            fx: 1665, fy: 1665, cx: 963.8, cy: 718.3, width: 1920, height: 1440)
        return try BoxFrame(native: native, steps: [.resize(1.0 / 3)])
    }

    /// A frame at the turn of 30° about y and the shift (1, 1.5, 2).
    static func inWorld(_ boxes: BoxFrame, noise: SensorNoise) throws -> CameraFrame {
        let turn = Rotation(angle: .pi / 6, axis: SIMD3(0, 1, 0)) ?? .identity
        let pose = RigidTransform(rotation: turn, translation: SIMD3(1, 1.5, 2)) ?? .identity
        return CameraFrame(boxes: boxes, worldFromCamera: pose, noise: noise)
    }
}
