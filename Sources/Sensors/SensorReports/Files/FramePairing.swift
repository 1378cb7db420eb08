package import VisionSensor

/// The camera frames of a file beside replies, of which only some are in memory.
///
/// A frame without an id belongs to the reply in its place, and to all replies where the file has no other, as of a camera on a tripod;
/// one with an id to the reply of that id, which may come a little later.
package struct FramePairing {
    private var reader: CameraFrameReader
    private var waiting: [RequestID: ReadCameraFrame] = [:]
    private var order: [RequestID] = []
    private var hasEnded = false
    private var first: ReadCameraFrame?
    private var count = 0

    /// Frames that wait for their replies; the oldest is let go for one more.
    static let mostWaiting = 1000

    package init(_ reader: CameraFrameReader) { self.reader = reader }

    /// The frame of the next reply; `nil` where there is none.
    package mutating func frame(for request: String) throws(CameraFrameError) -> ReadCameraFrame? {
        let request = RequestID(request)
        if let frame = waiting.removeValue(forKey: request) { return frame }
        var passed = 0
        while !hasEnded, passed < FramePairing.mostWaiting {
            guard let frame = try reader.next() else {
                hasEnded = true
                break
            }
            count += 1
            if count == 1 { first = frame }
            guard let id = frame.frame.requestID.map({ RequestID($0) }), id != request else { return frame }
            passed += 1
            waiting[id] = frame
            order.append(id)
            if order.count > 2 * FramePairing.mostWaiting { letGo() }
        }
        return count == 1 && first?.frame.requestID == nil ? first : nil
    }

    /// Reads the rest, so that all of it is checked.
    package mutating func finish() throws(CameraFrameError) { while try reader.next() != nil {} }

    private mutating func letGo() {
        for id in order.prefix(FramePairing.mostWaiting) { waiting[id] = nil }
        order.removeFirst(FramePairing.mostWaiting)
    }
}
