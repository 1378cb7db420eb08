public import QuadGeometry

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
