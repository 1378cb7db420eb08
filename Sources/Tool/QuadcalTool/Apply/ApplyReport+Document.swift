import FitReports
package import Markers
import RigidCalibration
package import StrictJSON
import ToolTerminal

extension SchemaDocument {
    static let apply = SchemaDocument(
        name: "apply", about: "what quadcal apply --json prints", schema: ApplyReport.schema)
}

extension ApplyReport: RunDocument {
    static let members: [DocumentMember<ApplyReport>] =
        .head("quadcal.apply/1", verdict: "Whether every marker that should move was moved.") + [
            .always("isMixed", \.isMixed, "Whether markers are in both frames now."),
            .always("inputs", \.inputs, "The files that were read."),
            .always(
                "output", \.options.output, "The file the markers were written to; null for standard output."),
            .always("fitVerdict", \.saved.fitVerdict, "The verdict on the fit.", schema: Verdict.schema),
            .object("options", "The options in effect.", asked),
            .object("counts", "The number of markers, by outcome.", counts),
            .always(
                "largestShift", \.tally.largestShift,
                "The largest distance that a corner moved, in metres."),
            .sometimes(
                "faded", \.faded,
                "The number of markers whose shifts on top of the motion fade, of a fit that was straightened."
            ),
            .always("leftOut", \.leftOut, "The number of markers left out, by reason."),
            .always(
                "stale", \.stale,
                "The number of markers with a field that is now out of date, by its pointer."),
            .always(
                "findings", \.findings, "The number of errors and warnings that moved markers have, by code."),
            .always("refused", \.tally.refused, "The first markers that should have moved and could not."),
            .always("truncated", \.isTruncated, "Whether there are more of them."),
            .always("fitted", \.fitted, "Where the fitted markers are; null if the fit names none."),
        ]

    private static let asked: [DocumentMember<ApplyReport>] = [
        .always("mode", \.request.mode, "What was rewritten in each marker."),
        .always("from", \.request.motion.source, "The kind of corners that the motion starts from."),
        .always("to", \.request.motion.target, "The kind of corners that it leads to."),
        .always("kindsAreStated", \.kindsAreStated, "Whether the fit states both kinds."),
        .always("vector", \.options.vector, "The calibration vector, in metres."),
        .always(
            "vectorSign", \.options.sign,
            "Whether the vector is added to raw corners or subtracted from them."),
        .always("sessions", \.sessions, "The only sessions to move; empty for all."),
        .sometimes(
            "straightening", \.saved.fit.document.straightening?.kind,
            "What markers were shifted by on top of the motion, of a fit that was straightened."),
        .always("strict", \.options.isStrict, "Whether markers with errors stay in place."),
        .constant("lengths", "m", "The unit of all lengths in this document."),
    ]

    private static let counts: [DocumentMember<ApplyReport>] = [
        .always("markers", \.tally.count, "The number of markers."),
        .always("moved", \.tally.moved, "The number of markers that were moved."),
        .always("unchanged", \.tally.unchanged, "The number of markers that were already in place."),
        .always("refused", \.tally.refusedCount, "The number of markers that could not be moved."),
        .always("leftOut", \.tally.leftOutCount, "The number of markers that were not to move."),
    ]

    private var inputs: [Input] {
        [
            Input(role: "fit", file: saved.file, sha256: saved.fit.sha256),
            Input(role: "markers", file: file, sha256: sha256),
        ]
    }

    private var faded: Int? { saved.fit.straightened == nil ? nil : tally.faded }
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
            .always("role", \.role, "The role of the file.", schema: .word(["fit", "markers"])),
            .always("file", \.file, "The name of the file; - is standard input."),
            .always(
                "sha256", \.sha256, "The SHA-256 digest of the file; null if it was not read to its end."),
        ]
    }
}

extension StayingMarker: WrittenObject {
    package static let members: [DocumentMember<StayingMarker>] = [
        .always("line", \.line, "The line on which it begins, from 1."),
        .always("pointer", \.pointer, "The JSON pointer to the problem."),
        .always("code", \.code, "The code of the reason."),
        .always("sentence", \.sentence, "The reason in words."),
    ]
}

extension FittedState: WrittenObject {
    package static let members: [DocumentMember<FittedState>] = [
        .always("onSource", \.onSource.count, "The number of markers that are where the fit found them."),
        .always(
            "elsewhere", \.elsewhere.count,
            "The number of markers that are neither there nor where the fit moves them."),
        .always("missing", \.missing.count, "The number of markers that are not in the file."),
    ]
}
