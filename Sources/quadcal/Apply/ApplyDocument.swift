package import Markers
import RigidCalibration
package import StrictJSON

extension SchemaDocument {
    static let apply = SchemaDocument(
        name: "apply", about: "what quadcal apply --json prints", schema: ApplyReport.schema)
}

extension ApplyReport: RunDocument {
    static let members: [DocumentMember<ApplyReport>] =
        .head("quadcal.apply/1", verdict: "Whether all markers that should move did.") + [
            .always("isMixed", \.isMixed, "Whether markers are in both frames now."),
            .always("inputs", \.inputs, "The files that were read."),
            .always("output", \.options.output, "Where the markers went; null for standard output."),
            .always("fitVerdict", \.saved.fitVerdict, "What the fit came to.", schema: Verdict.schema),
            .object("options", "What was asked for.", asked),
            .object("counts", "What became of the markers.", counts),
            .always(
                "largestShift", \.tally.largestShift,
                "How far the corner went that went farthest, in metres."),
            .always("leftOut", \.leftOut, "How many were left out, by the reason."),
            .always("stale", \.stale, "How many have out-of-date members, by their pointer."),
            .always("findings", \.findings, "Errors and warnings that moved along, by code."),
            .always("refused", \.tally.refused, "The first markers that stay and should not."),
            .always("truncated", \.isTruncated, "Whether there are more of those."),
            .always("fitted", \.fitted, "Where the fitted markers are, if the fit names any."),
        ]

    private static let asked: [DocumentMember<ApplyReport>] = [
        .always("mode", \.request.mode, "What was rewritten."),
        .always("from", \.request.motion.source, "The kind of corners the motion leads from."),
        .always("to", \.request.motion.target, "The kind it leads to."),
        .always("kindsAreStated", \.kindsAreStated, "Whether the fit says the kinds."),
        .always("vector", \.options.vector, "The calibration vector, in metres."),
        .always("vectorSign", \.options.sign, "How it counts."),
        .always("sessions", \.sessions, "The only sessions that move; all where there are none."),
        .always("strict", \.options.isStrict, "Whether unsound markers stay."),
        .constant("lengths", "m", "What lengths in this document count."),
    ]

    private static let counts: [DocumentMember<ApplyReport>] = [
        .always("markers", \.tally.count, "How many there are."),
        .always("moved", \.tally.moved, "How many were moved."),
        .always("unchanged", \.tally.unchanged, "How many were unchanged."),
        .always("refused", \.tally.refusedCount, "How many were refused."),
        .always("leftOut", \.tally.leftOutCount, "How many were left out."),
    ]

    private var inputs: [Input] {
        [
            Input(role: "fit", file: saved.file, sha256: saved.fit.sha256),
            Input(role: "markers", file: file, sha256: sha256),
        ]
    }

    private var kindsAreStated: Bool { saved.fit.kinds != nil }
    private var sessions: [String] { options.sessions.map(\.wireText).sorted() }
    private var leftOut: DocumentTable<Int> { DocumentTable(tally.leftOut) }
    private var stale: DocumentTable<Int> { DocumentTable(tally.stale) }
    private var findings: DocumentTable<Int> { DocumentTable(tally.findings) }
    private var isTruncated: Bool { tally.refused.count < tally.refusedCount }

    private struct Input: WrittenObject {
        let role: String
        let file: String
        let sha256: String?

        static let members: [DocumentMember<Input>] = [
            .always("role", \.role, "The part that the file plays.", schema: .word(["fit", "markers"])),
            .always("file", \.file, "Its name; - is standard input."),
            .always("sha256", \.sha256, "The digest of its bytes; null where not all were read."),
        ]
    }
}

extension StayingMarker: WrittenObject {
    package static let members: [DocumentMember<StayingMarker>] = [
        .always("line", \.line, "The line it begins in, from 1."),
        .always("pointer", \.pointer, "The JSON pointer to what is wrong."),
        .always("code", \.code, "Why, in a word."),
        .always("sentence", \.sentence, "Why, in words."),
    ]
}

extension FittedState: WrittenObject {
    package static let members: [DocumentMember<FittedState>] = [
        .always("onSource", \.onSource.count, "How many are where the fit found them."),
        .always("elsewhere", \.elsewhere.count, "How many are neither there nor moved."),
        .always("missing", \.missing.count, "How many are not in the file."),
    ]
}

extension SavedFitFile {
    /// What the fit came to, as documents say it.
    var fitVerdict: String { fit.verdict.rawValue.lowercased() }
}
