import QuadGeometry
import TestSupport
import Testing
import VisionSensor

@Suite("Stated sizes beside implied ones")
struct SizeCheckTests {
    private func check(_ boxes: BoxFrame, _ kind: DistanceKind, depth: DepthPreset) throws -> SizeCheck {
        let frame = CameraFrame(boxes: boxes, noise: try SensorNoise(depth: depth.deviation))
        let box = try #require(SampleCamera.box)
        return try #require(
            SizeCheck(
                box, distance: SampleCamera.distance, kind,
                realWidth: SampleCamera.size, realHeight: SampleCamera.size, in: frame))
    }

    @Test("the sample belongs to a focal length of 420 pixels")
    func sample() throws {
        let off = try check(SampleCamera.a(), .axis, depth: .lidar)
        #expect(abs(off.widthRatio - 2.223604048) <= DetectionQuadTests.tolerance)
        #expect(abs(off.impliedFocalLength - 420) <= DetectionQuadTests.tolerance * 1000)
        #expect(!off.isConsistent)
        #expect(abs(off.limit - 0.107) <= 5e-4)
        #expect(abs(try check(SampleCamera.a(), .axis, depth: .features).limit - 0.151) <= 5e-4)
        let byRay = try check(SampleCamera.a(), .ray, depth: .lidar)
        #expect(abs(byRay.impliedFocalLength - 397.043652) <= 1e-6)
        #expect(try check(SampleCamera.implied(), .axis, depth: .lidar).isConsistent)
    }

    @Test("a session in the wrong image is one finding about the camera", arguments: Seeds.few)
    func session(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let boxes = try SampleCamera.implied(), noise = try SensorNoise(depth: 0.0015)
        /// Objects of 8 cm as a camera sees them, whose frames say that it has another focal length.
        func checks(said: Double, count: Int, scatter: Double) throws -> [SizeCheck] {
            let native = try CameraIntrinsics(
                fx: 420 * said, fy: 420 * said, cx: 320, cy: 240, width: 640, height: 480)
            let frame = CameraFrame(boxes: try BoxFrame(native: native), noise: noise)
            return try (0..<count).map { _ in
                let depth = Double.random(in: 0.4...1.2, using: &generator)
                let wide = boxes.image.fx * 0.08 / depth + SIMD3.normal(using: &generator).x * noise.edge
                let box = try #require(PixelBox(centerX: 320, centerY: 240, width: wide, height: wide))
                let factor = 1 + scatter * SIMD3.normal(using: &generator).x
                return try #require(
                    SizeCheck(
                        box, distance: depth, .axis, realWidth: 0.08 * factor, realHeight: 0.08 * factor,
                        in: frame))
            }
        }
        let wrong = try #require(FrameSize(try checks(said: 2, count: 30, scatter: 0), imageWidth: 640))
        #expect(abs(wrong.ratio / 2 - 1) < 0.05)
        #expect(abs(wrong.impliedFocalLength / 420 - 1) < 0.05)
        #expect(abs(wrong.impliedWidth / 320 - 1) < 0.05)
        #expect(FrameSize(try checks(said: 1, count: 30, scatter: 0), imageWidth: 640) == nil)
        #expect(FrameSize(try checks(said: 2, count: 4, scatter: 0), imageWidth: 640) == nil)
        #expect(FrameSize(try checks(said: 2, count: 30, scatter: 0.5), imageWidth: 640) == nil)
    }

    @Test("without a stated size there is nothing to check")
    func unstated() throws {
        let frame = CameraFrame(boxes: try SampleCamera.a(), noise: try SensorNoise())
        let box = try #require(SampleCamera.box)
        for size in [nil, 0, -1, Double.nan] {
            #expect(
                SizeCheck(box, distance: 1, .axis, realWidth: size, realHeight: 0.1, in: frame) == nil)
        }
    }
}
