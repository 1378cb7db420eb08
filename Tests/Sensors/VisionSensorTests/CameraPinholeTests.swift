import QuadGeometry
import TestSupport
import Testing

@testable import VisionSensor

@Suite("The camera of a frame's image")
struct CameraPinholeTests {
    private static let intrinsics =
        #"{"fx":933.9137,"fy":930.5,"cx":617.7059,"cy":363.0624,"width":1280,"height":720}"#
    /// A quarter turn about y, at (1, 1.5, 2).
    private static let pose = "[0,0,-1,0,0,1,0,0,1,0,0,0,1,1.5,2,1]"

    private static func read(_ steps: String, mirrored: Bool = false) throws -> ReadCameraFrame {
        try CameraFrameReader.frame(
            Array(
                "{\"intrinsics\":\(intrinsics),\"boxes\":\(steps),\"mirrored\":\(mirrored),\"worldFromCamera\":\(pose)}"
                    .utf8))
    }

    @Test(
        "sees through each pixel where the frame's own ray leads, whatever the steps",
        arguments: [
            "[]", #"[{"resize":0.5}]"#, #"["portrait"]"#, #"["portrait","portrait",{"resize":0.25}]"#,
            #"["portrait","portrait","portrait"]"#, #"[{"crop":[100,50,900,600]},"portrait"]"#,
        ])
    func rays(steps: String) throws {
        let read = try Self.read(steps), boxes = read.frame.boxes
        let camera = try read.pinhole(ofAtMost: 1_000_000)
        #expect(Double(camera.width) == boxes.image.width && Double(camera.height) == boxes.image.height)
        for (x, y) in [(0.5, 0.5), (100.25, 30), (Double(camera.width), Double(camera.height))] {
            let ray = camera.ray(x: x, y: y)
            let expected = read.frame.worldFromCamera.rotation * boxes.ray(x, y)
            #expect(ray.origin == SIMD3(1, 1.5, 2))
            #expect((ray.direction - expected).largestMagnitude < 1e-15, "\(steps) \(x) \(y)")
        }
    }

    @Test("is refused of mirrored images, and of more pixels than are wanted, with the place in the frame")
    func refusals() throws {
        let mirrored = try Self.read("[]", mirrored: true)
        #expect { try mirrored.pinhole(ofAtMost: 1_000_000) } throws: { error in
            let error = error as? CameraFrameError
            return error?.pointer == "/mirrored" && error?.fault == .camera(.mirrored)
        }
        let large = try Self.read(#"[{"resize":2}]"#)
        #expect { try large.pinhole(ofAtMost: 1_000_000) } throws: { error in
            let error = error as? CameraFrameError
            return error?.pointer == "/boxes"
                && error?.fault == .camera(.tooManyPixels(width: 2560, height: 1440, most: 1_000_000))
        }
        #expect(try large.pinhole(ofAtMost: 2560 * 1440).width == 2560)
    }
}
