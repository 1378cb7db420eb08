/// The objects of a reply as a camera frame shows them.
public struct FramedReply: Hashable, Sendable {
    public let frame: CameraFrame
    /// Those that have a place.
    public private(set) var detections: [Detection] = []
    /// Those without a distance, where nothing was hit.
    public private(set) var withoutDistance: [SensorObject] = []
    /// Those of impossible numbers, and those that are not in the frame's image.
    public private(set) var refused: [RefusedObject]

    /// Sorts the objects of a reply by what the frame it belongs to says of them.
    public init(_ reply: DetectReply, in frame: CameraFrame) {
        (self.frame, refused) = (frame, reply.refused)
        let image = frame.boxes.image
        for object in reply.objects {
            let box = object.box
            if !(0...image.width).contains(box.centerX) {
                refused.append(RefusedObject(.badObject, object.index, "centerX", box.centerX))
            } else if !(0...image.height).contains(box.centerY) {
                refused.append(RefusedObject(.badObject, object.index, "centerY", box.centerY))
            } else if let distance = object.distance, distance > DetectionQuad.mostDistance {
                refused.append(RefusedObject(.badObject, object.index, "distanceMeters", distance))
            } else if !frame.boxes.contains(box) {
                let across = Double.maximum(-box.left, box.right - image.width)
                let down = Double.maximum(-box.top, box.bottom - image.height)
                refused.append(
                    across >= down
                        ? RefusedObject(.outsideFrame, object.index, "width", across)
                        : RefusedObject(.outsideFrame, object.index, "height", down))
            } else if let detection = object.detection {
                detections.append(detection)
            } else {
                withoutDistance.append(object)
            }
        }
    }
}
