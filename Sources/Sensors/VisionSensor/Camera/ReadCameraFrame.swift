public import QuadGeometry
public import StrictJSON

/// A camera frame as it was read.
public struct ReadCameraFrame: Hashable, Sendable {
    public let frame: CameraFrame
    /// The largest difference of a number of the pose from the rigid one nearest to it; zero where that was not needed.
    public let correction: Double
    /// The line it begins on, from 1.
    public let line: Int
    /// The frame as it was written.
    public let value: JSONValue
    /// The text of members that later lines may leave out, in this line or before it.
    let texts: [String: JSONValue]

    static let deviations: [StaticString] = ["edgePx", "depthMetres", "poseMetres", "poseDegrees"]

    /// The whole frame on one line, with what it took from the lines before; numbers keep their digits.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            func copy(_ name: String, _ value: JSONValue?, _ json: inout JSONWriter) {
                guard let value, !value.isNull else { return }
                json.member(name, value)
            }
            copy("requestId", value["requestId"], &json)
            for name in ["intrinsics", "boxes", "worldFromCamera", "mirrored", "stand"] {
                copy(name, texts[name], &json)
            }
            let sigmas = ReadCameraFrame.deviations.map(\.description).filter { texts[$0] != nil }
            if !sigmas.isEmpty {
                json.object("sigmas") { json in for name in sigmas { copy(name, texts[name], &json) } }
            }
            copy("capturedAt", value["capturedAt"], &json)
        }
        // Line breaks between values only: text has none.
        return json.bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    }
}

extension ReadCameraFrame {
    /// The camera of the image that boxes are in, for its whole pixels; a size with a fraction of one is rounded.
    ///
    /// It sees no distortion: the image must be an undistorted one.
    ///
    /// - Parameter most: images of more pixels are refused.
    public func pinhole(ofAtMost most: Int) throws(CameraFrameError) -> PinholeCamera {
        let image = frame.boxes.image
        let width = max(1, Int(image.width.rounded())), height = max(1, Int(image.height.rounded()))
        let sized = frame.boxes.steps.isEmpty ? "/intrinsics" : "/boxes"
        guard !frame.isMirrored else { throw refusal("/mirrored", .mirrored) }
        guard width <= most / height else {
            throw refusal(sized, .tooManyPixels(width: width, height: height, most: most))
        }
        // The axes of the image's camera in those of the own image: a turn by so many quarters.
        let boxes = frame.boxes, pose = frame.worldFromCamera
        let turn = Rotation(
            unchecked: boxes.own(SIMD3(1, 0, 0)), boxes.own(SIMD3(0, 1, 0)), boxes.own(SIMD3(0, 0, 1)))
        guard
            let worldFromImage = RigidTransform(
                rotation: pose.rotation * turn, translation: pose.translation)
        else { preconditionFailure("a pose is finite") }
        do throws(PinholeCameraError) {
            return try PinholeCamera(
                width: width, height: height, fx: image.fx, fy: image.fy, cx: image.cx, cy: image.cy,
                worldFromCamera: worldFromImage)
        } catch {
            switch error {
            case .badNumber(let member, let value):
                throw refusal(sized, .badIntrinsics(member: member, value: value))
            }
        }
    }

    private func refusal(_ pointer: String, _ error: CameraError) -> CameraFrameError {
        CameraFrameError(line: line, pointer: pointer, fault: .camera(error))
    }
}
