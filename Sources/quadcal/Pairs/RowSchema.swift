import StrictJSON

/// How pairs were made of the rows of a laser guide, or of two points.
enum RowSchema {
    static let rows = Schema.object([
        .always("tolerance", .number, "Rows nearer to each other than this are one, in metres."),
        .always(
            "pairs",
            .array(
                .object([
                    .always("old", .string, "The old anchor."),
                    .always("new", .string, "The new anchor, or the JSON pointer to the row of the guide."),
                    .always("row", .number, "The place of the row along the guide, in metres."),
                ])), "The rows that were paired."),
        .always(
            "leftOut",
            .array(
                .object([
                    .always("side", .word(["old", "new"]), "The file it is of."),
                    .always("at", .string, "Its place in that file."),
                    .always("row", .number, "Its place along the guide, in metres."),
                    .always("reason", .string, "The code of the reason."),
                    .always("sentence", .string, "A sentence about the reason."),
                ])), "The rows that were not."),
    ])

    static let origins = Schema.object([
        .always("oldSeparation", .number, "Their level distance from each other, in metres."),
        .always("newSeparation", .number, "The same in the new frame."),
    ])
}
