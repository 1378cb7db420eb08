package import QuadGeometry
internal import StrictJSON
package import VisionSensor

/// A run of detections that is read reply by reply and keeps no reply.
package struct SenseRun: Sendable {
    package let question: SenseQuestion
    /// The name of the run, of which the keys of its markers are made; `nil` where a file of replies has none.
    package var id: String?
    private var firstRequest = "", lastRequest = ""
    private(set) var kinds: [KindRun]
    private(set) var counts = SenseCounts()
    private(set) var notes: [SenseNote: SenseTally] = [:]
    private(set) var imageWidth = 0.0
    private(set) var correction = 0.0

    package init(_ question: SenseQuestion) {
        self.question = question
        let isOpen = question.distance == .infer
        kinds = DistanceKind.allCases.filter { isOpen || $0.rawValue == question.distance?.rawValue }.map {
            KindRun($0, question.tracks, keepsSightings: isOpen)
        }
    }

    /// Adds a reply with the frame that it belongs to; `nil` where there is none, which may have a reason of its own.
    package mutating func add(
        _ reply: DetectReply, from read: ReadCameraFrame?, lack: SenseEvent? = nil
    ) {
        noteRequest(reply.requestID)
        counts.objects += reply.objects.count + reply.refused.count
        guard let read else { return note(lack ?? SenseEvent(.noFrame, reply.requestID)) }
        let frame = read.frame
        correction = Double.maximum(correction, read.correction)
        if imageWidth == 0 { imageWidth = frame.boxes.image.width }
        let framed = FramedReply(reply, in: frame)
        for object in framed.refused {
            let text = "\(object.pointer) \(object.value)"
            note(object.code == .badObject ? .badObject : .outsideFrame, "\(reply.requestID) \(text)")
        }
        for _ in framed.withoutDistance { note(.noDistance, reply.requestID) }
        guard !frame.isMirrored else { return note(.mirrored, reply.requestID) }
        let range = DepthPreset.lidar.range
        if let range, frame.noise.depth <= DepthPreset.lidar.deviation {
            for detection in framed.detections where !range.contains(detection.distance) {
                note(.beyondRange, "\(detection.distance) m")
            }
        }
        for place in kinds.indices {
            do throws(DetectionError) {
                try kinds[place].add(framed.detections, from: frame, request: reply.requestID)
            } catch { note(.badObject, "\(reply.requestID) \(error.code)") }
        }
        counts.framed += 1
        counts.detections += framed.detections.count
    }

    package mutating func refuse(_ request: String, code: String, message: String) {
        noteRequest(request)
        counts.refused += 1
        note(.refusedReply, "\(request) \(code): \(message)")
    }

    private mutating func noteRequest(_ request: String) {
        if counts.replies == 0 { firstRequest = request }
        lastRequest = request
        counts.replies += 1
    }

    /// The name of the run, or one that its requests make.
    var name: String {
        id ?? DerivedID.text(of: "\(firstRequest)\n\(lastRequest)\n\(counts.replies)")
    }

    package mutating func note(_ event: SenseEvent) {
        notes[event.kind, default: SenseTally()].add(event.text)
    }

    private mutating func note(_ kind: SenseNote, _ text: String) { note(SenseEvent(kind, text)) }
}

/// The numbers of what a run was made of.
package struct SenseCounts: Hashable, Sendable {
    /// Replies, and those of them with a camera frame.
    package var replies = 0, framed = 0
    /// Replies of which nothing is kept.
    package var refused = 0
    /// Objects, and those of them that have a place.
    package var objects = 0, detections = 0
}

package struct SenseQuestion: Sendable {
    /// The line along which distances are measured.
    package enum Distance: String, CaseIterable, Sendable {
        case axis, ray
        /// Whichever the detections show.
        case infer
    }

    /// The plane that corners are put on.
    package enum Corners: String, CaseIterable, Sendable {
        case facing, billboard, plane
    }

    package var distance: Distance?
    package var corners: Corners?
    /// In the world of the cameras; for ``Corners/plane`` only.
    package var plane: Plane?
    package var tracks = TrackOptions()
    /// The deviation of distances where frames state none.
    package var depth = DepthPreset.careful
    /// Fewer markers than this fail.
    package var expected: Int?
    /// Whether labels get a number each.
    package var numbersLabels = false
    /// The motion from the cameras' world to the space's frame; `nil` to stay in the world.
    package var spaceFromWorld: RigidTransform?

    package init() {}

    var placement: CornerPlacement {
        switch (corners, plane) {
        case (.facing, _): .facing
        case (_, let plane?): .plane(plane)
        default: .billboard
        }
    }
}

package enum SenseNote: String, CaseIterable, Sendable {
    case noAnswer = "NO_ANSWER"
    case refusedReply = "REPLY_REFUSED"
    case noFrame = "NO_FRAME"
    case badCamera = "BAD_CAMERA"
    case mirrored = "MIRRORED"
    case badObject = "BAD_OBJECT"
    case outsideFrame = "OUTSIDE_FRAME"
    case noDistance = "NO_DISTANCE"
    case beyondRange = "BEYOND_RANGE"
    case hot = "HOT"
    case unasked = "FIELD_NOT_ASKED"
}

/// One thing that a run leaves out or doubts.
package struct SenseEvent: Hashable, Sendable {
    package let kind: SenseNote
    package let text: String

    package init(_ kind: SenseNote, _ text: String) { (self.kind, self.text) = (kind, text) }
}

package struct SenseTally: Hashable, Sendable {
    package private(set) var count = 0
    package private(set) var examples: [String] = []

    /// Characters of text from the wire that are shown.
    package static let longestText = 200

    /// Examples beyond these are only counted.
    static let mostExamples = 4

    mutating func add(_ example: String) {
        count += 1
        guard examples.count < SenseTally.mostExamples else { return }
        examples.append(visibleText(example, atMost: SenseTally.longestText))
    }
}

/// An identifier that follows from a text, so that whoever makes it again makes the same.
package enum DerivedID {
    /// A UUID made of the SHA-256 of a text.
    package static func text(of text: String, version: Character = "8") -> String {
        var digits = Array(SHA256.hex(of: Array(text.utf8)[...]).prefix(32))
        digits[12] = version
        // The variant of a UUID is in the two highest bits of its ninth byte.
        digits[16] = ["8", "9", "a", "b"][(digits[16].hexDigitValue ?? 0) & 3]
        for place in [20, 16, 12, 8] { digits.insert("-", at: place) }
        return String(digits)
    }
}

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
