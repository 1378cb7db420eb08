import QuadGeometry
import StrictJSON
import VisionSensor

/// The promises about a phone's replies, and about camera frames, whoever wrote them.
enum SensorPromises {
    static func check(_ bytes: [UInt8]) {
        reply(bytes)
        frames(bytes)
    }

    /// A reply is refused, or its objects have possible numbers and are where they say.
    private static func reply(_ bytes: [UInt8]) {
        let reply: DetectReply
        do throws(SensorError) { reply = try DetectReply(bytes) } catch {
            promise(!error.code.isEmpty && !error.message.isEmpty, "a refusal has a code and a message")
            if case .unreadable(let fault) = error {
                promise(
                    DocumentPromises.isWithin(line: fault.line, column: fault.column, bytes),
                    "\(fault) is in the input")
            }
            return
        }
        promise(reply.objects.count + reply.refused.count <= SensorLimits.mostObjects, "objects are few")
        let whole = try? JSONValue(bytes)
        promise(whole?["requestId"]?.string == reply.requestID, "the id is that of the document")
        let written = whole?["objects"]?.elements ?? []
        promise(written.count == reply.objects.count + reply.refused.count, "every object is somewhere")
        for object in reply.objects {
            promise((0...1).contains(object.confidence), "confidences are parts")
            promise(object.label.utf8.count <= SensorLimits.longestClass, "names are not too long")
            promise(object.value == written[object.index], "an object is kept as it was written")
            promise(object.distance.map { $0 > 0 && $0.isFinite } ?? true, "distances are above zero")
        }
        for refused in reply.refused { promise(refused.pointer.hasPrefix("/objects/"), "it has a place") }
        guard let native = try? CameraIntrinsics(fx: 420, fy: 420, cx: 320, cy: 240, width: 640, height: 480),
            let boxes = try? BoxFrame(native: native), let noise = try? SensorNoise()
        else { return }
        let frame = CameraFrame(boxes: boxes, noise: noise), framed = FramedReply(reply, in: frame)
        promise(
            framed.detections.count + framed.withoutDistance.count + framed.refused.count == written.count,
            "every object is sorted once")
        for detection in framed.detections {
            promise(
                (try? DetectionQuad(detection.box, distance: detection.distance, .ray, in: frame)) != nil,
                "a detection makes a quad")
        }
    }

    /// Frames are refused with a place, or rigid; what is written of them is read back.
    private static func frames(_ bytes: [UInt8]) {
        var reader = CameraFrameReader(ByteSource(bytes))
        do throws(CameraFrameError) {
            while let read = try reader.next() {
                let again = try CameraFrameReader.frame(read.json)
                promise(again.frame == read.frame, "what is written is read back")
                promise(read.frame.worldFromCamera.translation.isFinite, "places are finite")
            }
        } catch {
            promise(error.code == "BAD_CAMERA" && !error.message.isEmpty, "a refusal has a message")
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            promise((1...lines).contains(error.line), "line \(error.line) is in the input")
        }
    }
}
