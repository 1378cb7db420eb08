import FitReports
import Markers
import MarkersReport
import PublishedResults
import QuadGeometry
import RigidCalibration
import ToolCommands
import ToolTerminal

extension Command {
    /// `quadcal fit PAIRS`.
    static let fit = Command(
        "fit", "find the motion between two frames from pairs of points",
        operands: "PAIRS | OLD NEW",
        notes: """
            PAIRS is CSV, - is standard input: a header id,sx,sy,sz,tx,ty,tz in any order of columns, then
            a source point and its target in each row, in metres, +Y up. More columns: w (weight), marker
            (its pairs share an error; ids NAME.p1 or NAME/p1 to 4 say the same), s (deviation of a coordinate
            of a residual) or sxx,sxy,sxz,syy,syz,szz and txx to tzz (covariances of either side, m²), and
            time (seconds of any clock at which the source was made, or nothing), for --straighten time.
            With --join two files of markers (JSON or NDJSON, the new one perhaps a reference set) are paired instead,
            marker by marker, whatever the order of their corners; --robust tells those of one label apart, and
            --join auto takes the key by which most markers follow one motion, and says what the others pair.
            With --anchors they are anchors (JSON) of laser-guide rows, in the world of the app's run that saw them,
            with --two-points an origin and a direction each, which nothing checks, and with --matrices 4x4 matrices
            (JSON or text) that place two scans by one model, or one that is the motion: new-from-old. Files of other
            programs are read with --matrices-as (or named .tum, .kitti, .proj or images.txt), trajectories with --poses.
            The motion goes to the target frame: p_target = d + R (p_source - c) + rest.

            Exit codes: 0 success, 1 the motion should not be used (see --fail-on), 2 usage error, 3 a file
            cannot be read or written, 4 the pairs determine no motion.
            """,
        isColored: true, settings: FitOptions(), options: FitOptions.allGroups,
        mostUsed: [
            "--join", "--robust", "--model", "--noise-mm", "--at", "--tolerance-mm", "--save", "--report",
            "--json", "--verbose",
        ],
        examples: [
            ("quadcal fit pairs.csv", "the motion, how good it is, and what to do about it"),
            (
                "quadcal fit --at markers.csv --tolerance-mm 20 --save fit.json pairs.csv",
                "exit 1 if a marker may end up more than 20 mm off; save the motion"
            ),
            (
                "quadcal fit --join label --robust --json old.json new.json",
                "markers of two sessions, paired by label, wrong ones rejected, as JSON"
            ),
        ],
        work: { (options, files, streams) throws(Failure) in
            switch options.form {
            case .codes: try streams.print(try FitCode.list(files))
            case .explanation(let code): try streams.print(try code.explanation(files))
            case .failureExplanation(let failure):
                if let file = files.first { throw .unwantedOperand(file, command: "fit --explain") }
                try streams.print(failure.explanation)
            case .text, .json, .motion: return try fit(files, options, &streams)
            }
            return .good
        })

    /// Reads, fits, saves and reports, in this order.
    private static func fit(
        _ files: [String], _ options: FitOptions, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        try options.requireSense(for: files)
        try options.requireJoinedTarget()
        var titleBlock = options.titleBlock
        try titleBlock.readLogo()
        let heading = titleBlock.heading
        if let direction = options.matrices {
            let report = try MatrixReport(reading: files, direction, options)
            let result = PublishedResult(report, of: files)
            let notes = report.notes + options.printedNotes(MatrixText.verdict(report))
            try publish(
                options, report.label, notes, FitDocument(report), result, report.newFromOld, heading,
                &streams
            ) { (streams) throws(Failure) in try MatrixText.write(report, to: &streams) }
            return report.exitCode
        }
        let report = try FitReport(reading: files, options)
        let result = PublishedResult(report, of: files)
        let notes = report.notes + options.printedNotes(FitText.verdict(report))
        try publish(
            options, report.pairs.source.label, notes, FitDocument(report), result,
            report.calibration.targetFromSource.transform, heading, &streams
        ) { (streams) throws(Failure) in try FitText.write(report, to: &streams) }
        return report.exitCode
    }

    /// Saves, prints and advises, in this order.
    private static func publish(
        _ options: FitOptions, _ label: String, _ notes: [String], _ document: @autoclosure () -> FitDocument,
        _ result: @autoclosure () -> PublishedResult, _ motion: RigidTransform?, _ heading: ReportHeading,
        _ streams: inout Streams, text: (inout Streams) throws(Failure) -> Void
    ) throws(Failure) {
        var isText = true, hasFailed = false
        if case .json = options.form { isText = false }
        if !isText || options.savedFile != nil || options.reportFile != nil {
            let document = document(), bytes = document.bytes
            hasFailed = document.verdict == .fail
            if let file = options.savedFile {
                try OutputFile.write(bytes, to: file, replaces: options.replacesFile, for: "--save")
            }
            if let file = options.reportFile {
                var content = try ReportContent(
                    SavedFitFile(document, bytes: bytes, file: label, takesShifts: true))
                content.heading = heading
                try ReportFile.write(content, page: file, replaces: options.replacesFile, for: "--report")
            }
            if !isText { try streams.print(bytes) }
        }
        if let form = options.published {
            try streams.print(form.text(result()))
        } else if isText, try !options.print(motion, to: &streams) {
            // A motion alone is for another program, and keeps its lines whole.
            try streams.printReport(text)
        }
        try streams.flush()
        if options.loudness != .quiet {
            for note in notes { streams.advise(note) }
            if hasFailed, let file = options.savedFile {
                streams.advise(
                    "\(visible(file)): saved as a fit that failed: apply, calibrate and recalibrate refuse it; "
                        + "quadcal report shows what is wrong")
            }
            if options.mayHintAtReport, streams.screen.size != nil {
                streams.advise(
                    "--report OUT.html writes this fit as a page, with drawings and a table of its pairs")
            }
        }
    }
}

extension FitOptions {
    /// Whether a person reads the text of a fit and has not asked for its page.
    fileprivate var mayHintAtReport: Bool {
        guard case .text = form else { return false }
        return published == nil && reportFile == nil
    }

    /// Prints the motion alone, and returns true, if that was asked for.
    fileprivate func print(_ motion: RigidTransform?, to streams: inout Streams) throws(Failure) -> Bool {
        guard case .motion(let printed) = form else { return false }
        guard let motion else {
            throw .contradiction("--print \(printed.rawValue)", "a motion that doubles cannot hold")
        }
        try streams.print(printed.text(motion, printedLayout))
        return true
    }

    /// Notes beside a motion that is printed alone: its meaning, and the verdict.
    fileprivate func printedNotes(_ verdict: String) -> [String] {
        guard case .motion(let printed) = form else { return [] }
        return ["printed as \(printed.convention(printedLayout))", verdict]
    }
}
