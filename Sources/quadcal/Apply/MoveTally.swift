import Markers
import QuadGeometry

/// What became of markers, counted as they go by.
struct MoveTally {
    private(set) var moved = 0
    private(set) var unchanged = 0
    /// By the codes of the reasons.
    private(set) var leftOut: [String: Int] = [:]
    private(set) var refusedCount = 0
    /// The first that stay where they are and should not.
    private(set) var refused: [StayingMarker] = []
    /// How far the corner went that went farthest, in metres.
    private(set) var largestShift = 0.0
    /// How many markers have something that is no longer true, by its pointer.
    private(set) var stale: [String: Int] = [:]
    /// How many errors and warnings moved along, by their codes.
    private(set) var findings: [String: Int] = [:]

    /// No more are kept, so that memory stays bounded.
    static let mostRefused = 1000, mostStale = 100

    mutating func add(moved one: MovedMarker, stale names: [String]) {
        moved += 1
        largestShift = max(largestShift, one.displacement)
        for name in names where stale[name] != nil || stale.count < MoveTally.mostStale {
            stale[name, default: 0] += 1
        }
        note(one.findings)
    }

    mutating func add(unchanged one: MovedMarker) {
        unchanged += 1
        note(one.findings)
    }

    mutating func add(leftOut reason: FrameMembership.Reason) { leftOut[reason.code, default: 0] += 1 }

    mutating func add(refused marker: @autoclosure () -> StayingMarker) {
        refusedCount += 1
        if refused.count < MoveTally.mostRefused { refused.append(marker()) }
    }

    private mutating func note(_ issues: [QuadIssue]) {
        for issue in issues where issue.severity == .error || issue.severity == .warning {
            findings[issue.code.rawValue, default: 0] += 1
        }
    }

    var leftOutCount: Int { leftOut.values.reduce(0, +) }

    var count: Int { moved + unchanged + leftOutCount + refusedCount }
}

/// A marker that stays where it is and should not.
struct StayingMarker {
    let line: Int
    let pointer: String
    let code: String
    /// What was found and expected.
    let sentence: String
}

extension StayingMarker {
    /// What is no marker, or one whose corners cannot be read.
    init(_ error: JSONError) {
        self.init(
            line: error.line, pointer: error.pointer, code: error.code.rawValue, sentence: error.sentence)
    }

    init(_ reason: RefusedMarker.Reason, line: Int, pointer: String) {
        switch reason {
        case .badCorner(let error): self.init(error)
        case .outOfRange(let issue), .outOfRangeAfter(let issue), .unsound(let issue):
            let message = Finding(MarkerSite(line: line, pointer: pointer), issue)
                .message
            self.init(line: line, pointer: pointer, code: reason.code, sentence: message)
        case .missingVersion:
            self.init(line: line, pointer: pointer, code: reason.code, sentence: "it has no version")
        }
    }
}
