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
            .always("output", \.options.output, "The file of moved markers; null for standard output."),
            .always("fitVerdict", \.saved.fitVerdict, "The verdict of the fit.", schema: Verdict.schema),
            .object("options", "The request.", asked),
            .object("counts", "The numbers of markers by outcome.", counts),
            .always(
                "largestShift", \.tally.largestShift,
                "The largest distance that a corner moved, in metres."),
            .always("leftOut", \.leftOut, "The numbers of markers left out, by reason."),
            .always("stale", \.stale, "The numbers of markers with out-of-date members, by pointer."),
            .always("findings", \.findings, "Errors and warnings that moved along, by code."),
            .always("refused", \.tally.refused, "The first markers that stay and should not."),
            .always("truncated", \.isTruncated, "Whether there are more of those."),
            .always("fitted", \.fitted, "The places of the fitted markers, if the fit names any."),
        ]

    private static let asked: [DocumentMember<ApplyReport>] = [
        .always("mode", \.request.mode, "The kind of values that was rewritten."),
        .always("from", \.request.motion.source, "The kind of corners the motion leads from."),
        .always("to", \.request.motion.target, "The kind it leads to."),
        .always("kindsAreStated", \.kindsAreStated, "Whether the fit says the kinds."),
        .always("vector", \.options.vector, "The calibration vector, in metres."),
        .always("vectorSign", \.options.sign, "Its sign."),
        .always("sessions", \.sessions, "The only sessions that move; all where there are none."),
        .always("strict", \.options.isStrict, "Whether unsound markers stay."),
        .constant("lengths", "m", "The unit of lengths in this document."),
    ]

    private static let counts: [DocumentMember<ApplyReport>] = [
        .always("markers", \.tally.count, "The number of markers."),
        .always("moved", \.tally.moved, "The number of markers moved."),
        .always("unchanged", \.tally.unchanged, "The number of markers unchanged."),
        .always("refused", \.tally.refusedCount, "The number of markers refused."),
        .always("leftOut", \.tally.leftOutCount, "The number of markers left out."),
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
        .always("code", \.code, "The code of the reason."),
        .always("sentence", \.sentence, "A sentence about the reason."),
    ]
}

extension FittedState: WrittenObject {
    package static let members: [DocumentMember<FittedState>] = [
        .always("onSource", \.onSource.count, "The number of markers where the fit found them."),
        .always("elsewhere", \.elsewhere.count, "The number of markers neither there nor moved."),
        .always("missing", \.missing.count, "The number of markers not in the file."),
    ]
}

extension SavedFitFile {
    /// What the fit came to, as documents say it.
    var fitVerdict: String { fit.verdict.rawValue.lowercased() }
}
