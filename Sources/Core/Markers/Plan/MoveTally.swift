internal import MarkerTables
internal import QuadGeometry

/// The outcomes for the markers of a file, counted as they are read.
package struct MoveTally {
    package private(set) var moved = 0
    package private(set) var unchanged = 0
    /// By the codes of the reasons.
    package private(set) var leftOut: [String: Int] = [:]
    package private(set) var refusedCount = 0
    /// The first that stay where they are and should not.
    package private(set) var refused: [StayingMarker] = []
    /// The largest distance that a corner moved, in metres.
    package private(set) var largestShift = 0.0
    /// The number of markers that moved so far from those of a fit that was straightened that their shifts fade.
    package private(set) var faded = 0
    /// The number of markers that have a member that is now out of date, by its pointer.
    package private(set) var stale: [String: Int] = [:]
    /// The number of errors and warnings of the markers, by their codes.
    package private(set) var findings: [String: Int] = [:]

    /// No more are kept, so that memory stays bounded.
    static let mostRefused = 1000, mostStale = 100

    mutating func add(moved one: MovedMarker, stale names: [String]) {
        moved += 1
        faded += one.fades ? 1 : 0
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

    package var leftOutCount: Int { leftOut.values.reduce(0, +) }

    package var count: Int { moved + unchanged + leftOutCount + refusedCount }
}

/// A marker that stays where it is and should not.
package struct StayingMarker {
    package let line: Int
    package let pointer: String
    package let reason: Reason

    package enum Reason {
        /// It is not a marker, or its corners cannot be read.
        case unreadable(JSONError)
        case refused(RefusedMarker.Reason)
        /// A row that holds no quad.
        case finding(MarkerFinding)
    }

    private init(line: Int, pointer: String, reason: Reason) {
        (self.line, self.pointer, self.reason) = (line, pointer, reason)
    }

    init(_ error: JSONError) {
        self.init(line: error.line, pointer: error.pointer, reason: .unreadable(error))
    }

    init(_ finding: MarkerFinding) {
        self.init(line: finding.line, pointer: finding.pointer, reason: .finding(finding))
    }

    init(_ reason: RefusedMarker.Reason, line: Int, pointer: String) {
        guard case .badCorner(let error) = reason else {
            self.init(line: line, pointer: pointer, reason: .refused(reason))
            return
        }
        self.init(error)
    }

    package var code: String {
        switch reason {
        case .unreadable(let error): error.code.rawValue
        case .refused(let reason): reason.code
        case .finding(let finding): finding.code.rawValue
        }
    }
}
