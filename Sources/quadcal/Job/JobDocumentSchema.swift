import Markers
import MarkersClient

extension SchemaDocument {
    static let run = SchemaDocument(
        name: "run", about: "what quadcal recalibrate --json prints of a job on a server",
        schema: .object([
            .always("schema", .word([JobJSON.schema]), "What this document is."),
            .always("version", .string, "The version of quadcal."),
            .always("verdict", .verdict, "What the run came to."),
            .always("exit", .exit, "How the run ended."),
            .always("action", .word(JobAction.allCases.map(\.rawValue)), "What was asked for."),
            .always("job", .string, "The job's file."),
            .always("server", .string, "The server it is for."),
            .always(
                "space",
                .object([
                    .always("id", .string, "The id of the space."),
                    .always("key", .string, "Its key, or its id again."),
                ]), "The space it is about."),
            .always("mode", .word(PushMode.allCases.map(\.rawValue)), "What is rewritten."),
            .always("plan", .string, "The digest of the plan."),
            .always("created", .string, "When the job was made."),
            .always("sessions", .array(.string), "The sessions whose markers were planned."),
            .always("inputs", .array(.object(input)), "What the plan was made of."),
            .always("direction", .word(["apply", "undo"]), "Whether the job is carried out or taken back."),
            .always("complete", .boolean, "Whether all of that is done."),
            .always("counts", .object(counts), "How many markers stand where."),
            .always(
                "vector", Schema.word(words).orNull, "Where the space's vector stands; null in other modes."),
            .always("run", Schema.object(sending).orNull, "What was sent; null where nothing was."),
            .always("warnings", .array(.object(coded)), "What is odd."),
            .always("open", .array(.object(open)), "Markers that are not where the job wants them."),
            .always(
                "comparison", .oneOf([.object(comparison), .object(failure), .null]),
                "How the server compares with the job; null where it was not asked."),
            .always("next", .object(next), "Command lines that go on with it."),
        ]))

    private static let words = JobState.Word.allCases.map(\.rawValue)

    private static let input: [SchemaMember] = [
        .always("name", .string, "Its name."), .always("sha256", .string, "The digest of its bytes."),
    ]

    private static let coded: [SchemaMember] = [
        .always("code", .string, "What it is, in a word."),
        .always("sentence", .string, "What it is, and what to do about it."),
    ]

    private static let counts =
        words.map { SchemaMember.always($0, .integer, "How many are \($0).") } + [
            .always("refused", .integer, "How many the plan could not move; known in the run that made it.")
        ]

    private static let sending: [SchemaMember] = [
        .always("requests", .integer, "How many requests were sent, lists apart."),
        .always("stop", Schema.object(coded).orNull, "Why it ended before its end."),
        .always(
            "sessionsWithDetails", Schema.integer.orNull,
            "How many sessions had details calculated anew; null where no corners were sent."),
        .always("detailsProblem", Schema.string.orNull, "Why others have not, in a word."),
    ]

    private static let open: [SchemaMember] = [
        .always("id", .string, "The id of the marker."), .always("label", Schema.string.orNull, "Its label."),
        .always("state", .word(words), "Where it stands."),
        .always("code", Schema.string.orNull, "Why, in a word."),
    ]

    private static let comparison: [SchemaMember] = [
        .always("asPlanned", .integer, "How many markers are as the job wants them."),
        .always(
            "different",
            .array(
                .object([
                    .always("id", .string, "The id of the marker."),
                    .always("code", .string, "Why, in a word."),
                ])),
            "Those that are not."),
        .always("gone", .array(.string), "Markers that the plan knew and that are not there any more."),
        .always("appeared", .array(.string), "Markers that the plan did not know."),
        .always(
            "vectorIsThere", Schema.boolean.orNull, "Whether the space has the vector; null in other modes."),
    ]

    private static let failure: [SchemaMember] = [
        .always("problem", .string, "Why it could not be compared, in a word."),
        .always("sentence", .string, "The same in words."),
    ]

    private static let next: [SchemaMember] = [
        .always("goOn", Schema.string.orNull, "Goes on with what is open; null where nothing is."),
        .always("undo", Schema.string.orNull, "Puts back what was changed; null where nothing was."),
    ]
}
