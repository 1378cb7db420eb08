import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

/// A run of the tool that prints JSON of a document that `quadcal schema` describes.
struct SampleRun {
    let document: String
    let arguments: [String]
    let files: [String: String]
    /// Its output, if that is known.
    var printed: String?

    /// Its output: a document, or one a line.
    func texts() throws -> [String] {
        if let printed { return [printed] }
        let run = try Tool.run(arguments, files: files)
        return arguments.contains("--ndjson") && document != "error" ? run.lines : [run.output]
    }

    /// Described members that need conditions which no sample has.
    ///
    /// Refusals by the library of what the tool refuses before, and of rivals what only a fit knows of its own motion.
    static let unmet = [
        // Only older versions wrote it.
        "fit": ["/judgements/*/millimetresPerTenMetres"] + unmetOfRivals("/selection/rivals"),
        // The edits of the demo have followed their session when it ends.
        "sync": ["error", "markers"].map { "/edits/*/motion/\($0)" },
        // No made-up scan drifts.
        "fuse": ["bend", "length", "probability", "rms", "session"].map { "/drifts/*/\($0)" },
        "error": [
            "/refusal/bound", "/refusal/distance", "/refusal/gain", "/refusal/model",
        ] + unmetOfRivals("/refusal/motions") + [
            "/refusal/option", "/refusal/rounding", "/refusal/status", "/refusal/value",
        ],
    ]

    private static func unmetOfRivals(_ list: String) -> [String] {
        [
            "matrix/digits", "modelReason", "rotationDegrees/bound95", "shift", "shift/bound95", "shift/of",
            "shift/value",
        ].map { "\(list)/*/motion/\($0)" }
    }

    /// The runs that print a document.
    static func of(_ document: String) async throws -> [SampleRun] {
        switch document {
        case "check", "check-line": try checks.filter { $0.document == document }
        case "fit": try fits
        case "moved": try movements
        case "apply": try applications
        case "fuse": try fusions
        case "handeye": handEyes
        case "rebase": try rebases
        case "sense": try senses
        case "sync": syncs
        case "calibrate": try calibrations
        case "plan": try plans
        case "raycast": raycasts
        case "view": views
        case "graph": try graphs
        case "doctor": [doctor]
        case "bench": [bench]
        case "config": [config]
        case "camera": cameras
        case "error": try errors
        case "run": try await jobs
        case "jobs": try await [jobFolder]
        case "probe": try await probes
        case "spaces", "sessions", "markers", "pull": try await [spaceList(document)]
        case "upload": try await [upload]
        default: []
        }
    }

    /// Every action on a job, before and after an edit by somebody else, and without a server.
    private static var jobs: [SampleRun] {
        get async throws {
            let scene = try await OnlineScene(more: 3)
            let job = ["recalibrate", "--job", "hall.job"], yes = ["--yes", "--quiet"]
            var runs: [(arguments: [String], output: String)] = []
            func run(_ arguments: [String]) throws {
                runs.append((arguments, try scene.run(arguments + ["--json"]).output))
            }
            try run(scene.options() + yes)
            try await scene.edit(scene.markers[2])
            _ = try await scene.api.createMarker(
                RequestBody.MarkerCreation(workSessionID: scene.old, quad: Quad.rectangle(1, 1)))
            try await scene.api.deleteMarker(scene.markers[4].id)
            for action in ["--status", "--verify"] { try run(job + [action]) }
            for action in ["--resume", "--undo"] { try run(job + [action] + yes) }
            scene.server.stop()
            for action in ["--verify", "--undo"] { try run(job + [action, "--no-lock"] + yes) }
            let other = try await OnlineScene()
            runs.append(([], try other.run(other.options("calibrated") + yes + ["--json"]).output))
            let (bent, options) = try RecalibrateStraightTests.served()
            defer { bent.stop() }
            runs.append(([], try Tool.run(options + ["--job", "bent.job", "--json"] + yes).output))
            return runs.map {
                SampleRun(document: "run", arguments: $0.arguments, files: [:], printed: $0.output)
            }
        }
    }

    /// A folder with a job that is done, and a file that is none.
    private static var jobFolder: SampleRun {
        get async throws {
            let scene = try await OnlineScene()
            _ = try scene.run(scene.options() + ["--yes", "--quiet"])
            try scene.folder.write("no job", to: "foreign.job")
            let arguments = ["jobs", "--json"]
            return SampleRun(
                document: "jobs", arguments: arguments, files: [:], printed: try scene.run(arguments).output)
        }
    }

    /// By reading, even an odd list, and by writing to a server that lets nothing be removed.
    private static var probes: [SampleRun] {
        get async throws {
            let fault = try #require(Fault("503:DELETE"))
            let scene = try await OnlineScene(SandboxOptions(seed: 1, faults: [fault]))
            let front = try OddServer.front(of: scene)
            let probe = ["probe", "--api", scene.server.address, "--json"]
            let odd = ["probe", "--api", "http://127.0.0.1:\(front.port)", "--json"]
            return try [probe, odd, probe + ["--write", "--space", "hall", "--yes"]].map { arguments in
                SampleRun(
                    document: "probe", arguments: arguments, files: [:],
                    printed: try scene.run(arguments).output)
            }
        }
    }

    /// A command on a server that also lists what nobody understands.
    private static func spaceList(_ command: String) async throws -> SampleRun {
        let scene = try await OnlineScene(SandboxOptions(seed: 1, variants: [.oddElements]))
        let set = #"{"name":"Survey","description":null,"markers":[]}"#
        _ = try await scene.api.createReferenceSet(in: scene.space, Array(set.utf8))
        let scope = command == "spaces" ? [] : ["--space", "hall"]
        let folder = command == "pull" ? ["--out", "hall"] : []
        let arguments = [command, "--api", scene.server.address, "--json"] + scope + folder
        return SampleRun(
            document: command, arguments: arguments, files: [:], printed: try scene.run(arguments).output)
    }

    private static var upload: SampleRun {
        get async throws {
            let scene = try await OnlineScene()
            try scene.folder.write(Rows.square + "\n", to: "new.csv")
            let arguments =
                ["upload", "new.csv", "--api", scene.server.address, "--space", "hall", "--json", "--yes"]
                + ["--session", scene.old.wireText]
            return SampleRun(
                document: "upload", arguments: arguments, files: [:], printed: try scene.run(arguments).output
            )
        }
    }

    /// Settings with all members, which a check reads.
    private static let config = SampleRun(
        document: "config", arguments: [], files: [:],
        printed: """
            {"$schema": "config.schema.json", "schema": "quadcal.config/1", "profile": "strict",
            "limits": {"snap-mm": 1, "flatness-warning-mm": 2, "flatness-error-mm": 5, "fold-deg": 10, "min-edge-mm": 5, "max-edge-m": 4, "max-aspect": 20,
            "max-coordinate-m": 500, "min-angle-deg": 2, "max-skew-deg": 3, "min-overlap": 0.05, "stack-mm": 20}}
            """)

    /// Lines with all members, which a reader of camera frames takes.
    private static let cameras = [
        #"{"requestId":"a","intrinsics":{"fx":933.9,"fy":933.9,"cx":617.7,"cy":363,"width":1280,"height":720},"#
            + #""boxes":[{"resize":0.5},{"pad":[0,60,640,480]},{"crop":[0,60,640,360]},"portrait",{"portrait":true}],"#
            + #""mirrored":false,"worldFromCamera":[1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1],"stand":"door","#
            + #""sigmas":{"edgePx":2,"depthMetres":0.0015,"poseMetres":0.005,"poseDegrees":0.3},"#
            + #""capturedAt":"2026-01-31T12:00:00.120Z"}"#,
        #"{"requestId":"b"}"#,
    ].map { SampleRun(document: "camera", arguments: [], files: [:], printed: $0) }

    private static var checks: [SampleRun] {
        get throws {
            let files = [
                "settings.json": try #require(config.printed),
                "room.csv": try Dataset.read("check/room.csv"), "nan.csv": Rows.notANumber,
                "a.json": Wire.list(
                    Wire.marker(Rows.square, 0, "a"),
                    Wire.marker(Rows.bowTie, 0, more: #","calibrated_data":{"p1":[0,1,0]}"#),
                    Wire.marker(Rows.square, 2), "7"),
                "cut.json": "[" + Wire.marker(Rows.bent, 0) + ",{",
                "copy.json": Wire.list(Wire.marker(Rows.square, 5, "a")),
                "millimetres.csv": "0,300,0,300,300,0,300,0,0,0,0,0\n900,300,0,1200,300,0,1200,0,0,900,0,0\n",
            ]
            let options = [
                ["room.csv", "a.json", "nan.csv"], ["cut.json"], ["a.json", "--fix", "b.json"],
                ["a.json", "copy.json"], ["room.csv", "gone.csv"], ["millimetres.csv"],
                ["room.csv", "--config", "settings.json"],
                ["room.csv", "--fix", "b.csv"],
                ["a.json", "--coordinates", "calibrated", "--format", "json"],
                [
                    "room.csv", "--facing", "0,0,1", "--only", "WINDING,FOLDED", "--severity", "WINDING=hint",
                    "--max-findings", "1", "--profile", "strict",
                ],
                ["room.csv", "--ignore", "WINDING", "--severity", "MISSING_VERSION=info"],
                ["a.json", "--vector", "0,0,1", "--sign", "added"],
            ]
            return options.flatMap { options in
                [("check", "--json"), ("check-line", "--ndjson")].map { document, form in
                    SampleRun(document: document, arguments: ["check", form] + options, files: files)
                }
            }
        }
    }

    private static var movements: [SampleRun] {
        get throws {
            let files = try Dictionary(
                uniqueKeysWithValues: ["before.json", "after.json", "old.json", "new.json", "map.csv"].map {
                    ($0, try Dataset.read("markers/\($0)"))
                })
            let unknown = (files["map.csv"] ?? "") + "\(Wire.id(0)),\(Wire.id(1))\n"
            return [
                ["--join", "label", "before.json", "after.json"],
                ["--join", "geometry", "old.json", "new.json"],
                ["--join-map", "unknown.csv", "old.json", "new.json"],
            ].map { arguments in
                SampleRun(
                    document: "moved", arguments: ["moved", "--json"] + arguments,
                    files: files.merging(["unknown.csv": unknown]) { first, _ in first })
            }
        }
    }

    private static var fits: [SampleRun] {
        get throws {
            var files = try PairFiles.dataset(
                "room.csv", "points.csv", "kept-apart.csv", "wrong-corner.csv", "mirrored.csv",
                "millimetres.csv",
                "applied.csv", "one-marker.csv", "line.csv")
            for name in ["old.json", "new.json", "map.csv"] {
                files[name] = try Dataset.read("markers/\(name)")
            }
            files["unknown.csv"] = (files["map.csv"] ?? "") + "\(Wire.id(0)),\(Wire.id(1))\n"
            files["m.txt"] = "0 0 1 1\n0 1 0 2\n-1 0 0 3\n0 0 0 1\n"
            files["n.json"] = "[[1,0,0,0],[0,1,0,0],[0,0,1,0],[5,6,7,1]]"
            files["bad.json"] = (files["old.json"] ?? "").replacing(
                "\"Door\", \"p1\": [", with: "\"Door\", \"p1\": [0, ")
            files["tilted.csv"] = PairFiles.file(
                "a,0,0,0,0,0,0", "b,4,0,0,4,0,0", "c,0,4,0,0,0,-4", "d,0,0,4,0,4,0", "e,4,4,0,4,0.001,-4")
            files["rows.json"] = AnchorFiles.array(AnchorFiles.run(.identity))
            files["again.json"] = AnchorFiles.array(AnchorFiles.run(.identity, number: 2, first: 20))
            files["guide.json"] = AnchorFiles.guide()
            files["bent.csv"] = PairFiles.bent
            files["rivals.csv"] = PairFiles.twoMotions(40, 30)
            files["origin.csv"] = "id,x,y,z\ndoor,1,0.2,2\nend,4,0.7,6\n"
            files["there.csv"] = "id,x,y,z\ndoor,0,0,0\nend,0,0.5,5\n"
            files["old.tum"] = try Dataset.read("exchange/old.tum")
            files["new.tum"] = try Dataset.read("exchange/new.tum")
            files["shift.proj"] = try Dataset.read("exchange/shift.proj")
            var bent = BentCorridor(12, others: 2)
            bent.others[1].createdAt = BentCorridor.date(86_400)
            for (name, text) in bent.files { files["bent-\(name)"] = text }
            let options = [
                [
                    "--join", "label", "--straighten", "time", "--at", "bent-points.json", "bent-old.json",
                    "bent-new.json",
                ],
                ["--poses", "tum", "--match-ms", "10", "old.tum", "new.tum"],
                ["--matrices", "new-from-old", "shift.proj"],
                ["--anchors", "runs", "rows.json", "again.json"],
                ["--anchors", "grid", "rows.json", "guide.json"],
                ["--two-points", "origin.csv", "there.csv"],
                [
                    "room.csv", "--at", "points.csv", "--check-points", "kept-apart.csv", "--tolerance-mm",
                    "1e-3",
                ],
                ["bent.csv"], ["rivals.csv", "--robust", "--bound-mm", "5"],
                ["rivals.csv", "--robust", "--bound-mm", "5", "--choose", "2"],
                ["wrong-corner.csv", "--robust", "--bound-mm", "20"], ["wrong-corner.csv"], ["mirrored.csv"],
                ["millimetres.csv"],
                ["applied.csv", "--check-points", "kept-apart.csv"], ["one-marker.csv"],
                ["room.csv", "--model", "translation"],
                ["room.csv", "--noise-mm", "0.01", "--marker-noise-mm", "0"],
                ["room.csv", "--groups", "none"], ["room.csv", "--check-points", "one-marker.csv"],
                ["room.csv", "--tolerance-mm", "1e-3"], ["room.csv", "--advise", "points.csv"],
                ["--join", "label", "old.json", "new.json"],
                [
                    "--join", "label", "old.json", "new.json", "--check-points", "old.json", "--check-onto",
                    "new.json",
                ],
                ["--join", "anchor", "old.json", "new.json", "--from-session", Wire.session],
                ["--join", "geometry", "old.json", "new.json"],
                ["--join-map", "unknown.csv", "old.json", "new.json"],
                ["--join", "label", "bad.json", "new.json"], ["line.csv"],
                ["tilted.csv"], ["tilted.csv", "--model", "rigid"],
                [
                    "--matrices", "scan-from-model", "--at", "points.csv", "--check-points", "kept-apart.csv",
                    "m.txt", "n.json",
                ],
            ]
            return options.map {
                SampleRun(document: "fit", arguments: ["fit", "--json"] + $0, files: files)
            }
        }
    }

    /// With and without a solution, from every format, and of a frame that is held.
    private static var graphs: [SampleRun] {
        get throws {
            let folder = try Folder(), room = try Dataset.read("sessions/room.g2o")
            var files = ["room.g2o": room, "room.tum": try Dataset.read("sessions/room.tum")]
            _ = try Tool.run(
                ["graph", "room.g2o", "--solve", "--out", "solved.json"], files: files, in: folder)
            // With a time, which g2o does not keep.
            files["solved.json"] = try folder.read("solved.json").replacing(
                ",\"covariance\":", with: ",\"time\":1.5,\"covariance\":", maxReplacements: 1)
            return [
                ["room.g2o"], ["solved.json", "--robust"], ["room.g2o", "--from", "1", "--to", "4"],
                ["--demo", "--root", "hall"], ["room.g2o", "--from", "1", "--to", "1", "--solve"],
                ["room.g2o", "room.tum"],
            ].map { SampleRun(document: "graph", arguments: ["graph", "--json"] + $0, files: files) }
        }
    }

    private static var calibrations: [SampleRun] {
        get throws {
            var files = ["old.json": try Dataset.read("markers/old.json")]
            let folder = try Folder()
            _ = try Tool.run(
                ["calibrate", "--vector", "0,0,1.5", "--out", "some.json", "old.json"], files: files,
                in: folder)
            files["some.json"] = try folder.read("some.json")
            files["bad.json"] = (files["some.json"] ?? "").replacing(
                "\"Door\", \"p1\": [", with: "\"Door\", \"p1\": [0, ")
            files["space.json"] =
                #"{"id": "s", "key": "hall", "name": "Hall", "calibration_vector": [0, 0, 1.5]}"#
            return [
                ["--vector", "0,0,1.5", "old.json"], ["--space", "space.json", "some.json"],
                ["--vector", "0,0,9", "--out", "x.json", "bad.json"],
            ].map {
                SampleRun(document: "calibrate", arguments: ["calibrate", "--json"] + $0, files: files)
            }
        }
    }

    private static var applications: [SampleRun] {
        get throws {
            var files = [
                "old.json": try Dataset.read("markers/old.json"),
                "new.json": try Dataset.read("markers/new.json"),
            ]
            let fit = [
                "fit", "--json", "--join", "label", "--robust", "--target", "raw", "old.json", "new.json",
            ]
            files["fit.json"] = try Tool.run(fit, files: files).output
            files["bad.json"] = (files["old.json"] ?? "").replacing(
                "\"Door\", \"p1\": [", with: "\"Door\", \"p1\": [0, ")
            for (name, text) in BentCorridor(12).files { files["bent-\(name)"] = text }
            let bent = [
                "fit", "--json", "--join", "label", "--straighten", "time", "bent-old.json", "bent-new.json",
            ]
            files["bent.json"] = try Tool.run(bent, files: files).output
            let pairs = [
                ("fit.json", "old.json"), ("fit.json", "bad.json"), ("bent.json", "bent-points.json"),
            ]
            return pairs.map { fit, markers in
                SampleRun(
                    document: "apply",
                    arguments: ["apply", "--mode", "raw", "--json", "--out", "moved.json", fit, markers],
                    files: files)
            }
        }
    }

    private static var plans: [SampleRun] {
        get throws {
            let scene = FitScene(seed: 1, noise: 0.002)
            var files = ["old.json": scene.old, "new.json": scene.new]
            files["fit.json"] =
                try Tool.run(
                    ["fit", "--json", "--join", "label", "--target", "raw", "old.json", "new.json"],
                    files: files
                ).output
            let bowTie = PlanFiles.square.reordered(SIMD4(0, 2, 1, 3))
            let crossed = PlanFiles.marker(
                1, "crossed", bowTie, more: ", \"details\": {\"marker_id\": 1}")
            // It is where the shift of the pairs leads.
            var data = JSONWriter()
            CalibratedData(bowTie.map { $0 + SIMD3(1, 2, 3) }).write(to: &data)
            files["there.json"] = PlanFiles.marker(
                3, "there", bowTie,
                more: ", \"calibrated_data\": " + String(decoding: data.bytes, as: UTF8.self))
            let unnumbered = PlanFiles.marker(2, "unnumbered", PlanFiles.square.map { $0 + SIMD3(3, 0, 0) })
                .replacing(", \"version\": 3", with: "")
            // It is where a marker that moves comes to be.
            let stays = FitScene.marker(
                FitScene.newID(77), FitScene.newSession, "stranger", scene.targets[3])
            files["markers.json"] =
                scene.old.dropLast(2) + ",\n" + [crossed, unnumbered, stays, "7]\n"].joined(separator: ",\n")
            files["shift.csv"] = PairFiles.file(
                "a,0,0,0,1,2,3", "b,4,0,0,5,2,3", "c,0,4,0,1,6,3", "d,0,0,4,1,2,7")
            files["shift.json"] =
                try Tool.run(["fit", "--json", "--model", "translation", "shift.csv"], files: files).output
            files["space.json"] =
                #"{"id": "s", "key": "hall", "name": "Hall", "calibration_vector": [0, 0, 1.5]}"#
            files["sessions.json"] =
                #"[{"id": "\#(PlanFiles.session)", "space_id": "hall", "session_type": "inspection", "#
                + #""status": "done", "created_at": "2026-05-01T10:00:00Z"}]"#
            let chosen = ["--sessions", PlanFiles.session], fit = ["--fit", "fit.json"]
            let shift = ["--fit", "shift.json", "--target", "calibrated"]
            let options = [
                ["raw", "--space", "space.json", "markers.json"] + fit + chosen,
                ["calibrated", "markers.json", "--strict"] + fit + chosen,
                [
                    "raw", "--before", "2026-05-02T00:00:00Z", "--sessions-file", "sessions.json",
                    "markers.json",
                ] + fit,
                ["calibrated", "there.json"] + shift + chosen,
                ["vector", "--space", "space.json", "--sign", "added", "old.json"] + shift + chosen,
                [
                    "raw", "--join", "label", "--straighten", "time", "--sessions",
                    BentCorridor.oldSession.wireText, "--markers", "bent-points.json", "bent-old.json",
                    "bent-new.json",
                ],
            ]
            var bent = BentCorridor(12, others: 2)
            bent.others[1].createdAt = BentCorridor.date(86_400)
            for (name, text) in bent.files { files["bent-\(name)"] = text }
            return options.map {
                SampleRun(
                    document: "plan", arguments: ["recalibrate", "--dry-run", "--json", "--mode"] + $0,
                    files: files)
            }
        }
    }

    private static var raycasts: [SampleRun] {
        let files = [
            "a.json": Wire.list(Wire.marker(Rows.square, 0, "a"), Wire.marker(Rows.bowTie, 2)),
            "room.csv": Rows.file(Rows.square, Rows.notANumber),
            "rays.csv": "id,ox,oy,oz,dx,dy,dz\nin,0.5,0.4,9,0,0,-2\nout,0.5,0.4,9,0,0,2\n",
        ]
        let options = [
            ["--rays", "rays.csv", "--all", "a.json", "room.csv"],
            ["--origin", "0.5,0.4,9", "--direction", "0,0,-1", "--to-m", "20", "--face", "back", "room.csv"],
        ]
        return options.map {
            SampleRun(document: "raycast", arguments: ["raycast", "--json"] + $0, files: files)
        }
    }

    /// Views of markers before, beside and behind a camera, with and without an id and a picture.
    private static var views: [SampleRun] {
        let camera = #"{"fx":50,"fy":50,"cx":16,"cy":12,"width":32,"height":24},"boxes":[],"mirrored":false"#
        let pose = #""worldFromCamera":[1,0,0,0,0,1,0,0,0,0,1,0,0.5,0.5,3,1]"#
        let files = [
            "a.json": Wire.list(Wire.marker(Rows.square, 0, "a"), Wire.marker(Rows.bowTie, 2)),
            "room.csv": Rows.file(Rows.square, Rows.square, "0,0,9,1,0,-9,1,0,-9,0,0,-9"),
            "camera.json": "{\"intrinsics\":\(camera),\(pose)}\n{\"requestId\":\"two\"}\n",
        ]
        let options = [
            ["--frame", "1", "a.json", "room.csv"],
            ["--frame", "two", "--face", "back", "--picture", "a.png", "room.csv"],
        ]
        return options.map {
            SampleRun(
                document: "view", arguments: ["raycast", "--json", "--camera", "camera.json"] + $0,
                files: files)
        }
    }

    private static let bench = SampleRun(document: "bench", arguments: ["bench", "--json"], files: [:])

    private static let doctor = SampleRun(
        document: "doctor", arguments: ["doctor", "--json"], files: [:])

    /// Made-up poses, with noise that is estimated and stated, some of them less than there is.
    private static var handEyes: [SampleRun] {
        let files = [
            "camera.json": #"{"camera": {"turnDegrees": 0.01, "shiftMillimetres": 0.1}}"#,
            "both.json":
                #"{"camera": {"turnDegrees": 0.1, "shiftMillimetres": 1}, "hand": {"turnDegrees": 0.01, "shiftMillimetres": 0.1}}"#,
        ]
        let options = [[], ["--noise", "camera.json"], ["--noise", "both.json", "--robust", "--world"]]
        return options.map {
            SampleRun(document: "handeye", arguments: ["handeye", "--demo", "--json"] + $0, files: files)
        }
    }

    /// Messages carried by a graph, and by both rules of a handshake.
    private static var rebases: [SampleRun] {
        get throws {
            let names = ["session.ndjson", "tp.json", "tl.json"]
            var files = ["room.g2o": try Dataset.read("sessions/room.g2o")]
            for name in names { files[name] = try Dataset.read("messages/\(name)") }
            let ways = [
                ["--graph", "room.g2o", "--from", "2", "--to", "5"], ["--handshake", "tp.json", "tl.json"],
                ["--handshake", "--method", "offset", "tp.json", "tl.json"],
            ]
            return ways.map {
                SampleRun(
                    document: "rebase",
                    arguments: ["rebase", "--json", "--out", "moved.out"] + $0 + ["session.ndjson"],
                    files: files)
            }
        }
    }

    /// Made-up scans with all kinds of mistakes, and sessions that share no marker.
    private static var fusions: [SampleRun] {
        get throws {
            let files = [
                "old.json": try Dataset.read("markers/old.json"),
                "new.json": try Dataset.read("markers/new.json"),
            ]
            let options = [
                ["--demo", "--tolerance-mm", "1", "--out", "fused.json", "--graph", "fused.g2o"],
                ["--join", "label", "--target", "raw", "old.json", "new.json", "--noise-mm", "2"],
            ]
            return options.map {
                SampleRun(document: "fuse", arguments: ["fuse", "--json"] + $0, files: files)
            }
        }
    }

    /// A made-up phone, and replies in files, some of them wrong, by a line that nobody stated, in an image that is another.
    private static var senses: [SampleRun] {
        get throws {
            let replies = try Dataset.read("sensor/replies.ndjson")
            let poses = try Dataset.read("sensor/poses.ndjson")
            let files = [
                "replies.ndjson": replies, "poses.ndjson": poses,
                "hostile.ndjson": try Dataset.read("sensor/hostile.ndjson"),
                "many.ndjson": replies + replies,
                "other.ndjson": (poses + poses).replacing("420", with: "840"),
            ]
            let of = ["--camera", "poses.ndjson", "--detections"]
            let options = [
                ["--demo", "--frames", "20", "--set", "targetFPS=20"],
                of + ["hostile.ndjson", "--distance", "axis", "--min-stands", "3"],
                of + ["replies.ndjson", "--distance", "infer"],
                ["--camera", "other.ndjson", "--detections", "many.ndjson", "--distance", "axis"],
                of + [
                    "replies.ndjson", "--distance", "axis", "--origin", "identity", "--yes", "--api",
                    "http://127.0.0.1:1", "--session", "5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13", "--store",
                    "new.quadstore",
                ],
            ]
            return options.map {
                SampleRun(document: "sense", arguments: ["sense", "--json"] + $0, files: files)
            }
        }
    }

    /// A made-up server, of whose edits one is parked; and a store that nobody can send.
    private static var syncs: [SampleRun] {
        let unreached = ["--store", "new.quadstore", "--api", "http://127.0.0.1:1", "--space", "hall"]
        return [["--demo", "--seed", "3"], unreached].map {
            SampleRun(document: "sync", arguments: ["sync", "--json"] + $0, files: [:])
        }
    }

    private static var errors: [SampleRun] {
        get throws {
            var files = try PairFiles.dataset(
                "line.csv", "mirrored.csv", "millimetres.csv", "wrong-corner.csv")
            files["bad.csv"] = Rows.square + "\n\"a,1\n"
            files["two.csv"] = PairFiles.file("a,0,0,0,1,2,3", "b,0,0,0,1,2,3", "c,0,0,0,1,2,3")
            files["one.csv"] = PairFiles.file("a,0,0,0,1,2,3")
            files["alike.csv"] = PairFiles.twoMotions(40, 39)
            files["nan.csv"] = PairFiles.file("a,0,0,0,1,2,3", "b,1e300,0,0,1,2,3", "c,0,0,0,1,2,3")
            files["weight.csv"] =
                PairFiles.header + ",w\na,0,0,0,1,2,3,-1\n" + "b,1,0,0,2,2,3,1\nc,0,0,1,1,2,4,1\n"
            let arguments = [
                ["check", "--json", "bad.csv"], ["check", "--ndjson", "none.csv"], ["fit", "--json"],
                ["fit", "--json", "line.csv", "--model", "rigid"],
                ["fit", "--json", "two.csv", "--model", "rigid"],
                ["fit", "--json", "one.csv", "--model", "rigid"],
                ["fit", "--json", "nan.csv"], ["fit", "--json", "weight.csv"],
                ["fit", "--json", "--robust", "mirrored.csv"],
                ["fit", "--json", "--robust", "millimetres.csv"],
                ["fit", "--json", "--robust", "--bound-mm", "5", "alike.csv"],
                ["fit", "--json", "--robust", "--bound-mm", "5", "--choose", "3", "alike.csv"],
            ]
            return arguments.map { SampleRun(document: "error", arguments: $0, files: files) }
        }
    }
}
