import FitReports
import JobReports
import Markers
import MarkersReport
import ToolCommands
import ToolMarkers
import ToolTerminal

extension Command {
    static let report = Command(
        "report", "write a saved fit or a job as an HTML report", operands: "FIT | JOB",
        notes: """
            FIT is a file that quadcal fit --save wrote, JOB one that quadcal recalibrate created; a running job
            can be reported, too. The page has drawings before and after, the residuals, the error to expect at every
            marker, the motion to copy, and all data; it loads nothing and can be printed. The scenes (USDZ,
            GLB, PLY) have every marker in the colour of its error: in metres, +Y up, with an origin of their own that the
            file names. With SOURCE_DATE_EPOCH the same input gives the same bytes.

            Exit codes: 0 success, 2 usage error, 3 a file cannot be read or written.
            """,
        settings: ReportOptions(), options: ReportOptions.groups,
        examples: [
            ("quadcal report fit.json --out report.html", "how good a fit is"),
            (
                "quadcal report fit.json --field 'Project=Hall 3' --logo logo.png --out report.html",
                "the same with a title block, to be signed and handed over"
            ),
            (
                "quadcal report fit.json --markers all.json --out report.html",
                "the same, with the error to expect at every marker of a space"
            ),
            (
                "quadcal report hall.job --out report.html --usdz hall.usdz",
                "what a job did, to show and to walk around in"
            ),
            (
                "quadcal report fit.json --glb hall.glb --ply hall.ply",
                "scenes for Blender, web viewers, CloudCompare or MeshLab"
            ),
        ],
        work: { (options, files, streams) throws(Failure) in
            try options.requireSense(for: files)
            var titleBlock = options.titleBlock
            try titleBlock.readLogo()
            var content = try ReportContent(reading: files[0], options)
            content.heading = titleBlock.heading
            try ReportFile.write(
                content, page: options.page, scenes: options.scenes, replaces: options.replacesFile,
                for: "--out")
            if options.loudness != .quiet {
                let written = options.outputs.map { visible($0.file) }
                let others = written.dropLast().joined(separator: ", ")
                streams.advise(
                    "\(fileLabel(files[0])): reported in \(others)\(others.isEmpty ? "" : " and ")\(written.last ?? "")"
                )
            }
            return .good
        })
}

extension ReportContent {
    /// The first bytes of every SQLite file.
    private static let database = Array("SQLite format 3\0".utf8)

    fileprivate init(reading file: String, _ options: ReportOptions) throws(Failure) {
        let bytes = try Input.bytes(of: file)
        guard bytes.starts(with: ReportContent.database) else {
            let markers =
                try options.markerFiles.isEmpty ? nil : PlannedMarkers(reading: options.markerFiles)
            let saved = try SavedFitFile(bytes, file: fileLabel(file), takesShifts: true)
            try self.init(saved, markers: markers)
            return
        }
        if let name = options.markerFiles.first {
            throw .contradiction("--markers \(name)", "a job, which has its own")
        }
        try self.init(ofJobAt: file)
    }
}
