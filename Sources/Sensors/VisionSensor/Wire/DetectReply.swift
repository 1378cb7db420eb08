import StrictJSON

/// The reply to a request for detections.
public struct DetectReply: Hashable, Sendable {
    public let requestID: String
    /// In the order of the reply; without those that were refused.
    public let objects: [SensorObject]
    /// Objects of impossible numbers.
    public let refused: [RefusedObject]

    /// Reads a reply.
    ///
    /// - Parameters:
    ///   - bytes: the body.
    ///   - sent: the id of the request, which the reply must have, too; `nil` to take any.
    public init(_ bytes: [UInt8], to sent: String? = nil) throws(SensorError) {
        let options = JSONOptions(size: SensorLimits.largestAnswer)
        var reader = DetectReplyReader(bytes)
        do throws(JSONError) {
            try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
                var scanner = JSONScanner(buffer, options)
                do throws(JSONFault) { try reader.read(&scanner) } catch { throw error.error(in: buffer) }
            }
        } catch {
            // A reply without success may lack, or misspell, whatever else it holds.
            if reader.isOverfull { throw .tooManyObjects(limit: SensorLimits.mostObjects) }
            guard DetectReply.saysFailure(bytes, options) else { throw .unreadable(error) }
            throw .notSuccessful
        }
        guard reader.success else { throw .notSuccessful }
        if let sent, RequestID(sent) != RequestID(reader.requestID) {
            throw .wrongRequest(sent: sent, answered: reader.requestID)
        }
        (requestID, objects, refused) = (reader.requestID, reader.objects, reader.refused)
    }

    private static func saysFailure(_ bytes: [UInt8], _ options: JSONOptions) -> Bool {
        do throws(JSONError) { return try JSONValue(bytes, options: options)["success"]?.bool == false } catch
        { return false }
    }
}

/// The id of a request, as phones may write it: a UUID in capitals is the same one.
package struct RequestID: Hashable, Sendable {
    private let text: String

    package init(_ text: String) {
        // A UUID has no other letters than these; any other id is compared as it is.
        let isUUID =
            text.utf8.count == 36
            && text.utf8.allSatisfy {
                $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isHexDigit
            }
        self.text = isUUID ? text.lowercased() : text
    }
}

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
