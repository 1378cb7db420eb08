import MarkerTables
import Markers
import QuadGeometry
import StrictJSON

extension SchemaDocument {
    static let check = SchemaDocument(
        name: "check", about: "what quadcal check --json prints", schema: CheckReport.schema)

    static let checkLine = SchemaDocument(
        name: "check-line",
        about: "a line of quadcal check --ndjson: a finding, or the summary, which comes last",
        schema: .oneOf([FindingLine.schema, CheckSummary.schema]))
}

extension CheckReport: RunDocument {
    static let members =
        subject + [.always("findings", \.findings, "The findings, by file and marker.")] + result

    /// What was checked, and how.
    fileprivate static let subject: [DocumentMember<CheckReport>] =
        .head("quadcal.check/1", verdict: "The verdict on all findings.") + [
            .always("inputs", \.files, "The files, as they were named."),
            .always("profile", \.options.profile, "The limits that were started from."),
            .always("limits", \.limits, "Every limit that was used."),
            .always("settings", \.options, "The settings other than limits."),
        ]

    fileprivate static let result: [DocumentMember<CheckReport>] = [
        .always("counts", \.counts, "The number of findings, unlisted ones included."),
        .always("truncated", \.isTruncated, "Whether --max-findings hides findings."),
        .always("leftOut", \.leftOut.total, "The number of hidden findings."),
        .sometimes("repairs", \.repairs, "The changes by --fix; present only with it."),
    ]

    private var limits: CheckLimits { CheckLimits(limits: options.limits) }
    private var isTruncated: Bool { leftOut.total > 0 }
    private var repairs: [Repair]? { options.fixedFile.map { _ in files.flatMap(\.repairs) } }
}

/// A finding as a line of its own.
struct FindingLine: WrittenObject {
    let finding: Finding

    static let members: [DocumentMember<FindingLine>] = [
        .constant("type", "finding", "The kind of line."), .part(\.finding, Finding.members),
    ]
}

/// The line that comes after all findings.
struct CheckSummary: WrittenObject {
    let report: CheckReport

    static let members: [DocumentMember<CheckSummary>] = [
        .constant("type", "summary", "The kind of line."),
        .part(\.report, CheckReport.subject + CheckReport.result),
    ]
}

extension CheckedFile: WrittenObject {
    static let members: [DocumentMember<CheckedFile>] = [
        .always("file", \.file.name, "Its name; - is standard input."),
        .always("sha256", \.file.sha256, "The digest of its bytes."),
        .always("format", \.file.format, "Its format."),
        .always(
            "separator", \.file.separator, "What parts the fields of CSV; null for JSON.",
            schema: CSVSeparator.schema.orNull),
        .always("quads", \.file.quads.count, "The number of quads checked."),
        .always("rowsWithoutQuad", \.file.faultCount, "The number of rows or list values without a quad."),
        .always(
            "error", \.file.failure?.text,
            "The error that ended reading early; null if there was none."),
        .always("counts", \.counts, "The number of its findings."),
    ]
}

extension FindingCounts: WrittenObject {
    static let members: [DocumentMember<FindingCounts>] = Severity.allCases.map { severity in
        .always(severity.rawValue, \.[severity], "The number of severity \(severity.rawValue).")
    }
}

extension CheckOptions: WrittenObject {
    static let members: [DocumentMember<CheckOptions>] = [
        .always("format", \.format, "The value of --format."),
        .always("coordinates", \.coordinates, "Which corners of markers in JSON were checked."),
        .always("facing", \.facing, "The direction that normals should share."),
        .always("only", \.only, "The only codes that were reported."),
        .always("ignore", \.ignored, "The codes that were not reported."),
        .always(
            "severity", \.severityTable, "Severities that were changed.",
            schema: .table(CheckCode.allCases.map(\.word), of: Severity.schema)),
        .always("failOn", \.failsOn, "The least severity that fails."),
        .always("maxFindings", \.mostFindings, "The most findings to list."),
        .always("fix", \.fixedFile, "The file for fixed markers."),
    ]

    private var severityTable: DocumentTable<Severity> {
        DocumentTable(CheckCode.allCases.compactMap { code in severities[code].map { (code.word, $0) } })
    }
}

/// Every limit of a check, with its unit and its option.
private struct CheckLimits: WrittenObject {
    let limits: QuadLimits

    static let members: [DocumentMember<CheckLimits>] = LimitOption.all.enumerated().map { place, limit in
        .always(
            limit.name, \.[place], limit.sentence,
            schema: Entry.schema.narrowing("option", to: .word([limit.flag])))
    }

    private subscript(place: Int) -> Entry {
        let limit = LimitOption.all[place]
        return Entry(option: limit, limit: limits[keyPath: limit.path])
    }

    struct Entry: WrittenObject {
        let option: LimitOption
        let limit: Double

        static let members: [DocumentMember<Entry>] = [
            .always("value", \.value, "The limit."),
            .always(
                "unit", \.unit, "What it counts.",
                schema: .word([DocumentUnit.metres, .degrees, .ratio].map(\.rawValue))),
            .always("option", \.option.flag, "The option that changes it."),
        ]

        private var value: Double { unit == .metres ? limit : option.scale.shown(limit) }

        private var unit: DocumentUnit {
            switch option.scale {
            case .millimetres, .metres: .metres
            case .degrees: .degrees
            case .ratio: .ratio
            }
        }
    }
}

extension LimitOption {
    /// The summary as a sentence of its own.
    var sentence: String { "\(capitalized(summary))." }
}
