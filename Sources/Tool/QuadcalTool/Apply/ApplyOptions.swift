import FitReports
import Foundation
import Markers
import QuadGeometry
import ToolMarkers
import ToolTerminal

struct ApplyOptions: Sendable {
    /// The part of a marker that is rewritten.
    var mode: PushMode?
    /// The only sessions that move; all where there are none.
    var sessions: Set<UUID> = []
    /// The kinds of points that the motion leads from and to, where the fit does not say.
    var from: PointKind?
    var to: PointKind?
    /// The space's calibration vector, in metres.
    var vector: SIMD3<Double>?
    var sign = VectorSign.added
    var isStrict = false
    /// The limits that moved markers are held against.
    var limits = QuadLimits.app
    /// The format of the markers, where it is not left to the file; NDJSON must then be objects line by line.
    var format: MarkerFormat?
    /// The format of poses, if the file has those instead of markers.
    var poses: TrajectoryFormat?
    /// The file to write; standard output where there is none.
    var output: String?
    var replacesFile = false
    var form = ApplyForm.text
    var loudness = Loudness.normal

    var outputFile: String? { output == Input.standard ? nil : output }
}

enum ApplyForm { case text, json }

/// The corners of a marker in a file that are rewritten.
enum RewrittenCorners: String, CaseIterable {
    case raw, calibrated

    var mode: PushMode { self == .raw ? .raw : .calibrated }
}

extension ApplyOptions {
    func request(_ saved: SavedFitFile) throws(Failure) -> PlanRequest {
        let kinds = saved.fit.kinds
        // A fit that knows its points says by them what is rewritten.
        guard let mode = mode ?? kinds.map({ $0.target == .raw ? .raw : .calibrated }) else {
            throw .neededOption(
                "--mode raw or --mode calibrated",
                "it selects what is rewritten: the corners, or "
                    + "calibrated_data")
        }
        for (flag, stated, known) in [("--from", from, kinds?.source), ("--to", to, kinds?.target)] {
            if let stated, let known, stated != known {
                throw .contradiction(
                    "\(flag) \(stated.rawValue)", "\(saved.file), whose points are \(known.rawValue),")
            }
        }
        let motion = PlannedMotion(
            saved.fit, from: from ?? .raw, to: to ?? (mode == .raw ? .raw : .calibrated))
        let isFree = motion.source == .raw && motion.target == (mode == .raw ? .raw : .calibrated)
        guard isFree || vector != nil else {
            throw .neededOption(
                "--vector X,Y,Z",
                "the motion maps \(motion.source.rawValue) to \(motion.target.rawValue) points, and "
                    + "\(mode.rawValue) ones are written; give the space's calibration_vector, 0,0,0 if it has none"
            )
        }
        return PlanRequest(
            motion, mode: mode,
            frames: FrameMembership(
                chosen: sessions, rule: sessions.isEmpty ? .allButTargets : .onlyChosen,
                targets: saved.fit.targetSessions),
            space: SpaceCalibration(vector.flatMap { CalibrationVector($0) }, sign: sign), limits: limits,
            isStrict: isStrict)
    }
}

extension MarkerOutput {
    convenience init(_ options: ApplyOptions) throws(Failure) {
        try self.init(options.outputFile, replaces: options.replacesFile)
    }
}

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
        Option(switch: "--strict", "do not move markers that would have errors afterwards", \.isStrict),
        Option.largestCoordinate(\.limits),
        Option(
            word: "--format", "FORMAT", slot: format,
            "csv, json or ndjson (by the end of the name, else by the content)", \.format),
        Option(
            switch: "--ndjson", slot: format,
            "--format ndjson: refuse a FILE that is not one object per line"
        ) { $0.format = .ndjson },
        Option(
            word: "--poses", "FORMAT", slot: format,
            "FILE is a trajectory instead of markers: tum, kitti or colmap", \.poses),
    ]

    private static let coordinateOptions: [Option<ApplyOptions>] = [
        Option(
            word: "--from", "CORNERS",
            "raw or calibrated: what the pairs' sources are, if the fit does not say (raw)", \.from),
        Option(word: "--to", "CORNERS", "the same for the targets (what --mode rewrites)", \.to),
        Option("--vector", "X,Y,Z", "the space's calibration_vector in metres, if both kinds are involved") {
            (options, text) throws(BadValue) in
            options.vector = try OptionValue.point(text, as: "--vector 0.5,0,-0.25")
        },
        Option(switch: "--vector-subtracted", "calibrated = raw - vector (calibrated = raw + vector)") {
            $0.sign = .subtracted
        }.needs("--vector X,Y,Z", "--vector-subtracted only sets its sign"),
    ]

    private static let outputOptions: [Option<ApplyOptions>] =
        [
            Option(
                file: "--out", "OUT", to: "write", "write the markers to a file, - is standard output (-)",
                \.output),
            Option(switch: "--force", "let --out replace a file", \.replacesFile),
            Option(switch: "--json", "with --out: what was moved as one JSON document") { $0.form = .json },
        ]
        + Option<ApplyOptions>.loudness(
            verbose: "name every marker that cannot be moved", quiet: "print only problems", \.loudness)

    private static let format = "format"
}
