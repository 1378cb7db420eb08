import StrictJSON

extension SchemaDocument {
    static let error = SchemaDocument(
        name: "error", about: "what --json and --ndjson print where a run cannot do what it was asked",
        schema: .object([
            .always("schema", .word(["quadcal.error/1"]), "What this document is."),
            .always("version", .string, "The version of quadcal."),
            .always("exit", .exit, "How the run ended."),
            .always("message", .string, "What went wrong and what to try next, in words."),
            .always("file", .string.orNull, "The file it is about."),
            .always("line", .integer.orNull, "The line it is about, from 1."),
            .sometimes("refusal", .object(refusal), "Why no motion was fitted; there only in that case."),
        ]))

    private static let sides = Schema.word(["source", "target"])

    private static let refusal: [SchemaMember] = [
        .always("code", .string, "The reason, in a word; quadcal fit --explain says more."),
        .sometimes("found", .integer, "How many pairs there are."),
        .sometimes("needed", .integer, "How many would be needed."),
        .sometimes("side", sides, "The side it is about."),
        .sometimes("extent", .number, "How far the points of that side are apart, in metres."),
        .sometimes("resolution", .number, "What they would have to be apart at least, in metres."),
        .sometimes("axis", .point, "The axis of the line, or that of the turn that is not fixed."),
        .sometimes("thickness", .number, "How far from the line the points are, in metres."),
        .sometimes("gain", .number, "How well the turn is fixed, as a share."),
        .sometimes("rounding", .number, "What rounding alone would make of that share."),
        .sometimes("model", .string, "The model that was asked for."),
        .sometimes("weight", .number, "The weight that cannot be used."),
        .sometimes("option", .string, "The option that cannot be used."),
        .sometimes("value", .number, "Its value."),
        .sometimes("status", .integer, "What the solver said."),
        .sometimes("bound", .number, "The bound that cannot be used, in metres."),
        .sometimes("support", .integer, "How many pairs follow the best motion."),
        .sometimes("second", .integer, "How many follow the second best."),
        .sometimes("factor", .number, "How much longer the targets are than the sources."),
        .sometimes("deviation", .number, "The deviation of that factor."),
        .always(
            "rows",
            .array(
                .object([
                    .always("id", .string, "What the row is called."),
                    .always("line", .integer, "The line it begins in, from 1."),
                ])), "The rows that cause it."),
    ]
}
