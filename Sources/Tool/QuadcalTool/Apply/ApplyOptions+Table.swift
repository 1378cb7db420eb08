import Markers
import ToolMarkers
import ToolTerminal

extension ApplyOptions {
    /// Every option of `quadcal apply`, in the order of the help.
    static let groups = [
        OptionGroup(heading: "markers", options: markerOptions),
        OptionGroup(heading: "coordinates", options: coordinateOptions),
        OptionGroup(heading: "output", options: outputOptions),
    ]

    private static let markerOptions: [Option<ApplyOptions>] = [
        Option(
            word: "--mode", "CORNERS",
            "raw or calibrated: rewrite the corners, or calibrated_data (as the fit)"
        ) { (options, corners: RewrittenCorners) in options.mode = corners.mode },
        Option(
            adding: "--from-session", "ID",
            "only markers of this session; may be repeated (all but those that supplied targets)"
        ) {
            (options, text) throws(BadValue) in
            options.sessions.insert(try OptionValue.identifier(text))
        },
        Option(switch: "--strict", "do not move markers that would have errors afterwards") {
            $0.isStrict = true
        },
        Option.largestCoordinate(\.limits),
        Option(
            word: "--format", "FORMAT", slot: format,
            "csv, json or ndjson (by the end of the name, else by the content)"
        ) { $0.format = $1 },
        Option(
            switch: "--ndjson", slot: format,
            "--format ndjson: refuse a FILE that is not one object per line"
        ) { $0.format = .ndjson },
        Option(
            word: "--poses", "FORMAT", slot: format,
            "FILE is a trajectory instead of markers: tum, kitti or colmap"
        ) { $0.poses = $1 },
    ]

    private static let coordinateOptions: [Option<ApplyOptions>] = [
        Option(
            word: "--from", "CORNERS",
            "raw or calibrated: what the pairs' sources are, if the fit does not say (raw)"
        ) { $0.from = $1 },
        Option(word: "--to", "CORNERS", "the same for the targets (what --mode rewrites)") { $0.to = $1 },
        Option("--vector", "X,Y,Z", "the space's calibration_vector in metres, if both kinds are involved") {
            (options, text) throws(BadValue) in
            options.vector = try OptionValue.point(text, as: "--vector 0.5,0,-0.25")
        },
        Option(switch: "--vector-subtracted", "calibrated = raw - vector (calibrated = raw + vector)") {
            $0.sign = .subtracted
        },
    ]

    private static let outputOptions: [Option<ApplyOptions>] = [
        Option(file: "--out", "OUT", to: "write", "write the markers to a file, - is standard output (-)") {
            $0.output = $1
        },
        Option(switch: "--force", "let --out replace a file") { $0.replacesFile = true },
        Option(switch: "--json", "with --out: what was moved as one JSON document") { $0.form = .json },
        Option(switch: "--verbose", short: "-v", slot: loudness, "name every marker that cannot be moved") {
            $0.loudness = .verbose
        },
        Option(switch: "--quiet", slot: loudness, "print only problems") { $0.loudness = .quiet },
    ]

    private static let (format, loudness) = ("format", "loudness")
}
