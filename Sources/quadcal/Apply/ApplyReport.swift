import Markers

/// What became of the markers of a file: what people read and what programs read are both made from this value.
struct ApplyReport {
    let options: ApplyOptions
    let saved: SavedFitFile
    let request: PlanRequest
    /// The file of markers.
    let file: String
    let sha256: String?
    let tally: MoveTally
    /// Where the fitted markers are; `nil` where the fit names none.
    let fitted: FittedState?

    /// Moves every marker, and writes them all.
    init(moving file: String, by saved: SavedFitFile, _ options: ApplyOptions) throws(Failure) {
        let request = try options.request(saved)
        var application = try MarkerApplication(request, saved)
        let input = try MarkerInput(opening: file)
        if input.format(options.format) != .csv {
            // Where a stream went out there is no way back, so it is looked through before.
            if options.outputFile == nil, input.isRewindable, !saved.fit.fitted.isEmpty {
                try application.lookThrough(input)
            }
            try application.move(input, options)
        } else {
            try application.moveRows(of: input, options)
        }
        (self.options, self.saved, self.request, self.file) = (options, saved, request, file)
        (tally, sha256) = (application.tally, application.sha256)
        fitted = saved.fit.fitted.isEmpty ? nil : application.lookup.state
    }

    var verdict: Verdict { tally.refusedCount > 0 ? .fail : .pass }

    /// Whether markers are in both frames now.
    var isMixed: Bool { tally.refusedCount > 0 && tally.moved + tally.unchanged > 0 }

    var exitCode: ExitCode { verdict == .fail ? .findings : .good }
}
