import MarkerTables
package import Markers
import QuadGeometry
package import StrictJSON
import ToolMarkers
package import ToolTerminal

extension SchemaDocument {
    package static let check = SchemaDocument(
        name: "check", about: "what quadcal check --json prints", schema: CheckReport.schema)

    package static let checkLine = SchemaDocument(
        name: "check-line",
        about: "a line of quadcal check --ndjson: a finding, or the summary, which comes last",
        schema: .oneOf([FindingLine.schema, CheckSummary.schema]))
}

extension CheckReport: RunDocument {
    package static let members =
        subject + [.always("findings", \.findings, "The findings, by file and marker.")] + result

    /// The files that were checked, and the settings.
    fileprivate static let subject: [DocumentMember<CheckReport>] =
        .head("quadcal.check/1", verdict: "The verdict on all findings.") + [
            .always("inputs", \.files, "The files that were read, in the order given."),
            .sometimes(
                "unread", \.unreadFiles,
                "The files of which nothing could be read; present only where there are any."),
            .always(
                "profile", \.options.profile, "The profile that sets the limits, unless options change them."),
            .always("limits", \.limits, "Every limit in effect."),
            .sometimes(
                "config", \.options.settings,
                "The file that sets the profile or limits; present only where one is used."),
            .always("settings", \.options, "The other options in effect."),
        ]

    fileprivate static let result: [DocumentMember<CheckReport>] = [
        .always("counts", \.counts, "The number of findings, including those that are not listed."),
        .always("truncated", \.isTruncated, "Whether --max-findings shortened the list."),
        .always("leftOut", \.leftOut.total, "The number of findings that are not listed."),
        .sometimes("repairs", \.repairs, "The repairs that --fix made; present only with --fix."),
    ]

    private var unreadFiles: [UnreadFile]? { unread.isEmpty ? nil : unread }
    private var limits: CheckLimits { CheckLimits(limits: options.limits) }
    private var isTruncated: Bool { leftOut.total > 0 }
    private var repairs: [Repair]? { options.fixedFile.map { _ in files.flatMap(\.repairs) } }
}

package struct FindingLine: WrittenObject {
    package let finding: MarkerFinding

    package init(finding: MarkerFinding) {
        self.finding = finding
    }

    package static let members: [DocumentMember<FindingLine>] = [
        .constant("type", "finding", "The kind of line."), .part(\.finding, MarkerFinding.members),
    ]
}

package struct CheckSummary: WrittenObject {
    package let report: CheckReport

    package init(report: CheckReport) {
        self.report = report
    }

    package static let members: [DocumentMember<CheckSummary>] = [
        .constant("type", "summary", "The kind of line."),
        .part(\.report, CheckReport.subject + CheckReport.result),
    ]
}

extension CheckedFile: WrittenObject {
    package static let members: [DocumentMember<CheckedFile>] = [
        .always("file", \.file.name, "The name of the file; - is standard input."),
        .always("sha256", \.file.sha256, "The SHA-256 digest of its bytes."),
        .always("format", \.file.format, "The format of the file."),
        .always(
            "separator", \.file.separator, "The field separator of CSV; null for JSON.",
            schema: CSVSeparator.schema.orNull),
        .always("quads", \.file.quads.count, "The number of quads checked."),
        .always("rowsWithoutQuad", \.file.faultCount, "The number of rows or list values that hold no quad."),
        .always(
            "error", \.file.failure?.text,
            "The error that stopped reading before the end of the file; null if there was none."),
        .always("counts", \.counts, "The number of its findings, by severity."),
    ]
}

extension UnreadFile: WrittenObject {
    package static let members: [DocumentMember<UnreadFile>] = [
        .always("file", \.name, "The name of the file."),
        .always("error", \.failure.text, "The reason, and what to try next."),
    ]
}

extension FindingCounts: WrittenObject {
    package static let members: [DocumentMember<FindingCounts>] = Severity.allCases.map { severity in
        .always(severity.rawValue, \.[severity], "The number of findings of severity \(severity.rawValue).")
    }
}

extension CheckOptions: WrittenObject {
    package static let members: [DocumentMember<CheckOptions>] = [
        .always("format", \.format, "The format given by --format; null without it."),
        .always("coordinates", \.coordinates, "Which corners of JSON markers were checked."),
        .always("facing", \.facing, "The direction that all normals should face."),
        .always("vector", \.vector, "The calibration vector in metres; null without --vector."),
        .always("vectorSign", \.sign, "How the vector counts, as --sign has it; null without it."),
        .always("only", \.only, "The only codes reported; null for all."),
        .always("ignore", \.ignored, "The codes not reported."),
        .always(
            "severity", \.severityTable, "The severities changed by --severity, by code.",
            schema: .table(CheckCode.allCases.map(\.rawValue), of: Severity.schema)),
        .always("failOn", \.failsOn, "The lowest severity that fails the run."),
        .always("maxFindings", \.mostFindings, "The most findings to list; null for 20,000."),
        .always("fix", \.fixedFile, "The file for repaired markers; null without --fix."),
    ]

    private var severityTable: DocumentTable<Severity> {
        DocumentTable(CheckCode.allCases.compactMap { code in severities[code].map { (code.rawValue, $0) } })
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
                "unit", \.unit, "The unit of the limit.",
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
    package var sentence: String { "\(capitalized(summary))." }
}
