import FitReports
import JobReports
import Markers
import MarkersJobs
import ToolCommands
import ToolMarkers
import ToolServer
import ToolTerminal

extension Command {
    static let calibrate = Command(
        "calibrate", "compute calibrated data, and compare it with what is stored",
        operands: "--vector X,Y,Z|--fit FIT|--space SPACE [--api URL] [FILE...]",
        notes: """
            FILE holds markers as JSON, as "quadcal apply" reads them; - is standard input. Without FILE the markers are
            those of a space of the server. Their calibrated_data is computed from their corners by the space's
            calibration_vector, by another vector or by a fit, and compared with what is stored: by how many
            millimetres each is off, the worst first. Numbers count as equal within a micrometre and a step of single
            precision at the largest of them, which is what a server's rounding explains.

            --out writes a copy of FILE with what was computed. --write writes it on the server as a job of
            quadcal recalibrate: under locks, each marker once with its version, and read back. That command also
            resumes, undoes and verifies it (--job FILE).

            \(ConnectionOptions.notes)

            Exit codes: 0 success, 1 stored data do not follow, or a marker cannot be read or was not written, 2 usage
            error, 3 a file cannot be read or written, 4 the fit must not be used, 5 the network or the server
            failed, 130 stopped by a signal or answered no.
            """,
        settings: CalibrateOptions(), options: CalibrateOptions.groups,
        mostUsed: [
            "--vector", "--fit", "--sign", "--api", "--space", "--session", "--out", "--write", "--yes",
            "--json",
        ],
        examples: [
            (
                "quadcal calibrate --vector 0,0,1.5 markers.json",
                "whether the stored data of a file follow from that vector"
            ),
            (
                "quadcal calibrate --vector 0,0,1.5 --out calibrated.json markers.json",
                "a copy of the file with calibrated_data computed"
            ),
            (
                "quadcal calibrate --api URL --space hall --write",
                "compare a space with its vector, and write what does not follow"
            ),
        ],
        work: { (options, files, streams) throws(Failure) in
            try options.requireSense(for: files)
            if files.isEmpty { return try OnlineCalibration.run(options, &streams) }
            let lists = try files.map { (file) throws(Failure) in try ReadMarkers(reading: file) }
            let calibration = try UsedCalibration(options, options.space(), lists.flatMap(\.markers))
            let label = files.count == 1 ? fileLabel(files[0]) : "\(files.count) files"
            let report = CalibrateReport(lists, by: calibration, named: label, options)
            if options.output != nil, let list = lists.first { try report.write(list) }
            return try report.show(&streams)
        })
}

extension CalibrateOptions {
    /// The space, from the server or from a file; `nil` where no space is named.
    fileprivate func space() throws(Failure) -> (file: ReadFile, space: Space)? {
        guard let name = place.space else { return nil }
        if place.connection.server != nil {
            let space = try place.listing().space
            return (ReadFile(space.key, Array(space.value.text)), space)
        }
        let (file, space) = try ReadFile.read(name) { (bytes) throws(JSONError) in try Space(JSONValue(bytes))
        }
        return (file, space)
    }
}

extension CalibrateReport {
    /// Writes the markers of a file with what was computed; markers that cannot be read stay as they are.
    fileprivate func write(_ list: ReadMarkers) throws(Failure) {
        var output = ApplyOptions()
        (output.output, output.replacesFile) = (options.output, options.replacesFile)
        var request = UsedCalibration.request(calibration.motion)
        request.limits = options.limits
        var application: MarkerApplication
        do throws(RecalibrationPlanError) { application = try MarkerApplication(request) } catch {
            throw .unusableFit(file: calibration.fit?.file ?? label, error)
        }
        try MarkerOutput(output).write { (output) throws(Failure) in
            do throws(MarkerApplicationError) {
                try application.move(ByteSource(list.bytes), to: output.sink, requiresLines: false)
            } catch {
                switch error {
                case .json(let error): throw output.failure(error) ?? Failure(reading: list.file.file, error)
                case .notLines: throw .notLines(file: list.file.file)
                case .plan(let error): throw .unusableFit(file: calibration.fit?.file ?? label, error)
                }
            }
        }
    }

    func show(_ streams: inout Streams) throws(Failure) -> ExitCode {
        var json: [UInt8]?
        if case .json = options.form { json = document(openDepth: 2) }
        try streams.finish(json) { CalibrateText.text(self, on: $0) }
        if options.loudness != .quiet { for line in CalibrateText.advice(self) { streams.advise(line) } }
        return exitCode
    }
}
