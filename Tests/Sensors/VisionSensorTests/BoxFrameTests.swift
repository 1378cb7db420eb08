import QuadGeometry
import TestSupport
import Testing
import VisionSensor

@Suite("The image that boxes are in")
struct BoxFrameTests {
    /// Of a pixel that is projected back, in pixels.
    static let pixelTolerance = 1e-9

    @Test("a portrait picture is turned clockwise")
    func portrait() throws {
        let boxes = try SampleCamera.a([.portrait])
        #expect(boxes.image.width == 720 && boxes.image.height == 1280)
        #expect(abs(boxes.image.cx - 356.9376) <= DetectionQuadTests.tolerance)
        #expect(boxes.image.cy == 617.7059)
        // The pixel (320, 240) of the camera's own image.
        let turned = boxes.image.ray(480, 320), own = try SampleCamera.a().ray(320, 240)
        #expect((turned - SIMD3(0.131770634, 0.318772388, -1)).length <= 2 * DetectionQuadTests.tolerance)
        #expect((boxes.ray(480, 320) - own).length <= DetectionQuadTests.tolerance)
    }

    @Test("pixels are projected back through every list of steps", arguments: Seeds.few)
    func roundTrip(seed: UInt64) throws {
        let half = BoxStep.resize(0.5), crop = BoxStep.crop(left: 100, top: 50, width: 900, height: 600)
        let lists: [[BoxStep]] = [
            [], [half], [.portrait], [.portrait, .portrait], [.portrait, .portrait, .portrait], [crop, half],
            [half, .pad(left: 0, top: 140, width: 640, height: 640)],
            [.portrait, .resize(0.3), .pad(left: 12, top: 0, width: 240, height: 400)],
            [crop, .portrait, half, .portrait],
        ]
        var generator = SeededGenerator(seed: seed)
        for steps in lists {
            let boxes = try SampleCamera.a(steps)
            for _ in 0..<Effort.count(1200, quick: 300) {
                let u = Double.random(in: 0...boxes.image.width, using: &generator)
                let v = Double.random(in: 0...boxes.image.height, using: &generator)
                let depth = Double.random(in: 0.2...100, using: &generator)
                let pixel = try #require(boxes.pixel(of: boxes.ray(u, v) * depth))
                #expect(abs(pixel.x - u) <= BoxFrameTests.pixelTolerance, "\(steps)")
                #expect(abs(pixel.y - v) <= BoxFrameTests.pixelTolerance, "\(steps)")
            }
        }
        #expect(try SampleCamera.a().pixel(of: SIMD3(0, 0, 1)) == nil)
    }

    @Test("steps and cameras that are none are refused by name")
    func refused() throws {
        #expect(throws: CameraError.badIntrinsics(member: "fx", value: 0)) {
            try CameraIntrinsics(fx: 0, fy: 1, cx: 0, cy: 0, width: 1, height: 1)
        }
        #expect(throws: CameraError.badIntrinsics(member: "cx", value: 2)) {
            try CameraIntrinsics(fx: 1, fy: 1, cx: 2, cy: 0, width: 1, height: 1)
        }
        #expect(throws: CameraError.self) {
            try CameraIntrinsics(fx: 1, fy: .nan, cx: 0, cy: 0, width: 1, height: 1)
        }
        for step in [
            BoxStep.resize(0), .resize(-1), .resize(.nan), .resize(1e9),
            .crop(left: 1000, top: 0, width: 500, height: 100), .crop(left: 0, top: 0, width: 0, height: 1),
            .pad(left: 0, top: 0, width: 100, height: 100), .pad(left: -1, top: 0, width: 2000, height: 2000),
        ] {
            #expect(throws: CameraError.badStep(number: 1, size: SIMD2(1280, 720)), "\(step)") {
                try SampleCamera.a([step])
            }
        }
        let many = [BoxStep](repeating: .portrait, count: BoxFrame.mostSteps + 1)
        #expect(throws: CameraError.tooManySteps(found: 17, most: 16)) { try SampleCamera.a(many) }
    }
}
