import Markers
import QuadGeometry
import StrictJSON

extension SchemaDocument {
    static let check = SchemaDocument(
        name: "check", about: "what quadcal check --json prints",
        schema: .object(
            CheckSchema.head
                + [
                    .always(
                        "findings", .array(.object(CheckSchema.finding)), "What is wrong, by file and marker."
                    )
                ]
                + CheckSchema.tail))

    static let checkLine = SchemaDocument(
        name: "check-line",
        about: "a line of quadcal check --ndjson: a finding, or the summary, which comes last",
        schema: .oneOf([
            .object([.always("type", .word(["finding"]), "What the line is.")] + CheckSchema.finding),
            .object(
                [.always("type", .word(["summary"]), "What the line is.")] + CheckSchema.head
                    + CheckSchema.tail),
        ]))
}

/// The parts of the documents of `quadcal check`.
private enum CheckSchema {
    static let head: [SchemaMember] = [
        .always("schema", .word(["quadcal.check/1"]), "What this document is."),
        .always("version", .string, "The version of quadcal."),
        .always("verdict", .verdict, "What all findings come to."),
        .always("exit", .exit, "How the run ended."),
        .always("inputs", .array(.object(input)), "The files, as they were named."),
        .always(
            "profile", .word(CheckProfile.allCases.map(\.rawValue)), "The limits that were started from."),
        .always("limits", .object(limits), "Every limit that was used."),
        .always("settings", .object(settings), "What was asked for beside limits."),
    ]

    static let tail: [SchemaMember] = [
        .always("counts", counts, "How many findings there are, those left out included."),
        .always("truncated", .boolean, "Whether findings were left out by --max-findings."),
        .always("leftOut", .integer, "How many were left out."),
        .sometimes("repairs", .array(.object(repair)), "What --fix did; there only with it."),
    ]

    private static let input: [SchemaMember] = [
        .always("file", .string, "Its name; - is standard input."),
        .always("sha256", .string, "The digest of its bytes."),
        .always("format", .word(MarkerFormat.allCases.map(\.rawValue)), "How it is written."),
        .always(
            "separator", .word(CSVSeparator.allCases.map(\.rawValue)).orNull,
            "What parts the fields of CSV; null for JSON."),
        .always("quads", .integer, "How many quads were checked."),
        .always("rowsWithoutQuad", .integer, "How many rows or values of a list hold no quad."),
        .always(
            "error", .string.orNull,
            "What ended the reading before the end of the file; null where nothing did."),
        .always("counts", counts, "How many findings it has."),
    ]

    private static let limits = LimitOption.all.map { limit in
        SchemaMember.always(
            limit.name,
            .object([
                .always("value", .number, "The limit."),
                .always("unit", .word(["m", "deg", "ratio"]), "What it counts."),
                .always("option", .word([limit.flag]), "The option that changes it."),
            ]), "\(limit.summary.prefix(1).uppercased() + limit.summary.dropFirst()).")
    }

    private static let codes = Schema.word(CheckCode.all.map(\.word))

    private static let settings: [SchemaMember] = [
        .always("format", .word(MarkerFormat.allCases.map(\.rawValue)).orNull, "What --format said."),
        .always(
            "coordinates", .word(["raw", "calibrated"]), "Which corners of markers in JSON were checked."),
        .always("facing", Schema.point.orNull, "The direction that normals should share."),
        .always("only", Schema.array(codes).orNull, "The only codes that were reported."),
        .always("ignore", .array(codes), "The codes that were left out."),
        .always(
            "severity", .table(CheckCode.all.map(\.word), of: .severity), "Severities that were changed."),
        .always("failOn", .word(FailureLevel.allCases.map(\.rawValue)), "The least severity that fails."),
        .always("maxFindings", .integer.orNull, "The most findings to list."),
        .always("fix", .string.orNull, "Where mended markers were to be written."),
    ]

    private static let counts = Schema.object(
        Severity.allCases.map { .always($0.rawValue, .integer, "How many of severity \($0.rawValue).") })

    static let finding: [SchemaMember] =
        [
            .always("code", codes, "What is wrong, in a word; quadcal check --explain says more."),
            .always("severity", .severity, "How much it weighs."),
        ] + place + [
            .always("label", .string.orNull, "What people call the marker."),
            .always("message", .string, "What is wrong, in words."),
            .always(
                "found", .string.orNull,
                "The text, the kind of value or the number without a form in JSON that was found."),
            .always("value", .number.orNull, "What was measured."),
            .always("limit", .number.orNull, "What it was held against."),
            .always("unit", .word(["m", "m2", "deg", "ratio", "fields"]).orNull, "What both count."),
            .always("location", Schema.point.orNull, "Where in space, in metres."),
            .always("other", Schema.object(others).orNull, "The earlier marker it collides with."),
            .always("fix", fix.orNull, "What would mend it."),
        ]

    /// Where a marker is, in this order.
    private static let place: [SchemaMember] = [
        .always("file", .string, "The file it is in."),
        .always("line", .integer, "The line it begins in, from 1."),
        .always("pointer", .string, "The JSON pointer to it; in CSV as if its rows were the list markers."),
        .always("id", .string.orNull, "The id of the marker, as it is written."),
    ]

    private static let others = place.filter { $0.name != "file" }

    private static let repair: [SchemaMember] =
        place + [.always("steps", .array(fix), "What was done, in this order.")]

    private static let fix = Schema.oneOf([
        .object([.always("kind", .word(["flatten"]), "Move the corners into one plane.")]),
        .object([
            .always("kind", .word(["reorder"]), "Take the corners in another order."),
            .always("order", .array(.integer, count: 4), "The corners to take, from 1."),
        ]),
        .object([
            .always("kind", .word(["drop-marker"]), "Leave the marker out."),
            .always(
                "of", .oneOf([.string, .integer, .null]),
                "The marker in whose place it stands: its id, or its place in the file from 0."),
        ]),
    ])
}

extension Schema {
    static let verdict = Schema.word(Verdict.allCases.map(\.rawValue))
    static let exit = Schema.word(ExitCode.allCases.map(\.word))
    static let severity = Schema.word(Severity.allCases.map(\.rawValue))
}
