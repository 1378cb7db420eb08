import Markers
import QuadGeometry

/// What `quadcal check` was asked for.
struct CheckOptions: Sendable {
    /// How every file is written; `nil` where its name or its content tells.
    var format: MarkerFormat?
    /// Which corners of markers in JSON are checked.
    var coordinates = MarkerCoordinates.raw
    var profile = CheckProfile.app
    /// Limits that override the profile's.
    var changedLimits: [LimitChange] = []
    /// The direction the right-hand normals should share.
    var facing: SIMD3<Double>?
    /// The only codes to report; `nil` for all.
    var only: [CheckCode]?
    var ignored: [CheckCode] = []
    var severities: [CheckCode: Severity] = [:]
    /// The most findings to list, where there are not more errors than that.
    var mostFindings: Int?
    /// Where to write the mended markers.
    var mendedFile: String?
    var replacesFile = false
    var failsOn = FailureLevel.error
    var form = ReportForm.text
    var loudness = Loudness.normal

    struct LimitChange: Sendable {
        let path: WritableKeyPath<QuadLimits, Double> & Sendable
        let value: Double
    }

    /// The profile's limits with every change, in whatever order they were given.
    var limits: QuadLimits {
        changedLimits.reduce(into: profile.limits) { $0[keyPath: $1.path] = $1.value }
    }

    /// How many limits differ from the profile's.
    var changedLimitCount: Int {
        let limits = limits
        return LimitOption.all.count { limits[keyPath: $0.path] != profile.limits[keyPath: $0.path] }
    }

    private func wants(_ code: CheckCode) -> Bool {
        !ignored.contains(code) && (only?.contains(code) ?? true)
    }

    /// Whether markers need be compared with each other at all.
    var wantsNeighbors: Bool {
        [.duplicateMarker, .overlappingMarker, .stackedMarker].contains { wants(.quad($0)) }
    }

    /// The issue with the severity it was given; `nil` when it was asked to be left out.
    func wanted(_ issue: QuadIssue) -> QuadIssue? {
        let code = CheckCode.quad(issue.code)
        guard wants(code) else { return nil }
        var issue = issue
        issue.severity = severities[code] ?? issue.severity
        return issue
    }

    /// The finding with the severity it was given; `nil` when it was asked to be left out.
    func wanted(_ finding: Finding) -> Finding? {
        guard wants(finding.code) else { return nil }
        var finding = finding
        finding.severity = severities[finding.code] ?? finding.severity
        return finding
    }
}

/// A set of limits to start from.
enum CheckProfile: String, CaseIterable, Sendable {
    case app, strict

    var limits: QuadLimits {
        switch self {
        case .app: .app
        case .strict: .strict
        }
    }
}

/// What goes to standard output.
enum ReportForm {
    case text, json, ndjson
    /// No check: the list of codes, or the explanation of one.
    case codes, explanation(CheckCode)
}
