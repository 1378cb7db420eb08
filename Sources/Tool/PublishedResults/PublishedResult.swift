package import Markers
package import QuadGeometry
package import ToolTerminal

package struct PublishedResult {
    /// The command, which names the rules' tool.
    package let command: String
    package let verdict: Verdict
    /// The verdict with its reason, in a line.
    package let summary: String
    package let files: [String]
    package let findings: [PublishedFinding]
    /// Every code that could have been found.
    package let rules: [PublishedRule]
    /// The lowest severity that fails the run; `nil` if none does.
    package let failing: Severity?

    package init(
        command: String, verdict: Verdict, summary: String, files: [String], findings: [PublishedFinding],
        rules: [PublishedRule], failing: Severity?
    ) {
        (self.command, self.verdict, self.summary, self.files, self.findings, self.failing) = (
            command, verdict, summary, files, findings, failing
        )
        // Every finding has a rule: failures that occurred, too.
        let occurred = ExitCode.failures.filter { failure in
            findings.contains { $0.code == failure.published }
        }
        self.rules =
            rules
            + occurred.compactMap { failure in
                failure.guide.map { PublishedRule(failure.published, .run, $0) }
            }
    }

    package func fails(_ finding: PublishedFinding) -> Bool {
        guard ExitCode(published: finding.code) == nil else { return true }
        guard let failing else { return false }
        return finding.severity == .error || finding.severity == failing
    }
}

package struct PublishedFinding {
    package let code: String
    package let severity: Severity
    /// The finding and the remedy in words; safe for a terminal.
    package let message: String
    package let file: String
    /// The line, from 1; `nil` if it is about no line.
    package let line: Int?
    /// The JSON pointer; empty if it is about the file.
    package var pointer = ""
    /// The name of the marker, if it has one.
    package var name: String?

    package init(
        code: String, severity: Severity, message: String, file: String, line: Int?, pointer: String = "",
        name: String? = nil
    ) {
        (self.code, self.severity, self.message, self.file, self.line, self.pointer, self.name) = (
            code, severity, message, file, line, pointer, name
        )
    }

    var shownFile: String { shownPath(file) }

    package var place: String {
        fileLabel(file) + (line.map { ":\($0)" } ?? "") + (pointer.isEmpty ? "" : " \(visible(pointer))")
            + (name.map { " \($0)" } ?? "")
    }
}

/// The most characters of a path, which is Linux's limit in bytes.
private let longestPath = 4096

/// A path as a whole, without characters that a terminal obeys or that turn text round. Tabs and line ends stay: every form has an
/// escape for them.
func shownPath(_ path: String) -> String {
    var shown = "", word = ""
    for scalar in path.unicodeScalars {
        guard "\t\n\r".unicodeScalars.contains(scalar) else {
            word.unicodeScalars.append(scalar)
            continue
        }
        shown += visible(word, atMost: longestPath)
        shown.unicodeScalars.append(scalar)
        word = ""
    }
    return shown + visible(word, atMost: longestPath)
}

/// A code with its meaning.
package struct PublishedRule {
    package let code: String
    package let guide: CodeGuide
    package let kind: PublishedKind
    package let severity: Severity

    /// A code whose severity may depend on the finding has the gravest that its guide names.
    package init(_ code: String, _ kind: PublishedKind, _ guide: CodeGuide) {
        (self.code, self.kind, self.guide) = (code, kind, guide)
        severity = Severity.allCases.first { guide.severity.contains($0.rawValue) } ?? .error
    }
}

extension Severity {
    /// The lowest severity that fails a run; `nil` if none does.
    package init?(failing level: FailureLevel) {
        switch level {
        case .error: self = .error
        case .warning: self = .warning
        case .never: return nil
        }
    }
}

extension PublishedResult {
    package init(_ failure: Failure, command: String) {
        self.init(
            command: command, verdict: .fail, summary: "FAIL  \(failure.text)",
            files: failure.place.map { [$0.file] } ?? [],
            findings: [PublishedFinding(failure)], rules: [], failing: .error)
    }
}

extension PublishedFinding {
    /// The failure that kept a command from its work, at the file if it was one.
    package init(_ failure: Failure) {
        self.init(
            code: failure.exitCode.published, severity: .error, message: failure.textWithoutPlace,
            file: failure.place?.file ?? "quadcal", line: failure.place?.line)
    }
}

extension Failure {
    /// The text without the file and the line, which a finding has beside it.
    fileprivate var textWithoutPlace: String {
        guard let place else { return text }
        let file = fileLabel(place.file)
        let labels = [place.line.map { "\(file):\($0): " }, "\(file): "].compactMap { $0 }
        return labels.first(where: text.hasPrefix).map { String(text.dropFirst($0.count)) } ?? text
    }
}

/// The kind of a code, by which services group what failed.
package enum PublishedKind: String, CaseIterable {
    /// The contents of a file besides corners.
    case record
    case shape
    case size
    /// The places of markers, alone and beside each other.
    case place
    case calibrated
    /// Frames, the motions between them, and what several sessions saw.
    case frames
    case sensor
    case pairs
    case motion
    /// Limits of the options.
    case limits
    /// A failure of the command itself.
    case run
}

extension PublishedKind {
    package init(_ code: CheckCode) {
        switch code {
        case .quad(let code): self.init(code)
        case .record(let code): self.init(code)
        }
    }

    private init(_ code: QuadIssue.Code) {
        switch code {
        case .wrongShape, .nonFinite: self = .record
        case .duplicateCorners, .zeroArea, .selfIntersecting, .concave, .nonPlanar, .folded, .straightCorner,
            .winding, .notRectangular, .warped:
            self = .shape
        case .tooSmall, .tooLarge, .aspectRatio, .unitSlip: self = .size
        case .outOfRange, .duplicateMarker, .overlappingMarker, .stackedMarker, .farAway, .upAxis, .crowded:
            self = .place
        }
    }

    private init(_ code: MarkerIssue.Code) {
        switch code {
        case .notAMarker, .brokenLine, .noMarkers, .badMember, .wrongShape, .missingVersion, .duplicateID:
            self = .record
        case .noCalibratedData, .badCalibratedData, .calibratedCenter, .calibratedShape, .staleCalibrated,
            .vectorSign, .noVector:
            self = .calibrated
        }
    }

    package init(_ code: FitCode) {
        switch code {
        case .outlyingPairs, .unnamedMarker, .tooFewPairs, .coincidentPoints, .pointsOnLine, .noRedundancy,
            .weakGeometry, .turnNotDetermined, .motionNotFixed, .notDetermined:
            self = .pairs
        case .checksMiss, .toleranceExceeded: self = .limits
        default: self = .motion
        }
    }
}
