internal import StrictJSON

/// The numbers of what a run was made of.
package struct SenseCounts: Hashable, Sendable {
    /// Replies, and those of them with a camera frame.
    package var replies = 0, framed = 0
    /// Objects, and those of them that have a place.
    package var objects = 0, detections = 0
}

/// Kinds of what a run leaves out or doubts.
package enum SenseNote: String, CaseIterable, Sendable {
    case noAnswer = "NO_ANSWER"
    case refusedReply = "REPLY_REFUSED"
    case noFrame = "NO_FRAME"
    case mirrored = "MIRRORED"
    case badObject = "BAD_OBJECT"
    case outsideFrame = "OUTSIDE_FRAME"
    case noDistance = "NO_DISTANCE"
    case beyondRange = "BEYOND_RANGE"
    case hot = "HOT"
    case unasked = "FIELD_NOT_ASKED"
}

/// The number of something, and the first examples of it.
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
