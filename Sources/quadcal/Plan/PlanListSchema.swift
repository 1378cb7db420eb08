import QuadGeometry
import StrictJSON

/// The lists of a plan, marker by marker.
enum PlanListSchema {
    static let update: [SchemaMember] =
        marker + [
            .always("version", .integer.orNull, "The version that is sent along; null for the vector."),
            displacement,
            .always(
                "error95", .number.orNull,
                "What its error stays within in 95 of 100 cases, in metres; null where nothing tells."),
            findings,
            .always("neighbors", .array(.object(neighbor)), "Markers that stay where it comes to stand."),
            .always("stale", .array(.string), "The JSON pointers to what is no longer true afterwards."),
            .always("body", .oneOf(bodies), "What is sent for the marker; null for the vector."),
        ]

    static let unchanged: [SchemaMember] = marker + [displacement, findings]
    static let unmoved: [SchemaMember] = marker + reason

    static let noMarker: [SchemaMember] =
        [
            .always("file", .string, "The file it is in."),
            .always("line", .integer, "The line of what is wrong, from 1."),
            .always("pointer", .string, "The JSON pointer to what is wrong."),
        ] + reason

    /// Which marker it is, and where it stands.
    private static let marker: [SchemaMember] = [
        .always("index", .integer, "Its place among the markers of all files, from 0."),
        .always("id", .string, "The id of the marker."),
        .always("session", .string, "The session or set of the marker."),
        .always("label", .string.orNull, "What people call the marker."),
        .always("file", .string, "The file it is in."),
        .always("line", .integer, "The line it begins in, from 1."),
        .always("pointer", .string, "The JSON pointer to it."),
        .always("before", .string, "The digest of its bytes as they were read."),
    ]

    private static let reason: [SchemaMember] = [
        .always("reason", .string, "Why, in a word."),
        .always("sentence", .string, "Why, in words."),
    ]

    private static let displacement = SchemaMember.always(
        "displacement", .number, "How far the corner goes that goes farthest, in metres.")

    private static let issue: [SchemaMember] = [
        .always("code", .word(QuadIssue.Code.allCases.map(\.rawValue)), "What is wrong, in a word."),
        .always("severity", .severity, "How much it weighs."),
        .always("message", .string, "What was measured, and the limit."),
    ]

    private static let findings = SchemaMember.always(
        "findings", .array(.object(issue)), "What is wrong with it, and does not keep it from going.")

    private static let neighbor: [SchemaMember] =
        [
            .always("other", .string, "The id of the marker that stays."),
            .always("otherIndex", .integer, "Its place among the markers of all files, from 0."),
        ] + issue

    private static let version = SchemaMember.always(
        "version", .integer, "The version that the server must still have.")

    private static let corners: [SchemaMember] = ["p1", "p2", "p3", "p4"].map {
        .always($0, .point, "The corner \($0) afterwards, in metres.")
    }

    private static let bodies: [Schema] = [
        .object([version] + corners),
        .object([
            version,
            .always(
                "calibrated_data",
                .object(corners + [.always("center", .point, "The mean of the corners.")]),
                "The calibrated corners afterwards."),
        ]),
        .null,
    ]
}
