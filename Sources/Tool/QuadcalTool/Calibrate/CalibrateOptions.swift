import JobReports
import Markers
import QuadGeometry
import ToolMarkers
import ToolServer
import ToolTerminal

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

    func requireSense(for files: [String]) throws(Failure) {
        guard vector != nil || fitFile != nil || place.space != nil else {
            throw .neededOption(
                "--vector X,Y,Z, --fit FIT or --space SPACE", "it says what calibrated data follow from")
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

extension CalibrateOptions {
    /// Every option of `quadcal calibrate`, in the order of the help.
    static let groups = [
        OptionGroup(heading: "calibration", options: calibrationOptions),
        OptionGroup(heading: "server", options: placeOptions),
        OptionGroup(heading: "writing", options: writingOptions + jobOptions),
        OptionGroup(heading: "report", options: reportOptions),
    ]

    private static let calibrationOptions: [Option<CalibrateOptions>] = [
        Option("--vector", "X,Y,Z", slot: source, "the calibration_vector in metres (the space's own)") {
            (options, text) throws(BadValue) in
            options.vector = try OptionValue.point(text, as: "--vector 0.5,0,-0.25")
        },
        Option(
            file: "--fit", "FIT", slot: source,
            "a fit of raw corners to calibrated ones, as quadcal fit --save wrote it", \.fitFile),
        Option(
            word: "--sign", "WAY",
            "added or subtracted: how the vector counts (of a space: as stored data show)"
        ) { (options, sign: VectorSignWord) in options.sign = sign.sign }.excludes("--fit"),
    ]

    private static let placeOptions: [Option<CalibrateOptions>] =
        ConnectionOptions.options.map { Option(Option($0, of: \SpaceOptions.connection), of: \.place) } + [
            Option("--space", "SPACE", "the space: its key, id or name with --api, else a file of it (JSON)")
            {
                (options, text) throws(BadValue) in
                guard !text.isEmpty else {
                    throw BadValue(expected: "the key, the id or the name of a space, or a file")
                }
                options.place.space = text
            },
            Option(SpaceOptions.session, of: \.place),
            Option(
                switch: "--closed", "also sessions that are done or archived, without naming them",
                \.includesClosed),
        ]

    private static let writingOptions: [Option<CalibrateOptions>] = [
        Option(
            file: "--out", "OUT", to: "write", "write the markers of FILE with their calibrated_data",
            \.output),
        Option(switch: "--force", "let --out replace a file", \.replacesFile),
        Option.largestCoordinate(\.limits),
        Option(switch: "--write", "write calibrated_data on the server, after asking", \.writes),
    ]

    /// Everything that a job can be told that is not resumed here.
    private static let jobOptions = JobOptions.options.filter {
        !["--resume", "--undo", "--verify", "--status", "--mark", "--no-mark"].contains($0.notation.flag)
    }.map { Option($0, of: \CalibrateOptions.job) }

    private static let reportOptions: [Option<CalibrateOptions>] =
        [
            Option(switch: "--json", "one JSON document; with --write that of quadcal recalibrate") {
                $0.form = .json
            }
        ] + Option<CalibrateOptions>.loudness(verbose: "every marker", \.loudness)

    private static let source = "calibration"
}

enum VectorSignWord: String, CaseIterable {
    case added, subtracted

    var sign: VectorSign { self == .added ? .added : .subtracted }
}
