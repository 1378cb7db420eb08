import FitReports
import Markers
import StrictJSON
import ToolCommands
import ToolTerminal

extension Command {
    /// `quadcal apply FIT FILE`.
    static let apply = Command(
        "apply", "apply a saved fit to the markers in a file", operands: "FIT FILE",
        notes: """
            FIT is a file written by "quadcal fit --save FIT". FILE holds markers as JSON (one, an array, or that in the
            markers or data of an object), as NDJSON, or as CSV rows of quads as "quadcal check" reads them; - is
            standard input. The markers are written in the format of the input, and every byte that need not change is
            copied. JSON of any size is moved in the memory of one marker.
            A marker that cannot be moved is copied unchanged and reported. A fit that names its markers is refused if
            one of them is already moved: before anything is written, or, if FILE is a pipe, when that marker is read:
            then discard what went to standard output; --out writes nothing.
            With --poses FILE is a trajectory of a sensor: its poses are moved, everything else in it is copied.

            Exit codes: 0 success, 1 some markers were not moved, or were before, 2 usage error, 3 a file cannot be read
            or written, 4 the fit must not be used.
            """,
        settings: ApplyOptions(), options: ApplyOptions.groups,
        examples: [
            (
                "quadcal apply --mode raw --out moved.json fit.json markers.json",
                "write the corners of all markers in the new frame to another file"
            ),
            (
                "zcat export.ndjson.gz | quadcal apply --mode calibrated --ndjson fit.json - | gzip > moved.ndjson.gz",
                "move calibrated_data of any number of markers, as a stream"
            ),
            (
                "quadcal apply --mode raw --out moved.json --json fit.json markers.json > report.json",
                "report what was moved as JSON"
            ),
        ],
        work: { (options, files, streams) throws(Failure) in
            try options.requireSense(for: files)
            if let format = options.poses {
                let moved = try MovedPoses(of: files[1], format, by: SavedFitFile(reading: files[0]), options)
                if options.loudness != .quiet { for line in moved.lines { streams.advise(line) } }
                return .good
            }
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
        if let poses, let option = markerOption {
            throw .contradiction("--poses \(poses.rawValue)", option)
        }
        guard let outputFile else {
            if case .json = form {
                throw .neededOption(
                    "--out OUT", "the markers go to standard output, so --json cannot")
            }
            return
        }
        try OutputFile.requireFree(outputFile, replaces: replacesFile, for: "--out")
    }
}
