import FitReports
import Foundation
import JobReports
import Markers
import MarkersJobs
import ToolMarkers
import ToolServer
import ToolTerminal

extension RecalibrateOptions {
    /// Every option of `quadcal recalibrate`, in the order of the help.
    static let groups =
        [
            OptionGroup(
                heading: "server",
                options: ConnectionOptions.options.map { Option($0, of: \RecalibrateOptions.connection) }),
            OptionGroup(heading: "markers", options: markerOptions),
            OptionGroup(heading: "which sessions are in the old frame", options: frameOptions),
            OptionGroup(heading: "what is rewritten", options: pushOptions),
            OptionGroup(
                heading: "job", options: JobOptions.options.map { Option($0, of: \RecalibrateOptions.job) }),
            OptionGroup(heading: "report", options: reportOptions),
            OptionGroup(
                heading: "title block of --report",
                options: TitleBlock.options.map { Option($0, of: \RecalibrateOptions.titleBlock) }),
        ]
        + FitOptions.pairGroups.map { group in
            OptionGroup(
                heading: "without --fit: \(group.heading)",
                options: group.options.filter { $0.notation.flag != target }.map {
                    Option($0, of: \RecalibrateOptions.pairs)
                })
        }

    private static let markerOptions: [Option<RecalibrateOptions>] = [
        Option(
            file: "--fit", "FIT.json",
            "the motion, as quadcal fit --save wrote it; otherwise fitted to OLD NEW", \.fitFile),
        Option(
            file: "--markers", "FILE", mayRepeat: true,
            "markers that may move (JSON or NDJSON); may be repeated (OLD)"
        ) { $0.markerFiles.append($1) },
        Option(
            word: target, "CORNERS",
            "raw or calibrated: corners of the new scan to use, if the fit does not say", \.pairs.target),
        Option("--space", "SPACE", "the space: its key or id with --api, else a file of it (JSON)") {
            (options, text) throws(BadValue) in
            guard !text.isEmpty else { throw BadValue(expected: "a key or an id, or the name of a file") }
            options.space = text
        },
        Option(
            adding: "--onto", "ID",
            "pair with this session or set, by the beginning of its id; may be repeated"
        ) {
            (options, text) throws(BadValue) in
            if let id = UUID(uuidString: text) {
                options.targets.append(id)
            } else {
                options.shortTargets.append(try SpaceOptions.beginning(ofSession: text))
            }
        },
        Option(
            word: "--sign", "WAY", "added or subtracted: how its vector counts (inferred from stored markers)"
        ) {
            (options, sign: VectorSignWord) in options.sign = sign.sign
        },
        Option(
            file: "--server-profile", "PROFILE.json",
            "the behaviour of the server, as quadcal probe --out wrote it", \.profileFile),
    ]

    private static let frameOptions: [Option<RecalibrateOptions>] = [
        Option(
            adding: "--sessions", "ID",
            "this session (or the beginning of its id) moves; may be repeated; or all not done"
        ) {
            (options, text) throws(BadValue) in
            if text == "all" {
                options.rule = options.rule ?? .all
            } else if let id = UUID(uuidString: text) {
                options.sessions.insert(id)
            } else {
                guard SpaceListing.mayBegin(anID: text) else {
                    throw BadValue(
                        expected:
                            "all, or a session's id or at least its first \(SpaceListing.shortestID) digits")
                }
                options.shortSessions.append(text)
            }
        },
        Option("--before", "DATE", "so is any session created before it, as in 2026-07-01 (0:00 UTC)") {
            (options, text) throws(BadValue) in
            guard let date = WireDate(text) ?? WireDate("\(text)T00:00:00Z") else {
                throw BadValue(expected: "a date with or without its time, as in 2026-07-01T00:00:00Z")
            }
            options.rule = .before(date)
        },
        Option(
            file: "--sessions-file", "FILE",
            "the sessions of the space (JSON), for their creation dates", \.sessionFile),
    ]

    private static let pushOptions: [Option<RecalibrateOptions>] = [
        Option(
            word: "--mode", "MODE", "raw corners, calibrated data, or the space's vector (required)", \.mode),
        Option(switch: "--strict", "refuse markers that would have errors afterwards", \.isStrict),
        Option("--tolerance-mm", "MM", "fail, and send nothing, if the error to expect at a marker is larger")
        {
            (options, text) throws(BadValue) in
            options.tolerance = LimitScale.millimetres.value(try OptionValue.positive(text, .millimetres))
        },
        Option.largestCoordinate(\.limits),
        Option(
            adding: "--not-moved-yet", "ID",
            "say of a session that this motion has not moved it, where nothing else can tell"
        ) { (options, text) throws(BadValue) in
            guard SpaceListing.mayBegin(anID: text) else {
                throw BadValue(
                    expected: "a session's id or at least its first \(SpaceListing.shortestID) digits")
            }
            options.shortNotMoved.append(text)
        },
        Option(
            switch: "--only-unmoved", "move only markers that are known not to have been moved before",
            \.decisions.onlyUnmoved),
        Option(
            switch: "--also-moved", "move markers once more that all were moved by this motion",
            \.decisions.movesAgain),
        Option(switch: "--dry-run", "only show what would happen", \.isDryRun),
    ]

    private static let reportOptions: [Option<RecalibrateOptions>] =
        [
            Option(
                file: "--plan-out", "PLAN.json", to: "write", "write the plan to a file, as --json prints it"
            ) { $0.planFile = $1 },
            Option("--report", "OUT.html", "write the job, or the plan of a dry run, as an HTML report") {
                (options, text) throws(BadValue) in
                options.reportFile = try OptionValue.file(text)
            },
            Option(switch: "--force", "let --plan-out and --report replace a file", \.replacesFile),
            Option(switch: "--json", slot: formSlot, "one JSON document") { $0.form = .json },
            Option(
                switch: "--list-codes", slot: formSlot,
                "no plan: list every code, its severity and its meaning"
            ) {
                $0.form = .codes
            },
            Option(
                "--explain", "MARKER|CODE", slot: formSlot,
                "what happens to one marker, by its id or label; or the meaning of a code"
            ) {
                (options, text) throws(BadValue) in
                guard !text.isEmpty else {
                    throw BadValue(expected: "the id or the label of a marker, or a code of --list-codes")
                }
                options.form =
                    PlanCode.explanation(of: text) == nil ? .explanation(text) : .codeExplanation(text)
            },
        ]
        + Option<RecalibrateOptions>.loudness(
            verbose: "every marker", quiet: "only the verdict, without advice", \.loudness)

    private static let target = "--target"
    private static let formSlot = "report"
}
