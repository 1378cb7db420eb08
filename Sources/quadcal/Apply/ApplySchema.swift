import Markers

extension SchemaDocument {
    static let apply = SchemaDocument(
        name: "apply", about: "what quadcal apply --json prints",
        schema: .object([
            .always("schema", .word(["quadcal.apply/1"]), "What this document is."),
            .always("version", .string, "The version of quadcal."),
            .always("verdict", .verdict, "Whether all markers that should move did."),
            .always("exit", .exit, "How the run ended."),
            .always("isMixed", .boolean, "Whether markers are in both frames now."),
            .always(
                "inputs",
                .array(
                    .object([
                        .always("role", .word(["fit", "markers"]), "The part that the file plays."),
                        .always("file", .string, "Its name; - is standard input."),
                        .always(
                            "sha256", .string.orNull, "The digest of its bytes; null where not all were read."
                        ),
                    ])), "The files that were read."),
            .always("output", .string.orNull, "Where the markers went; null for standard output."),
            .always("fitVerdict", .verdict, "What the fit came to."),
            .always("options", .object(options), "What was asked for."),
            .always(
                "counts",
                .object(
                    ["markers", "moved", "unchanged", "refused", "leftOut"].map {
                        .always($0, .integer, "How many \($0 == "markers" ? "there are" : "were \($0)").")
                    }), "What became of the markers."),
            .always("largestShift", .number, "How far the corner went that went farthest, in metres."),
            .always("leftOut", .table(nil, of: .integer), "How many were left out, by the reason."),
            .always(
                "stale", .table(nil, of: .integer), "How many have what is no longer true, by its pointer."),
            .always("findings", .table(nil, of: .integer), "Errors and warnings that moved along, by code."),
            .always("refused", .array(.object(refused)), "The first markers that stay and should not."),
            .always("truncated", .boolean, "Whether there are more of those."),
            .always(
                "fitted", Schema.object(fitted).orNull, "Where the fitted markers are, if the fit names any."),
        ]))

    private static let options: [SchemaMember] = [
        .always("mode", .word(PushMode.allCases.map(\.rawValue)), "What was rewritten."),
        .always("from", .word(["raw", "calibrated"]), "The kind of corners the motion leads from."),
        .always("to", .word(["raw", "calibrated"]), "The kind it leads to."),
        .always("kindsAreStated", .boolean, "Whether the fit says the kinds."),
        .always("vector", Schema.point.orNull, "The calibration vector, in metres."),
        .always("vectorSign", .word(["added", "subtracted"]), "How it counts."),
        .always("sessions", .array(.string), "The only sessions that move; all where there are none."),
        .always("strict", .boolean, "Whether unsound markers stay."),
        .always("lengths", .word(["m"]), "What lengths in this document count."),
    ]

    private static let refused: [SchemaMember] = [
        .always("line", .integer, "The line it begins in, from 1."),
        .always("pointer", .string, "The JSON pointer to what is wrong."),
        .always("code", .string, "Why, in a word."),
        .always("sentence", .string, "Why, in words."),
    ]

    private static let fitted: [SchemaMember] = [
        .always("onSource", .integer, "How many are where the fit found them."),
        .always("elsewhere", .integer, "How many are neither there nor moved."),
        .always("missing", .integer, "How many are not in the file."),
    ]
}
