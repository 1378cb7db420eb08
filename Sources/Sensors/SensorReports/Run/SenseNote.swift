internal import StrictJSON

/// Kinds of what a run leaves out or doubts.
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
