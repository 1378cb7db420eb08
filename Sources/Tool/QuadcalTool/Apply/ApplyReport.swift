import FitReports
import MarkerTables
import Markers
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
