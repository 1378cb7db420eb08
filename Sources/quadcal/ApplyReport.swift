import Foundation
import Markers
import QuadGeometry

/// What became of the markers of a file: what people read and what programs read are both made from this value.
struct ApplyReport {
    let options: ApplyOptions
    let saved: SavedFitFile
    let request: RecalibrationRequest
    /// The file of markers.
    let file: String
    let sha256: String?
    let tally: MoveTally
    /// Where the fitted markers are; `nil` where the fit names none.
    let fitted: FittedState?

    /// Moves every marker, and writes them all.
    init(moving file: String, by saved: SavedFitFile, _ options: ApplyOptions) throws(Failure) {
        let request = try options.request(saved)
        var application = try MarkerApplication(request, saved)
        let input = try MarkerInput(opening: file)
        if input.isJSON {
            // Where a stream went out there is no way back, so it is looked through before.
            if options.outputFile == nil, input.isRewindable, !saved.fit.fitted.isEmpty {
                try application.lookThrough(input)
            }
            try application.move(input, options)
        } else {
            try application.moveRows(of: input, options)
        }
        (self.options, self.saved, self.request, self.file) = (options, saved, request, file)
        (tally, sha256) = (application.tally, application.sha256)
        fitted = saved.fit.fitted.isEmpty ? nil : application.lookup.state
    }

    var verdict: Verdict { tally.refusedCount > 0 ? .fail : .pass }

    /// Whether markers are in both frames now.
    var isMixed: Bool { tally.refusedCount > 0 && tally.moved + tally.unchanged > 0 }

    var exitCode: ExitCode { verdict == .fail ? .findings : .good }
}

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
