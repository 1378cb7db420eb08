import MarkerTables
import Markers
import RigidCalibration

extension SchemaDocument {
    static let fit = SchemaDocument(
        name: "fit", about: "what quadcal fit --json prints and --save writes",
        schema: .object([
            .always("schema", .word([SavedFit.schema]), "What this document is."),
            .always("version", .string, "The version of quadcal."),
            .always("verdict", .verdict, "Whether the motion should be used."),
            .always("exit", .exit, "How the run ended."),
            .always(
                "decidedBy", .string.orNull, "The code of the gravest judgement; null where there is none."),
            .always("inputs", .array(.oneOf(FitInputSchema.all)), "The files, by the part they play."),
            .always("options", .oneOf(FitInputSchema.options), "What was asked for."),
            .always(
                "judgements", .array(.object(FitJudgementSchema.judgement)), "What speaks against the motion."
            ),
            .always(
                "join", JoinSchema.join.orNull, "How pairs were made of markers; null where they were not."),
            .sometimes("rows", RowSchema.rows, "How pairs were made of the rows of a laser guide."),
            .sometimes("origins", RowSchema.origins, "How far apart the two points were."),
            .always("motion", .object(MotionSchema.motion), "The motion, in every form."),
            .always(
                "selection", EvidenceSchema.selection.orNull,
                "Which pairs --robust believed; null without it."),
            .always("evidence", EvidenceSchema.evidence.orNull, "How good the fit is; null for matrices."),
            .always("pairs", .array(.object(EvidenceSchema.pair)), "The pairs; none for matrices."),
            .sometimes(
                "points", .array(.object(EvidenceSchema.point)), "What becomes of the points of --at."),
            .sometimes(
                "checks", .array(.object(EvidenceSchema.check)), "How the pairs of --check-points come out."),
        ]))
}

/// What went into a fit.
enum FitInputSchema {
    static let all: [Schema] = [
        file(
            "pairs, points or check pairs", ["pairs", "at", "check-points"] + sides,
            [
                .always("format", .word(["csv"]), "How it is written."),
                .always("separator", .word(CSVSeparator.allCases.map(\.rawValue)), "What parts the fields."),
                .always("header", .boolean, "Whether the first row names the columns."),
                .always("columns", .array(.string), "The columns, by their names."),
                .always("rows", .integer, "How many rows there are."),
                .always("notes", .array(.string), "What the reading took for granted."),
            ]),
        file(
            "markers", sides,
            [
                .always("format", .word(["markers"]), "How it is written."),
                .always("markers", .integer, "How many markers can be used."),
                .always("otherSessions", .integer, "How many are of sessions that were not chosen."),
                .always("refused", refused, "Markers that cannot be used."),
            ]),
        file(
            "a matrix", sides,
            [
                .always("format", .word(["matrix"]), "How it is written."),
                .always("layout", layouts, "The order of its numbers."),
                .always("layoutIsStated", .boolean, "Whether that order was said."),
                .always("defect", .number, "How far it is from a rotation."),
                .always("correction", .number, "How much was changed to make it one."),
            ]),
        file("the map of ids", ["map"], []),
        file(
            "anchors of laser-guide rows", sides,
            [
                .always("format", .word(["anchors"]), "How it is written."),
                .always("session", .string, "The session of those that take part."),
                .always("run", .integer, "Their run, whose world they are in."),
                .always("anchors", .integer, "How many take part."),
                .always("otherRuns", .integer, "How many are of other runs."),
                .always("refused", refused, "Values that are no anchors."),
            ]),
        file(
            "a laser guide", sides,
            [
                .always("format", .word(["laser-guide"]), "How it is written."),
                .always("space", .string, "The space it is of."),
                .always("rows", .integer, "How many rows it has."),
                .always("dots", .word(GridRow.Dot.allCases.map(\.rawValue)), "Where their dots are."),
                .always("dotsAreStated", .boolean, "Whether that was said."),
                .always("ignoredRows", .integer, "How many rows have no segment."),
            ]),
    ]

    static let options: [Schema] = [
        .object(
            [
                .always(
                    "model", .word(ModelChoice.allCases.map(\.rawValue)), "The model that was asked for."),
                .always("gravityDegrees", .number, "The tilt expected between levelled frames."),
                .always("noise", .number.orNull, "The deviation that was stated, in metres."),
                .always("robust", .boolean, "Whether pairs may be wrong."),
                .always("bound", .number.orNull, "How far off a pair may be that is not wrong, in metres."),
            ] + judging),
        .object(
            [
                .always(
                    "matrices", .word(MatrixDirection.allCases.map(\.rawValue)), "Which way the matrices go.")
            ] + judging),
    ]

    private static let judging: [SchemaMember] = [
        .always("tolerance", .number.orNull, "The largest error that is good enough, in metres."),
        .always("failOn", .word(FailureLevel.allCases.map(\.rawValue)), "The least severity that fails."),
        .always("lengths", .word(["m"]), "What lengths in this document count."),
    ]

    private static let sides = ["old", "new"]
    private static let refused = Schema.array(
        .object([
            .always("code", .string, "Why, in a word."),
            .always("pointer", .string, "The JSON pointer to what is wrong."),
            .always("line", .integer, "The line of it, from 1."),
        ]))
    private static let layouts = Schema.word(["rows", "columns"])

    private static func file(_ what: String, _ roles: [String], _ members: [SchemaMember]) -> Schema {
        .object(
            [
                .always("role", .word(roles), "The part that \(what) of this file play in the fit."),
                .always("file", .string, "Its name; - is standard input."),
                .always("sha256", .string, "The digest of its bytes."),
            ] + members)
    }
}

/// What is said about using a motion.
enum FitJudgementSchema {
    static let judgement: [SchemaMember] = [
        .always(
            "code", .word(FitCode.allCases.map(\.rawValue)),
            "What it is, in a word; quadcal fit --explain says more."),
        .always("severity", .word(["error", "warning"]), "How much it weighs."),
        .always("sentence", .string, "What it is, in words."),
        .sometimes("factor", .number, "How much longer the targets are than the sources."),
        .sometimes("deviation", .number.orNull, "The deviation of that factor."),
        .sometimes("unit", .string.orNull, "The unit that was mistaken, where the factor says one."),
        .sometimes("side", .word(["sources", "targets"]).orNull, "The side that has it."),
        .sometimes("rms", .number, "The root mean square of the residuals, in metres."),
        .sometimes("mirroredRMS", .number, "The same for a mirrored motion."),
        .sometimes("tiltDegrees", .number, "How far the vertical leans."),
        .sometimes("expectedDegrees", .number, "How far it was expected to lean."),
        .sometimes("extent", .number, "How large the scene is, in metres."),
        .sometimes("pairs", .array(.string), "The pairs it is about."),
        .sometimes("probability", .number.orNull, "How likely it is that chance alone would do it."),
        .sometimes("support", .integer, "How many pairs follow the motion."),
        .sometimes("second", .integer, "How many follow the second best."),
        .sometimes("millimetresPerTenMetres", .number, "How much a scan bends."),
        .sometimes("length", .number, "How long the scene is along the bend, in metres."),
        .sometimes("weakness", .word(["one-place", "rests-on", "turn", "no-turn"]), "What is weak."),
        .sometimes("groups", .array(.string), "The markers that the fit rests on."),
        .sometimes("axis", .point, "The axis of the turn that is weak."),
        .sometimes("ratio", .number, "How much weaker it is than the others."),
        .sometimes("errorAtFiveMetres", .number.orNull, "The error to expect 5 m from the pairs, in metres."),
        .sometimes("chiSquare", .number, "The sum of the squares of the standardised residuals."),
        .sometimes("freedom", .number, "What that sum should be near."),
        .sometimes("checks", .array(.string), "The check pairs that miss."),
        .sometimes("error95", .number.orNull, "What the error stays within in 95 of 100 cases, in metres."),
        .sometimes("tolerance", .number, "The largest error that was good enough, in metres."),
        .sometimes("point", .string.orNull, "The point of --at where it is worst."),
    ]
}

/// How pairs were made of two files of markers.
enum JoinSchema {
    static let join = Schema.object([
        .always("by", .word(["label", "anchorId", "map"]), "What joined them."),
        .always("target", .word(["raw", "calibrated"]), "Which corners of the new markers are meant."),
        .always("targetIsStated", .boolean, "Whether that was said."),
        .always("markers", .array(.object(marker)), "The markers that were joined."),
        .always("leftOut", .array(.object(leftOut)), "Those that were not."),
        .always("repeated", .array(.object(repeated)), "Keys that more than one marker of a side has."),
        .always(
            "unknownIds", .array(.object([side, .always("id", .string, "The id that is unknown.")])),
            "Ids of the map that no marker has."),
    ])

    private static let marker: [SchemaMember] = [
        .always("name", .string, "What it is called here."),
        .always("old", .string, "The id of the old one."),
        .always("oldSession", .string.orNull, "The session or set of the old one."),
        .always("new", .string, "The id of the new one."),
        .always("newSession", .string.orNull, "The session or set of the new one."),
        .always("newLine", .integer, "The line of the new one, from 1."),
        .always(
            "newCorners", .array(.word(["p1", "p2", "p3", "p4"]), count: 4),
            "The new corners that p1 to p4 are."),
        .always("orderMargin", .number, "By how many metres the next order of corners is worse."),
        .always("wasChosen", .boolean, "Whether it was told from others of its key."),
    ]

    private static let leftOut: [SchemaMember] = [
        side,
        .always("id", .string, "The id of the marker."),
        .always("label", .string.orNull, "The label of the marker."),
        .always("line", .integer, "The line it begins in, from 1."),
        .always("reason", .string, "Why, in a word."),
        .always("sentence", .string, "Why, in words."),
    ]

    private static let repeated: [SchemaMember] = [
        .always("key", .string, "The key."),
        .always("old", .array(.string), "The ids of old markers that have it."),
        .always("new", .array(.string), "The ids of new ones."),
    ]

    private static let side = SchemaMember.always("side", .word(["old", "new"]), "The file it is in.")
}
