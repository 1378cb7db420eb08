import Markers
import StrictJSON

extension Command {
    /// `quadcal apply FIT FILE`.
    static let apply = Command(
        "apply", "move the markers of a file as a saved fit says", operands: "FIT FILE",
        notes: """
            FIT is what "quadcal fit --save FIT" wrote. FILE holds markers as JSON (one, an array, or that in the
            markers or data of an object), as NDJSON, or as CSV rows of quads as "quadcal check" reads them; - is
            standard input. The markers are written in the form they came in, and every byte that does not change stays
            as it is. JSON of any size is moved in the memory of one marker.
            A marker that cannot be moved is written as it was and named. A fit that names its markers is refused where
            one of them is already moved: before anything is written, or, where FILE is a pipe, when the marker comes:
            then what went to standard output must be thrown away, and --out writes nothing.

            Exit codes: 0 good, 1 markers stay behind or were moved already, 2 wrong usage, 3 a file cannot be read,
            4 the fit must not be used.
            """,
        settings: ApplyOptions(), options: ApplyOptions.groups,
        examples: [
            (
                "quadcal apply --mode raw --out moved.json fit.json markers.json",
                "the corners of all markers in the new frame, in another file"
            ),
            (
                "zcat export.ndjson.gz | quadcal apply --mode calibrated --ndjson fit.json - | gzip > moved.ndjson.gz",
                "calibrated_data of any number of markers, as a stream"
            ),
            (
                "quadcal apply --mode raw --out moved.json --json fit.json markers.json > report.json",
                "what was moved, for a program"
            ),
        ],
        work: { (options, files, streams) throws(Failure) in
            try options.requireSense(for: files)
            let report = try ApplyReport(moving: files[1], by: try SavedFitFile(reading: files[0]), options)
            if case .json = options.form { try streams.print(report.document(openDepth: 2)) }
            try streams.flush()
            for line in ApplyText.lines(report) { streams.advise(line) }
            return report.exitCode
        })
}

extension ApplyOptions {
    /// Refuses options and files that make no sense together, before anything is read.
    fileprivate func requireSense(for files: [String]) throws(Failure) {
        guard let fit = files.first else {
            throw .noFile(
                example: "quadcal apply --mode raw fit.json markers.json", isTerminal: Streams.inputIsTerminal
            )
        }
        guard files.count > 1 else { throw .missingMarkers(fit: fit) }
        if files.count > 2 { throw .unwantedOperand(files[2], command: "apply") }
        guard files.contains(where: { $0 != Input.standard }) else { throw .standardInputTwice }
        if sign == .subtracted, vector == nil {
            throw .neededOption("--vector X,Y,Z", "--vector-subtracted says how it counts")
        }
        guard let outputFile else {
            if case .json = form {
                throw .neededOption(
                    "--out OUT", "standard output has the markers, so --json has no place there")
            }
            return
        }
        try OutputFile.requireFree(outputFile, replaces: replacesFile, for: "--out")
    }
}
