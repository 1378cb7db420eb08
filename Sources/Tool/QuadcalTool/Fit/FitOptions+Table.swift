import FitReports
import Foundation
import Markers
import PublishedResults
import QuadGeometry
import RigidCalibration
import ToolMarkers
import ToolTerminal

extension FitOptions {
    /// Every option of `quadcal fit`, in the order of the help.
    static let allGroups =
        pairGroups + [
            OptionGroup(heading: "judging", options: judgingOptions),
            OptionGroup(heading: "report", options: reportOptions),
            OptionGroup(
                heading: "title block of --report",
                options: TitleBlock.options.map { Option($0, of: \FitOptions.titleBlock) }),
        ]

    /// The options that determine how pairs are made and fitted.
    static let pairGroups = [
        OptionGroup(heading: "markers instead of pairs", options: joinOptions),
        OptionGroup(heading: "anchors of laser-guide rows instead of pairs", options: rowOptions),
        OptionGroup(heading: "two points or matrices instead of pairs", options: matrixOptions),
        OptionGroup(heading: "trajectories of a sensor instead of pairs", options: poseOptions),
        OptionGroup(heading: "motion", options: motionOptions),
        OptionGroup(heading: "wrong pairs", options: robustOptions),
        OptionGroup(heading: "scans that bend", options: bendOptions),
    ]

    static let joinOptions: [Option<FitOptions>] = [
        Option(
            word: "--join", "KEY", slot: joinSlot,
            "OLD.json NEW.json are markers: pair them by label, anchor (anchorId) or geometry"
        ) { (options, key: JoinWord) in
            options.join = key.choice
            if key == .geometry || key == .auto { options.isRobust = true }
        },
        Option(
            file: "--join-map", "FILE", slot: joinSlot,
            "the same by a map of ids: CSV of old,new or a JSON object"
        ) { $0.join = .map($1) },
        Option(
            adding: "--exclude", "LABELS-OR-IDS",
            "not these markers, nor their matches: separated by commas; may be repeated"
        ) { (options, text) throws(BadValue) in
            let names = text.split(separator: ",").filter { !$0.allSatisfy(\.isWhitespace) }
            guard !names.isEmpty else { throw BadValue(expected: "labels or ids, as in Door,Window") }
            options.exclusions += names.map(String.init)
        },
        Option(
            word: "--target", "CORNERS", "raw or calibrated: which corners of the new markers to use",
            \.target),
        Option(adding: "--from-session", "ID", "only old markers of this session or set; may be repeated") {
            (options, text) throws(BadValue) in
            options.oldSessions.insert(try OptionValue.identifier(text))
        },
        Option(adding: "--to-session", "ID", "only new markers of this session or set; may be repeated") {
            (options, text) throws(BadValue) in
            options.newSessions.insert(try OptionValue.identifier(text))
        },
    ]

    private static let rowOptions: [Option<FitOptions>] = [
        Option(
            word: "--anchors", "PARTNERS", slot: joinSlot,
            "OLD are anchors of a run; NEW those of another (runs) or the laser guide (grid)"
        ) { $0.join = .rows($1) },
        Option("--from-run", "N", "only old anchors of this run, where OLD has several") {
            (options, text) throws(BadValue) in
            options.oldRun = try OptionValue.count(text)
        },
        Option("--to-run", "N", "only new anchors of this run, where NEW has several") {
            (options, text) throws(BadValue) in
            options.newRun = try OptionValue.count(text)
        },
        Option(
            word: "--dots", "PLACE", "drawn or snapped: where rows beside the guide's axis have their dots",
            \.dots),
    ]

    private static let matrixOptions: [Option<FitOptions>] = [
        Option(
            switch: "--two-points", slot: joinSlot,
            "OLD NEW are two points each (CSV of id,x,y,z): an origin, and where +Z runs to"
        ) {
            $0.join = .origins
        },
        Option(
            word: "--matrices", "WAY", slot: joinSlot,
            "OLD NEW are 4x4: scan-from-model or model-from-scan; a single one: new-from-old", \.matrices),
        Option(
            word: "--matrices-as", "FORMAT",
            "matrix, tum, kitti, cloudcompare, proj, colmap, ros-json or ros-command", \.matrixFormat),
        Option(switch: "--rows", slot: layoutSlot, "they are written row by row, as on paper") {
            $0.layout = .rows
        },
        Option(switch: "--columns", slot: layoutSlot, "they are written column by column, as by ARKit") {
            $0.layout = .columns
        },
    ]

    private static let poseOptions: [Option<FitOptions>] = [
        Option(
            word: "--poses", "FORMAT", slot: joinSlot,
            "OLD NEW are poses, paired by time (tum), line (kitti) or image name (colmap)"
        ) { $0.join = .poses($1) },
        Option("--match-ms", "MS", "how far apart the times of a pair may be (0: the same time)") {
            (options, text) throws(BadValue) in
            options.matchGap = try OptionValue.positive(text, in: "a number of milliseconds") / 1000
        },
    ]

    private enum JoinWord: String, CaseIterable {
        case label, anchor, geometry, auto

        var choice: JoinChoice {
            switch self {
            case .label: .label
            case .anchor: .anchor
            case .geometry: .geometry
            case .auto: .auto
            }
        }
    }

    private static let motionOptions: [Option<FitOptions>] =
        [
            Option(
                word: "--model", "MODEL",
                "auto, translation, yaw, gravity, rigid or similarity (auto: what the pairs fix)", \.model),
            Option(
                "--gravity-deg", "DEG",
                "the tilt expected between levelled frames (\(MeasureText.shortest(MotionModel.usualTilt)))"
            ) { (options, text) throws(BadValue) in
                options.tilt = try OptionValue.positive(text, .degrees, atMost: 90)
            },
        ] + noiseOptions + [groupOption]

    /// What is known of the errors of corners and markers.
    static let noiseOptions: [Option<FitOptions>] = [
        Option("--noise-mm", "MM", "the deviation of a coordinate of one corner, if known (estimated)") {
            (options, text) throws(BadValue) in
            options.noise = LimitScale.millimetres.value(try OptionValue.positive(text, .millimetres))
        },
        Option(
            "--marker-noise-mm", "MM",
            "the deviation of what all corners of a marker share, 0 for none (estimated)"
        ) { (options, text) throws(BadValue) in
            options.markerNoise =
                text == "0" ? 0 : LimitScale.millimetres.value(try OptionValue.positive(text, .millimetres))
        },
    ]

    private static let groupOption = Option<FitOptions>(
        word: "--groups", "CHOICE",
        "auto: pairs of a marker share an error; none: all pairs are independent (auto)"
    ) { $0.groups = $1 }

    private static let robustOptions: [Option<FitOptions>] = [
        Option(switch: "--robust", "reject wrong pairs: fit those that agree on a motion", \.isRobust),
        Option("--bound-mm", "MM", "largest residual of a correct pair (default: estimated)") {
            (options, text) throws(BadValue) in
            options.bound = LimitScale.millimetres.value(try OptionValue.positive(text, .millimetres))
        },
        Option("--choose", "N", "the motion to take where pairs agree on two: 1 has the most, 2 is its rival")
        {
            (options, text) throws(BadValue) in
            options.choice = Int(try OptionValue.count(text))
        },
        Option(
            "--near", "YAW,X,Y,Z",
            "of --join geometry, take the motion nearest to this: degrees about +Y, then metres"
        ) { (options, text) throws(BadValue) in options.near = try motion(text) },
    ]

    private static let bendOptions: [Option<FitOptions>] = [
        Option(
            word: "--straighten", "WAY",
            "none, place, time or auto: shift markers as those near them are off (none)", \.straightening)
    ]

    /// A turn about the vertical in degrees, and where the origin of the old markers goes, in metres.
    private static func motion(_ text: String) throws(BadValue) -> RigidTransform {
        let words = "degrees about +Y, within 360, and metres along x, y and z, as in 90,2.5,0,-1"
        let numbers = try OptionValue.numbers(text, count: 4, words)
        guard numbers[0].magnitude <= 360,
            let turn = Rotation(rotationVector: SIMD3(0, numbers[0] * .pi / 180, 0)),
            let motion = RigidTransform(
                rotation: turn, translation: SIMD3(numbers[1], numbers[2], numbers[3]))
        else { throw BadValue(expected: words) }
        return motion
    }

    private static let judgingOptions: [Option<FitOptions>] = [
        Option(
            file: "--at", "POINTS",
            "CSV of id,x,y,z, or markers, in the source frame: where they go, and the error to expect",
            \.pointFile),
        Option(
            file: "--advise", "PLACES",
            "where one more marker helps most: CSV or markers, or moving: those that are to move"
        ) { $0.advice = $1 == "moving" ? .moving : .file($1) },
        Option(
            file: "--check-points", "PAIRS", "CSV of pairs not used in the fit; fail if they miss the motion",
            \.checkFile),
        Option(
            file: "--check-onto", "NEW.json",
            "--check-points is OLD.json then: markers not used in the fit, joined as its own", \.checkTarget),
        Option("--tolerance-mm", "MM", "fail if the error to expect is larger: at POINTS, or at the pairs") {
            (options, text) throws(BadValue) in
            options.tolerance = LimitScale.millimetres.value(try OptionValue.positive(text, .millimetres))
        },
        Option(
            word: "--fail-on", "LEVEL", "exit 1 at this level or above: error, warning or never (error)",
            \.failsOn),
    ]

    private static let reportOptions: [Option<FitOptions>] =
        [
            Option(
                file: "--save", "FIT.json", to: "write",
                "write the motion with its evidence to a file, as --json prints it", \.savedFile),
            Option(
                file: "--report", "OUT.html", to: "write",
                "write an HTML report: one page with drawings, tables and all data", \.reportFile),
            Option(switch: "--force", "let --save and --report replace a file", \.replacesFile),
            Option(switch: "--json", slot: formSlot, "one JSON document") { $0.form = .json },
            Option(PublishedForm.option(slot: formSlot), of: \.published),
            Option(
                word: "--print", "FORMAT", slot: formSlot,
                "only the motion: matrix, quaternion, yaw, or a format of --matrices-as"
            ) { $0.form = .motion($1) },
            Option(
                word: "--layout", "ORDER", "rows or columns: how --print matrix writes (rows)",
                \.printedLayout),
            Option(
                switch: "--list-codes", slot: formSlot,
                "no fit: list every code, its severity and its meaning"
            ) {
                $0.form = .codes
            },
            Option("--explain", "CODE", slot: formSlot, "no fit: explain a code and what to do about it") {
                (options, text) throws(BadValue) in
                if let failure = ExitCode(published: text.uppercased()) {
                    options.form = .failureExplanation(failure)
                    return
                }
                guard let code = FitCode(rawValue: text.uppercased()) else {
                    throw BadValue(
                        expected: "a code that \"quadcal fit --list-codes\" lists",
                        nearest: nearest(to: text, among: FitCode.allCases.map(\.rawValue)))
                }
                options.form = .explanation(code)
            },
        ]
        + Option<FitOptions>.loudness(
            verbose: "the motion's numbers, and every pair", quiet: "only the verdict, without advice",
            \.loudness)

    private static let joinSlot = "join"
    private static let layoutSlot = "layout"
    private static let formSlot = "report"
}
