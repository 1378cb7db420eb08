import FitReports
import MarkerTables
package import Markers
import RigidCalibration
package import StrictJSON
import ToolMarkers
import ToolTerminal

/// The outcome for the markers of a file, from which the texts for people and for programs are made.
final class ApplyReport {
    let options: ApplyOptions
    let saved: SavedFitFile
    let request: PlanRequest
    let file: String
    let sha256: String?
    let tally: MoveTally
    /// The places of the fitted markers; `nil` where the fit names none.
    let fitted: FittedState?

    /// Moves every marker, and writes them all.
    init(moving file: String, by saved: SavedFitFile, _ options: ApplyOptions) throws(Failure) {
        let request = try options.request(saved)
        var application: MarkerApplication
        do throws(RecalibrationPlanError) { application = try MarkerApplication(request) } catch {
            throw .unusableFit(file: saved.file, error)
        }
        let input = try Input.open(file)
        try input.requireMarkers()
        let beginning = try input.read { (input) throws(JSONError) in try input.beginning() }
        if MarkerFormat(options.format, of: file, beginningWith: beginning) == .csv {
            sha256 = try ApplyReport.moveRows(of: input, by: saved, &application, request.mode, options)
        } else {
            // What went to standard output cannot be taken back, so a file is looked through before.
            if options.outputFile == nil, input.isRewindable, !saved.fit.fitted.isEmpty {
                try ApplyReport.attempt(input, saved) { () throws(MarkerApplicationError) in
                    try application.lookThrough(input.source())
                }
                input.rewind()
            }
            try MarkerOutput(options).write { (output) throws(Failure) in
                try ApplyReport.attempt(input, saved, output) { () throws(MarkerApplicationError) in
                    try application.move(
                        input.source(isDigested: options.form == .json), to: output.sink,
                        requiresLines: options.format == .ndjson)
                }
            }
            sha256 = input.sha256
        }
        (self.options, self.saved, self.request, self.file) = (options, saved, request, file)
        tally = application.tally
        fitted = saved.fit.fitted.isEmpty ? nil : application.fitted
    }

    /// Moves the quads of rows, and returns the digest of the rows as they were.
    private static func moveRows(
        of input: InputFile, by saved: SavedFitFile, _ application: inout MarkerApplication,
        _ mode: PushMode, _ options: ApplyOptions
    ) throws(Failure) -> String {
        let name = fileLabel(input.name)
        guard mode == .raw else {
            throw .contradiction(
                "--mode calibrated", "\(name), whose rows have corners and no calibrated_data,")
        }
        if let session = options.sessions.first {
            throw .contradiction(
                "--from-session \(session.wireText)", "\(name), whose rows have no sessions,")
        }
        let bytes = try input.read { (input) throws(JSONError) in try input.bytes() }
        let table: QuadTable
        do throws(TableError) { table = try QuadTable(bytes, file: input.name) } catch {
            throw .table(file: input.name, error)
        }
        let moved = try attempt(input, saved) { () throws(MarkerApplicationError) in
            try application.moved(table)
        }
        try MarkerOutput(options).write { (output) throws(Failure) in
            try attempt(input, saved, output) { () throws(MarkerApplicationError) in
                do throws(JSONError) {
                    try moved.withUnsafeBufferPointer { buffer throws(JSONError) in
                        try output.sink.take(UnsafeRawBufferPointer(buffer))
                    }
                } catch {
                    throw .json(error)
                }
            }
        }
        return table.text.sha256
    }

    /// The result of reading, moving and writing, or the failure of the file that caused it.
    private static func attempt<Result>(
        _ input: InputFile, _ saved: SavedFitFile, _ output: MarkerOutput? = nil,
        _ work: () throws(MarkerApplicationError) -> Result
    ) throws(Failure) -> Result {
        do throws(MarkerApplicationError) { return try work() } catch {
            switch error {
            case .json(let error): throw output?.failure(error) ?? Failure(reading: input.name, error)
            case .notLines: throw .notLines(file: input.name)
            case .plan(let error): throw .unusableFit(file: saved.file, error)
            }
        }
    }

    var verdict: Verdict { tally.refusedCount > 0 ? .fail : isUntold || tally.faded > 0 ? .warn : .pass }

    /// Whether no marker of the fit is here, by its id or by its place, to tell whether it was applied before.
    private var isUntold: Bool { fitted?.isOfOthers ?? false }

    var isMixed: Bool { tally.refusedCount > 0 && tally.moved + tally.unchanged > 0 }

    var exitCode: ExitCode { verdict == .fail ? .findings : .good }
}

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

    private var inputs: [InputRecord] {
        [
            InputRecord(role: "fit", file: saved.file, sha256: saved.fit.sha256),
            InputRecord(role: "markers", file: file, sha256: sha256),
        ]
    }

    private var faded: Int? { saved.fit.straightened == nil ? nil : tally.faded }
    private var kindsAreStated: Bool { saved.fit.kinds != nil }
    private var sessions: [String] { options.sessions.map(\.wireText).sorted() }
    private var leftOut: DocumentTable<Int> { DocumentTable(tally.leftOut) }
    private var stale: DocumentTable<Int> { DocumentTable(tally.stale) }
    private var findings: DocumentTable<Int> { DocumentTable(tally.findings) }
    private var isTruncated: Bool { tally.refused.count < tally.refusedCount }

    private struct InputRecord: WrittenObject {
        let role: String
        let file: String
        let sha256: String?

        static let members: [DocumentMember<InputRecord>] = [
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
