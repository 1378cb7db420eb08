package import QuadGeometry

/// The codes that a check of markers looks for, and how severe each finding is.
package struct CheckScope: Sendable {
    /// The direction that the right-hand normals should share.
    let facing: SIMD3<Double>?
    /// The relation of raw to calibrated corners; `nil` where it is not known.
    let calibration: SpaceCalibration?
    /// The only codes to report; `nil` for all.
    private let only: [CheckCode]?
    private let ignored: [CheckCode]
    /// Severities that replace those of the codes.
    private let severities: [CheckCode: Severity]

    package init(
        facing: SIMD3<Double>?, calibration: SpaceCalibration? = nil, only: [CheckCode]?,
        ignored: [CheckCode],
        severities: [CheckCode: Severity]
    ) {
        self.calibration = calibration
        (self.facing, self.only, self.ignored, self.severities) = (facing, only, ignored, severities)
    }

    func wants(_ code: CheckCode) -> Bool {
        !ignored.contains(code) && (only?.contains(code) ?? true)
    }

    /// Whether markers need be compared with each other at all.
    var wantsNeighbors: Bool {
        [.duplicateMarker, .overlappingMarker, .stackedMarker, .crowded].contains { wants(.quad($0)) }
    }

    /// Whether markers are compared with those of other sessions and files.
    var wantsCopies: Bool { wants(.quad(.duplicateMarker)) }

    /// Whether a unit that may have slipped is of no concern, so that markers are repaired all the same.
    var dismissesSlips: Bool { ignored.contains(.quad(.unitSlip)) }

    /// The issue with its severity here; `nil` where it is not asked for.
    func wanted(_ issue: QuadIssue) -> QuadIssue? {
        let code = CheckCode.quad(issue.code)
        guard wants(code) else { return nil }
        var issue = issue
        issue.severity = severities[code] ?? issue.severity
        return issue
    }

    /// The finding with its severity here; `nil` where it is not asked for.
    func wanted(_ finding: MarkerFinding) -> MarkerFinding? {
        guard wants(finding.code) else { return nil }
        var finding = finding
        finding.severity = severities[finding.code] ?? finding.severity
        return finding
    }
}
