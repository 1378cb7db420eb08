import CheckReports
import FitReports
import FrameCodes
import FrameGraph
import JobReports
import Markers
import ToolMarkers
import ToolServer
import ToolTerminal

struct FuseOptions: Sendable {
    /// The server, the space and the sessions to read there, where no file is given.
    var place = SpaceOptions()
    /// The property by which markers are the same.
    var join: FuseKey?
    /// Files of matching ids.
    var maps: [String] = []
    /// Whether all sessions of the space take part.
    var takesAllSessions = false
    /// The kind of corners of all sessions; `nil` if it was not stated.
    var target: MarkerCoordinates?
    /// The session whose frame everything is in.
    var root: String?
    /// In metres a coordinate.
    var noise, markerNoise: Double?
    /// The deviation of each session's tilt, in degrees.
    var tilt: Double?
    /// The largest acceptable 95 % error of a corner, in metres.
    var tolerance: Double?
    /// The files to write the fused markers and the graph of sessions to.
    var output, graphFile, reportFile: String?
    var replacesFile = false
    var isDemo = false
    /// The folder to write made-up sessions to.
    var demoFolder: String?
    var seed: UInt64?
    var codes = CodeOptions()
    var printsJSON = false
    var loudness = Loudness.normal

    var fusion: FusionOptions {
        FusionOptions(root: root, cornerNoise: noise, markerNoise: markerNoise, tilt: tilt)
    }
}

/// The way to tell which markers are the same, if no file says it.
enum FuseKey: String, CaseIterable {
    case label, anchor, id
}

extension FuseOptions {
    /// Every option of `quadcal fuse`, in the order of the help.
    static let groups = [
        OptionGroup(heading: "sessions", options: joinOptions),
        OptionGroup(heading: "server", options: placeOptions),
        OptionGroup(heading: "errors", options: errorOptions),
        OptionGroup(heading: "results", options: resultOptions),
        OptionGroup(heading: "report", options: reportOptions),
    ]

    private static let joinOptions: [Option<FuseOptions>] = [
        Option(
            word: "--join", "KEY", slot: "join",
            "label, anchor (anchorId) or id: what markers have in common", \.join),
        Option(
            file: "--join-map", "FILE", mayRepeat: true,
            "the same by a map of ids: CSV of old,new or a JSON object; may be repeated"
        ) { $0.maps.append($1) },
        Option(
            word: "--target", "CORNERS", "raw or calibrated: which corners of the markers to use", \.target),
        Option("--root", "SESSION", "the session whose frame all is in (the one that shares most)") {
            (options, text) throws(BadValue) in
            guard !text.isEmpty else { throw BadValue(expected: "the name of a session, which is its file") }
            options.root = text
        },
        Option(
            switch: "--demo", "five made-up scans of a room, and how far the result is from the truth",
            \.isDemo
        ).excludes("--join-map"),
        Option(file: "--demo-files", "FOLDER", to: "write", "also write these scans as files", \.demoFolder)
            .needs("--demo", "only that has --demo-files"),
        Option(seed: "other scans for --demo (1)", \.seed).needs("--demo", "only that has --seed"),
    ]

    private static let placeOptions: [Option<FuseOptions>] =
        ConnectionOptions.options.map { Option(Option($0, of: \SpaceOptions.connection), of: \.place) } + [
            Option(SpaceOptions.space, of: \.place),
            Option(
                adding: "--sessions", "ID",
                "this session (or the beginning of its id); may be repeated; or all"
            ) { (options, text) throws(BadValue) in
                if text == "all" {
                    options.takesAllSessions = true
                } else {
                    options.place.sessions.append(try SpaceOptions.beginning(ofSession: text))
                }
            },
        ]

    private static let errorOptions: [Option<FuseOptions>] = [
        Option("--noise-mm", "MM", "the deviation of a coordinate of one corner, if known (estimated)") {
            (options, text) throws(BadValue) in
            options.noise = LimitScale.millimetres.value(try OptionValue.positive(text, .millimetres))
        },
        Option(
            "--marker-noise-mm", "MM",
            "the deviation of what all corners of a sighting share, 0 for none (estimated)"
        ) { (options, text) throws(BadValue) in
            options.markerNoise =
                text == "0" ? 0 : LimitScale.millimetres.value(try OptionValue.positive(text, .millimetres))
        },
        Option("--gravity-deg", "DEG", "the tilt expected of each session, 0 for none (any tilt)") {
            (options, text) throws(BadValue) in
            options.tilt = text == "0" ? 0 : try OptionValue.positive(text, .degrees, atMost: 90)
        },
        Option("--tolerance-mm", "MM", "fail if the 95 % error of a fused corner may be larger") {
            (options, text) throws(BadValue) in
            options.tolerance = LimitScale.millimetres.value(try OptionValue.positive(text, .millimetres))
        },
    ]

    private static let resultOptions: [Option<FuseOptions>] = [
        Option(
            file: "--out", "OUT.json", to: "write", "write the fused markers, for quadcal fit --join",
            \.output),
        Option(
            file: "--graph", "OUT.g2o", to: "write", "write the frames of the sessions as a graph",
            \.graphFile),
        Option(
            file: "--report", "OUT.html", to: "write",
            "write an HTML report: one page with a drawing and tables", \.reportFile),
        Option(
            switch: "--force", "let --out, --graph, --report and --demo-files replace files", \.replacesFile),
    ]

    private static let reportOptions: [Option<FuseOptions>] =
        [
            Option(switch: "--json", slot: CodeOptions.formSlot, "one JSON document", \.printsJSON)
        ] + CodeOptions.options(of: "fuse").map { Option($0, of: \.codes) }
        + Option<FuseOptions>.loudness(verbose: "every row of every table", \.loudness)
}
