import Markers
import QuadGeometry
import ToolTerminal

/// The options of `quadcal check`.
struct CheckOptions: Sendable {
    /// The format of every file; `nil` where its name or its content tells.
    var format: MarkerFormat?
    /// The corners of markers in JSON that are checked.
    var coordinates = MarkerCoordinates.raw
    /// The profile of `--profile`, which overrides that of the settings.
    var statedProfile: QuadProfile?
    /// Limits that override those of the settings, which override the profile's.
    var changedLimits: [LimitChange] = []
    /// The place to look for settings.
    var settingsChoice = SettingsChoice.search
    /// The settings that hold for the files.
    var settings: SettingsFile?
    /// The direction the right-hand normals should share.
    var facing: SIMD3<Double>?
    /// The space's calibration vector in metres, and how it counts.
    var vector: SIMD3<Double>?
    var sign: VectorSign?
    /// The only codes to report; `nil` for all.
    var only: [CheckCode]?
    var ignored: [CheckCode] = []
    var severities: [CheckCode: Severity] = [:]
    /// The most findings to list, where there are not more errors than that.
    var mostFindings: Int?
    /// The file to write the repaired markers to.
    var fixedFile: String?
    var replacesFile = false
    var failsOn = FailureLevel.error
    var form = ReportForm.text
    /// The form for another program, instead of text.
    var published: PublishedForm?
    var loudness = Loudness.normal

    var profile: QuadProfile { statedProfile ?? settings?.settings.profile ?? .app }

    /// The profile's limits with every change, in whatever order they were given.
    var limits: QuadLimits {
        let changes = (settings?.settings.changes ?? []) + changedLimits
        return changes.reduce(into: profile.limits) { $0[keyPath: $1.path] = $1.value }
    }

    /// The codes to look for, and how severe they are.
    var scope: CheckScope {
        CheckScope(
            facing: facing,
            calibration: vector.map { SpaceCalibration(CalibrationVector($0), sign: sign ?? .added) },
            only: only, ignored: ignored, severities: severities)
    }

    /// The number of limits that differ from the profile's.
    var changedLimitCount: Int {
        let limits = limits
        return LimitOption.all.count { limits[keyPath: $0.path] != profile.limits[keyPath: $0.path] }
    }
}

/// The form of standard output.
enum ReportForm {
    case text, json, ndjson
    /// No check: the list of codes, or the explanation of one.
    case codes, explanation(CheckCode)
}
