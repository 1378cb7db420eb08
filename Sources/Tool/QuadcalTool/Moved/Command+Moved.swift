import FitReports
import PublishedResults
import StrictJSON
import ToolCommands
import ToolTerminal

extension Command {
    /// `quadcal moved OLD NEW`.
    static let moved = Command(
        "moved", "tell which markers were moved between two scans of a place",
        operands: "OLD NEW",
        notes: """
            OLD and NEW are markers (JSON or NDJSON) of two scans, paired as by "quadcal fit". The markers that stayed fix
            the motion between the scans; every marker is then tested by the others, and one that is off by more than the
            errors of markers, corners and the drift of the scan explain was moved. Each has its shift, what
            that is off by in 95 of 100 cases, and the probability that errors alone would do as much to some marker.
            Markers that were moved by one motion are a group.

            What all markers have in common is not seen: of a scan that was shifted as a whole, nothing moved. Where as many
            go with one motion as with another, or more than 40 % moved, nothing is answered. By geometry a marker that
            was moved far finds no partner; by label or anchor it does.

            Exit codes: 0 none moved, 1 some marker was moved or turned (see --fail-on), 2 usage error, 3 a file cannot be
            read, 4 the markers do not tell.
            """,
        isColored: true, settings: MovedOptions(), options: MovedOptions.groups,
        mostUsed: [
            "--join", "--noise-mm", "--marker-noise-mm", "--false-alarm", "--report", "--format", "--json",
        ],
        examples: [
            (
                "quadcal moved --join label old.json new.json",
                "the markers that were moved, each with its shift"
            ),
            (
                "quadcal moved --join label --report moved.html old.json new.json",
                "the same as a page, seen from above"
            ),
            (
                "quadcal moved --join anchor --format junit old.json new.json",
                "the same for a test runner: one failure for each"
            ),
        ],
        work: { (options, files, streams) throws(Failure) in
            try options.requireSense(for: files)
            let report = try MovedReport(reading: files, options)
            if let file = options.reportFile {
                let page = MovedPage(report, try ReportFile.stamp(report.document(openDepth: 2)))
                try OutputFile.write(page.html, to: file, replaces: options.replacesFile, for: "--report")
            }
            if let form = options.published {
                try streams.print(form.text(PublishedResult(report)))
            } else if options.isJSON {
                try streams.print(report.document(openDepth: 2))
            } else {
                try streams.printReport { (streams) throws(Failure) in
                    try streams.print(MovedText.text(report, on: streams.screen))
                }
            }
            try streams.flush()
            if options.loudness != .quiet {
                for note in report.files.notes { streams.advise("\(fileLabel(note.file)): \(note.text)") }
            }
            return report.exitCode
        })
}
