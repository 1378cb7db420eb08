import FitReports
import Markers
import QuadGeometry
import StrictJSON
import ToolCommands
import ToolMarkers
import ToolTerminal

extension Command {
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
            By a fit that was straightened each marker has its own shift on top of the motion; by time those without
            created_at, and rows, are not moved.
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
            let saved = try SavedFitFile(reading: files[0], takesShifts: true)
            let report = try ApplyReport(moving: files[1], by: saved, options)
            if case .json = options.form { try streams.print(report.document(openDepth: 2)) }
            try streams.flush()
            for line in ApplyText.lines(report) { streams.advise(line) }
            return report.exitCode
        })
}

extension ApplyOptions {
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

/// The poses of a file, moved by a fit and written.
struct MovedPoses {
    private let old, new: Trajectory
    private let file: PoseFile
    private let saved: SavedFitFile

    init(
        of file: String, _ format: TrajectoryFormat, by saved: SavedFitFile, _ options: ApplyOptions
    ) throws(Failure) {
        if let kinds = saved.fit.kinds, kinds.target != .raw {
            throw .contradiction(
                "--poses \(format.rawValue)",
                "\(saved.file), which leads to \(kinds.target.rawValue) corners,")
        }
        let motion = PlannedMotion(saved.fit, from: .raw, to: .raw)
        let request = PlanRequest(
            motion, mode: .raw, frames: FrameMembership(chosen: [], rule: .allButTargets, targets: []),
            space: SpaceCalibration(nil, sign: .added), isStrict: false)
        do throws(RecalibrationPlanError) { _ = try MarkerMover(request) } catch {
            throw .unusableFit(file: saved.file, error)
        }
        self.saved = saved
        self.file = try PoseFile(reading: file, format)
        old = self.file.trajectory
        do throws(ExchangeError) { new = try old.moved(by: saved.fit.targetFromSource) } catch {
            throw .exchange(file: file, error)
        }
        let bytes = new.bytes
        try MarkerOutput(options).write { (output) throws(Failure) in
            do throws(JSONError) {
                try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
                    try output.sink.take(UnsafeRawBufferPointer(buffer))
                }
            } catch {
                throw output.failure(error) ?? .json(file: file, error)
            }
        }
    }

    var lines: [String] {
        let shift = zip(old.entries, new.entries).map { ($1.center - $0.center).length }.max() ?? 0
        let name = fileLabel(file.file), fit = fileLabel(saved.file)
        let said = saved.fit.judgements.map { visible($0.code) }
        return [
            "PASS  \(name): \(counted(old.entries.count, "pose")) moved, by at most \(MeasureText.length(shift))"
        ] + file.notes.map { "\(name): \($0)" }
            + (said.isEmpty ? [] : ["\(fit) was saved with a warning (\(said.joined(separator: ", ")))"])
            + ["poses do not tell whether \(fit) was already applied"]
    }
}

extension ApplyOptions {
    /// An option that only markers have, if one was given.
    var markerOption: String? {
        [
            mode.map { "--mode \($0 == .raw ? "raw" : "calibrated")" },
            sessions.first.map { "--from-session \($0.wireText)" }, isStrict ? "--strict" : nil,
            from.map { "--from \($0.rawValue)" }, to.map { "--to \($0.rawValue)" },
            vector == nil ? nil : "--vector", form == .json ? "--json" : nil,
        ].compactMap { $0 }.first
    }
}
