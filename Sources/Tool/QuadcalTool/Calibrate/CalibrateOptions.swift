import JobReports
import Markers
import QuadGeometry
import ToolServer
import ToolTerminal

/// The options of `quadcal calibrate`.
struct CalibrateOptions: Sendable {
    /// The server, the space and its sessions; without a server the space is a file.
    var place = SpaceOptions()
    /// Whether sessions that are done or archived count, too.
    var includesClosed = false
    /// The space's calibration vector, in metres, if stated.
    var vector: SIMD3<Double>?
    /// A file of a fit of raw points to calibrated ones.
    var fitFile: String?
    /// The sign with which the vector counts, if stated.
    var sign: VectorSign?
    /// The limits that markers are held against before they are written.
    var limits = QuadLimits.app
    /// Whether the server's markers are written.
    var writes = false
    var job = JobOptions()
    /// The file to write the markers to.
    var output: String?
    var replacesFile = false
    var form = ApplyForm.text
    var loudness = Loudness.normal

    /// The options of a job that writes calibrated data.
    var jobSettings: RecalibrateOptions {
        var options = RecalibrateOptions()
        (options.connection, options.space, options.job) = (place.connection, place.space, job)
        (options.mode, options.loudness) = (.calibrated, loudness)
        options.form = form == .json ? .json : .text
        return options
    }

    /// Refuses options and files that make no sense together, before anything is read.
    func requireSense(for files: [String]) throws(Failure) {
        guard vector != nil || fitFile != nil || place.space != nil else {
            throw .neededOption(
                "--vector X,Y,Z, --fit FIT or --space SPACE", "it says what calibrated data follow from")
        }
        if let sign, fitFile != nil {
            throw .contradiction("--sign \(sign.word)", "--fit, which is a motion,")
        }
        let server = try place.connection.namedServer
        if files.isEmpty, server == nil {
            throw .noFile(
                example: "quadcal calibrate --vector 0,0,1.5 markers.json",
                isTerminal: Streams.inputIsTerminal)
        }
        guard files.count(where: { $0 == Input.standard }) < 2 else { throw .standardInputTwice }
        if writes, !files.isEmpty { throw .contradiction("--write", "a file, which --out writes,") }
        guard let output else { return }
        guard output != Input.standard else { throw .reportInOutput(option: "--out") }
        guard !files.isEmpty else {
            throw .neededOption("FILE", "--out writes the markers of a file, and --write those of a server")
        }
        guard files.count == 1 else { throw .contradiction("--out \(output)", "\(files.count) files") }
        try OutputFile.requireFree(output, replaces: replacesFile, for: "--out")
    }
}
