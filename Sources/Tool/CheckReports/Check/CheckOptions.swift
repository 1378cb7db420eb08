package import Markers
package import PublishedResults
package import QuadGeometry
package import ToolTerminal

package struct CheckOptions: Sendable {
    /// The format of every file; `nil` where its name or its content tells.
    package var format: MarkerFormat?
    package var coordinates = MarkerCoordinates.raw
    /// The profile of `--profile`, which overrides that of the settings.
    package var statedProfile: QuadProfile?
    /// Limits that override those of the settings, which override the profile's.
    package var changedLimits: [LimitChange] = []
    /// The place to look for settings.
    package var settingsChoice = SettingsChoice.search
    package var settings: SettingsFile?
    /// The direction the right-hand normals should share.
    package var facing: SIMD3<Double>?
    /// The space's calibration vector in metres, and how it counts.
    package var vector: SIMD3<Double>?
    package var sign: VectorSign?
    /// The only codes to report; `nil` for all.
    package var only: [CheckCode]?
    package var ignored: [CheckCode] = []
    package var severities: [CheckCode: Severity] = [:]
    /// The most findings to list, where there are not more errors than that; `nil` for the usual number.
    package var mostFindings: Int?
    /// The usual number, so that ten thousand markers in one place make no document of 40 MB.
    package static let mostFindingsUnasked = 20_000
    /// The file to write the repaired markers to.
    package var fixedFile: String?
    package var replacesFile = false
    package var failsOn = FailureLevel.error
    package var form = ReportForm.text
    /// The form for another program, instead of text.
    package var published: PublishedForm?
    package var loudness = Loudness.normal

    package init() {}

    package var profile: QuadProfile { statedProfile ?? settings?.settings.profile ?? .app }

    /// The profile's limits with every change, in whatever order they were given.
    package var limits: QuadLimits {
        let changes = (settings?.settings.changes ?? []) + changedLimits
        return changes.reduce(into: profile.limits) { $0[keyPath: $1.path] = $1.value }
    }

    package var scope: CheckScope {
        CheckScope(
            facing: facing,
            calibration: vector.map { SpaceCalibration(CalibrationVector($0), sign: sign ?? .added) },
            only: only, ignored: ignored, severities: severities)
    }

    var changedLimitCount: Int {
        let limits = limits
        return LimitOption.all.count { limits[keyPath: $0.path] != profile.limits[keyPath: $0.path] }
    }
}

package enum ReportForm {
    case text, json, ndjson
    /// No check: the list of codes, or the explanation of one.
    case codes, explanation(CheckCode), failureExplanation(ExitCode)
}

extension CheckOptions {
    /// The options on files of markers that other commands have, too.
    package static let inputOptions: [Option<CheckOptions>] = [
        Option(
            word: "--format", "FORMAT", "csv, json or ndjson (by the end of the name, else by the content)",
            \.format),
        coordinatesOption,
    ]

    package static let coordinatesOption = Option<CheckOptions>(
        word: "--coordinates", "CORNERS", "raw or calibrated: which corners of markers in JSON (raw)",
        \.coordinates)
}
