import StrictJSON

extension SchemaDocument {
    static let raycast = SchemaDocument(
        name: "raycast", about: "what quadcal raycast --json prints",
        schema: .object([
            .always("schema", .word(["quadcal.raycast/1"]), "What this document is."),
            .always("version", .string, "The version of quadcal."),
            .always("verdict", .verdict, "PASS; a ray that meets nothing is no fault."),
            .always("exit", .exit, "How the run ended."),
            .always(
                "inputs",
                .array(
                    .object([
                        .always("role", .word(["rays", "markers"]), "The part that the file plays."),
                        .always("file", .string, "Its name; - is standard input."),
                        .always("sha256", .string, "The digest of its bytes."),
                    ])), "The files that were read."),
            .always("options", .object(options), "What was asked for."),
            .always(
                "rays",
                .array(
                    .object([
                        .always("id", .string, "What the ray is called."),
                        .always(
                            "line", .integer.orNull, "The line of its file, from 1; null without a file."),
                        .always("hits", .array(.object(hit)), "What it meets, the nearest first."),
                    ])), "Every ray, in the order of its file."),
        ]))

    private static let options: [SchemaMember] = [
        .always("coordinates", .word(["raw", "calibrated"]), "Which corners of markers counted."),
        .always("from", .number, "The least distance that counted."),
        .always("to", Schema.number.orNull, "The greatest; null for any."),
        .always("face", Schema.word(["front", "back"]).orNull, "The only side that counted."),
        .always("all", .boolean, "Whether every hit was asked for, or the first."),
        .always("lengths", .word(["m"]), "What lengths in this document count."),
    ]

    private static let hit: [SchemaMember] = [
        .always("file", .string, "The file of the marker."),
        .always("markerLine", .integer, "The line it begins in, from 1."),
        .always("pointer", .string.orNull, "The JSON pointer to it; null in CSV."),
        .always("marker", .string.orNull, "The id of the marker."),
        .always("label", .string.orNull, "The label of the marker."),
        .always("distance", .number, "How far from the ray's origin."),
        .always("point", .point, "Where it meets it."),
        .always("u", .number, "From the side p1 p4 (0) to p2 p3 (1)."),
        .always("v", .number, "From the side p1 p2 (0) to p4 p3 (1)."),
        .always("side", .word(["front", "back"]), "The side that was met."),
    ]
}
