import Markers
import QuadGeometry
import RigidCalibration

extension SchemaDocument {
    static let plan = SchemaDocument(
        name: "plan", about: "what quadcal recalibrate --dry-run --json prints and --plan-out writes",
        schema: .object([
            .always("schema", .word([PlanJSON.schema]), "What this document is."),
            .always("version", .string, "The version of quadcal."),
            .always("verdict", .verdict, "What the notes come to."),
            .always("exit", .exit, "How the run ended."),
            .always("decidedBy", .string.orNull, "The code of the gravest note; null where there is none."),
            .always("inputs", .array(.oneOf(PlanSchema.inputs)), "The files, by the part they play."),
            .always("fit", .object(PlanSchema.fit), "The fit that the plan carries out."),
            .always("request", .object(PlanSchema.request), "What was asked for."),
            .always(
                "notes", .array(.object(PlanSchema.note)), "What has to be said of it, the gravest first."),
            .always(
                "totals",
                .object(
                    ["markers", "updates", "unchanged", "refused", "leftOut", "noMarkers"].map {
                        .always($0, .integer, "How many \($0 == "markers" ? "there are" : "are in \($0)").")
                    }), "How long the lists are."),
            .always(
                "vectorUpdate", Schema.object(PlanSchema.vectorUpdate).orNull,
                "What becomes of the space's vector; null where it stays."),
            .always("updates", .array(.object(PlanListSchema.update)), "The markers that move."),
            .always(
                "unchanged", .array(.object(PlanListSchema.unchanged)), "Those that are where they should be."
            ),
            .always("refused", .array(.object(PlanListSchema.unmoved)), "Those that cannot be moved."),
            .always("leftOut", .array(.object(PlanListSchema.unmoved)), "Those that are not to move."),
            .always("noMarkers", .array(.object(PlanListSchema.noMarker)), "Values that are no markers."),
            .always("digest", .string, "The digest of all that the plan would do."),
        ]))
}

/// The parts of a plan but for its lists.
private enum PlanSchema {
    static let inputs: [Schema] = [
        .object(
            file(.word(["markers"])) + [.always("markers", .integer, "How many markers it has.")]),
        .object(file(.word(["fit", "sessions", "space", "old", "new", "pairs", "map"]))),
    ]

    static let fit: [SchemaMember] = [
        .always("sha256", .string, "The digest of the saved fit."),
        .always("verdict", .verdict, "What the fit came to."),
        .always("model", .string, "The model of its motion."),
        .always("judgements", .array(.string), "The codes of what speaks against it."),
        .always("inputs", .array(.object(file(.string))), "The files that were fitted to."),
        .always("fitted", .array(.string), "The ids of the markers that were fitted to."),
    ]

    static let request: [SchemaMember] = [
        .always("mode", .word(PushMode.allCases.map(\.rawValue)), "What is rewritten."),
        .always("from", kinds, "The kind of corners the motion leads from."),
        .always("to", kinds, "The kind it leads to."),
        .always("motion", .object(motion), "The motion in its anchored form."),
        .always("frames", .object(frames), "Which sessions are in the old frame."),
        .always("space", .object(space), "The calibration of the space before."),
        .always("strict", .boolean, "Whether unsound markers are refused."),
        .always("limits", .object(limits), "The limits that findings are held against."),
    ]

    static let note: [SchemaMember] = [
        .always("code", .string, "What it is, in a word."),
        .always("severity", .word(["error", "warning"]), "How much it weighs."),
        .always("sentence", .string, "What it is, in words."),
    ]

    static let vectorUpdate: [SchemaMember] = [
        .always("before", Schema.point.orNull, "The vector before, in metres; null where there was none."),
        .always("after", .point, "The vector afterwards."),
        .always("largestLoss", .number, "By how much it misses the motion at the worst corner, in metres."),
        .always("rmsLoss", .number, "The root mean square of that over all corners."),
        .always(
            "body", .object([.always("calibration_vector", .point, "The vector afterwards.")]),
            "What is sent for the space."),
    ]

    private static let kinds = Schema.word(["raw", "calibrated"])

    private static func file(_ role: Schema) -> [SchemaMember] {
        [
            .always("role", role, "The part that the file plays."),
            .always("file", .string, "Its name; - is standard input."),
            .always("sha256", .string, "The digest of its bytes."),
        ]
    }

    private static let motion: [SchemaMember] = [
        .always("sourceCenter", .point, "The point it turns about, before, in metres."),
        .always("targetCenter", .point, "That point afterwards."),
        .always("rest", .point, "What the shift between them leaves out, in metres."),
        .always("rotationColumns", .array(.point, count: 3), "The rotation, column by column."),
        .always("angleDegrees", .number, "The angle of the turn."),
    ]

    private static let frames: [SchemaMember] = [
        .always("rule", .word(["chosen", "before", "all"]), "What tells which sessions move."),
        .always("before", .string.orNull, "The date before which they were created."),
        .always("chosen", .array(.string), "The sessions that were named."),
        .always("targets", .array(.string), "Those that supplied the targets, which never move."),
    ]

    private static let space: [SchemaMember] = [
        .always("vector", Schema.point.orNull, "Its vector, in metres; null where it has none."),
        .always("sign", .word(["added", "subtracted"]), "How it counts."),
        .always(
            "signBasis", .word(PlannedSpace.Basis.allCases.map(\.rawValue)), "Where that is known from."),
    ]

    private static let limits = LimitOption.all.map { limit in
        SchemaMember.always(
            limit.name, .number, "\(limit.summary.prefix(1).uppercased() + limit.summary.dropFirst()).")
    }
}
