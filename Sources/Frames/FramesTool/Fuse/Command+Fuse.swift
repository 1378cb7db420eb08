import CheckReports
import FitReports
import FrameCodes
import FrameReports
import JobReports
import Markers
import PublishedResults
import QuadGeometry
import ToolCommands
import ToolServer
import ToolTerminal

extension Command {
    static let fuse = Command(
        "fuse", Wing.frames["fuse"],
        operands: "MARKERS... | --api URL --space SPACE | --demo",
        notes: """
            Each file of MARKERS (JSON or NDJSON) is one session in a frame of its own; - is standard input. Without files
            they are the sessions of a space of the server (--sessions), which is only read. Markers that several sessions
            saw are joined by --join or --join-map. Sessions move until the corners fit together best. Corners that most
            sessions contradict are left out: CORNER_OFF (single corners), MARKER_MOVED (all four) or WRONG_LABEL (all
            four, where another marker is). A corner that sessions dispute without three that agree is UNDECIDED, and all
            its places are listed. A marker of one session is carried over, and nothing checks it. SCAN_DRIFT: a
            session is bent beside the others. CORNER_ORDER: quads that begin at another corner are joined rightly.

            --out writes the markers, but for undecided ones, as a reference set in the frame of one session (--root).
            With it each session is recalibrated: quadcal fit --join label --robust --noise-mm MM SESSION.json OUT.json,
            with the corner noise that is printed, for residuals from markers that a session helped to fuse are smaller.
            --graph writes the frames of the sessions as g2o has them.

            \(ConnectionOptions.notes)

            Exit codes: 0 success, 1 the data failed (see --fail-on and --tolerance-mm), 2 usage error, 3 a file cannot be
            read or written, 4 sessions share too few markers to be placed, 5 the server cannot be asked.
            """,
        isColored: true, settings: FuseOptions(), options: FuseOptions.groups,
        mostUsed: [
            "--join", "--api", "--space", "--sessions", "--noise-mm", "--out", "--graph", "--report",
            "--demo", "--json",
        ],
        examples: [
            (
                "quadcal fuse --join label --out fused.json s1.json s2.json s3.json",
                "one set of markers in a common frame, which sessions can be fitted to"
            ),
            (
                "quadcal fuse --join anchor --root s1.json --graph sessions.g2o *.json",
                "in the frame of s1.json, with the frames of all sessions in a file"
            ),
            (
                "quadcal fuse --api https://host --space hall --sessions all --join label",
                "the sessions of a space on its server"
            ),
            ("quadcal fuse --demo", "five made-up scans with mistakes, and how far the result is off"),
        ],
        work: { (options, files, streams) throws(Failure) in
            if try options.codes.print(of: "fuse", beside: files, to: &streams) { return .good }
            try options.requireSense(for: files)
            let report =
                options.isDemo
                ? try FuseReport(demo: options)
                : files.isEmpty
                    ? try FuseReport(online: options)
                    : try FuseReport(
                        files.map { (file) throws(Failure) in
                            try JoinedFiles.Side(reading: file, options.target ?? .raw, of: [])
                        }, options)
            try report.write()
            if options.printsJSON {
                try streams.print(report.document(openDepth: 3))
            } else if let form = options.codes.published {
                try streams.print(form.text(PublishedResult(report)))
            } else {
                try streams.printReport(report.view.text(options.loudness, on: streams.screen))
            }
            try streams.flush()
            if options.loudness != .quiet { report.notes.forEach(streams.advise) }
            return report.exitCode
        })
}

extension FuseOptions {
    fileprivate func requireSense(for files: [String]) throws(Failure) {
        if isDemo {
            if let file = files.first { throw .contradiction("--demo", file) }
            if let join, join != .label { throw .contradiction("--demo", "--join \(join.rawValue)") }
        } else {
            if let file = files.first, place.connection.server != nil || namesPlace {
                throw .contradiction("--api, --space and --sessions", file)
            }
            let server = files.isEmpty ? try place.connection.namedServer : nil
            guard !files.isEmpty || server != nil else {
                throw .noFile(
                    example: "quadcal fuse --join label s1.json s2.json", isTerminal: Streams.inputIsTerminal)
            }
            guard !files.isEmpty || takesAllSessions || !place.sessions.isEmpty else {
                throw .neededOption("--sessions ID or --sessions all", "it says which sessions are fused")
            }
            guard join != nil || !maps.isEmpty else {
                throw .neededOption(
                    "--join label, --join anchor, --join id or --join-map FILE",
                    "it says which markers are the same")
            }
        }
        if takesAllSessions, let session = place.sessions.first {
            throw .contradiction("--sessions all", "--sessions \(session)")
        }
        if let join, let map = maps.first {
            throw .contradiction("--join \(join.rawValue)", "--join-map \(map)")
        }
        guard (files + maps).count(where: { $0 == Input.standard }) < 2 else { throw .standardInputTwice }
        try OutputFile.requireFree(
            [("--out", output), ("--graph", graphFile), ("--report", reportFile)], replaces: replacesFile)
    }

    private var namesPlace: Bool { place.space != nil || takesAllSessions || !place.sessions.isEmpty }
}
