import Foundation
import TestSupport
import Testing

@testable import JobReports
@testable import QuadcalTool
@testable import ToolTerminal

@Suite("Wrong use of quadcal recalibrate")
struct RecalibrateUsageTests {
    /// The files in every run's folder.
    private static let files = Result {
        let (folder, scene) = try PlanFiles.scene()
        var files = [
            "broken.json": "[{\"id\":07}]", "pairs.csv": scene.pairs(["a", "b", "c"]),
            "space.json": #"{"id": "s", "key": "h", "name": "H", "calibration_vector": [1, 2]}"#,
        ]
        for name in ["old.json", "new.json", "fit.json"] { files[name] = try folder.read(name) }
        return files
    }

    @Test("says what is missing or wrong", arguments: wrongPlans)
    func wrong(_ arguments: [String], _ exit: Int32, _ message: String) throws {
        let run = try Tool.run(["recalibrate"] + arguments, files: Self.files.get())
        // The network's own error texts are not ours.
        let isWhole = exit != 5
        #expect(run.output == "" && run.exit == exit, "\(run)")
        #expect(isWhole ? run.advice == "quadcal: \(message)\n" : run.advice.hasPrefix("quadcal: \(message)"))
    }

    @Test("sessions are told by their dates where those are known, and only there")
    func dates() throws {
        let (folder, _) = try PlanFiles.scene()
        let sessions = [
            (FitScene.oldSession, "2026-05-01T10:00:00Z"), (FitScene.newSession, "2026-06-01T10:00:00Z"),
        ]
        .map {
            #"{"id": "\#($0.0)", "space_id": "hall", "session_type": "inspection", "status": "active", "#
                + #""created_at": "\#($0.1)"}"#
        }
        try folder.write("[" + sessions.joined(separator: ",") + "]", to: "sessions.json")
        let options = [
            "recalibrate", "--dry-run", "--mode", "raw", "--fit", "fit.json", "--sessions-file",
            "sessions.json", "old.json",
        ]
        for (choice, updates) in [
            (["--sessions", "all"], 9), (["--before", "2026-05-02T00:00:00Z"], 9),
            (["--before", "2026-05-02"], 9), (["--before", "2026-05-01"], 0),
            (["--before", "2026-05-01T10:00:00+02:00"], 0),
        ] {
            let (plan, exit) = try PlanFiles.document(options + choice, in: folder)
            #expect(
                exit == (updates > 0 ? 0 : 1) && (plan["totals"] as? [String: Int])?["updates"] == updates,
                "\(choice)")
        }
    }

    @Test("options have names of their own and one line of help")
    func table() {
        let options = RecalibrateOptions.groups.flatMap(\.help.options)
        #expect(Set(options.map(\.flag)).count == options.count)
        for option in options {
            #expect(option.flag.wholeMatch(of: /--[a-z]+(-[a-z]+)*/) != nil)
            #expect(!option.help.hasSuffix(".") && !option.help.contains("\n") && option.help.count < 90)
        }
    }
}

private let online = ["--api", "http://127.0.0.1:1", "--dry-run", "--mode", "raw"]
private let base = ["--dry-run", "--mode", "raw", "--fit", "fit.json"]

private let wrongPlans: [(arguments: [String], exit: Int32, message: String)] = [
    (
        ["--mode", "raw", "--fit", "fit.json", "--sessions", "all", "old.json"], 2,
        "--api URL --space KEY, or --dry-run is needed: with a server a plan is carried out, with files it is only shown"
    ),
    (
        online + ["--fit", "fit.json", "--sessions", "all"], 2,
        "--space KEY is needed: it selects a space of the server, by its key or id"
    ),
    (
        online + ["--space", "hall", "--sessions", "all"], 2,
        """
        2 more options are needed:
          --onto ID, --fit FIT.json, --anchors runs, or files of pairs: without any of them nothing says how markers move
          --join label, anchor or geometry, or --join-map FILE: it says what the markers of the new scan and the old ones have in common
        """
    ),
    (
        online + ["--space", "hall", "--sessions", "all", "--onto", PlanFiles.session], 2,
        "--join label, anchor or geometry, or --join-map FILE is needed: it says what the markers of "
            + "\(PlanFiles.session) and the old ones have in common"
    ),
    (
        online + ["--space", "hall", "--markers", "old.json", "--sessions", "all", "--fit", "fit.json"], 2,
        "--markers old.json and --api, where they are the server's, contradict each other; give one of them"
    ),
    (
        online + ["--space", "hall", "--sessions", "all", "--fit", "fit.json"], 5,
        "http://127.0.0.1:1/api/v1: UNREACHABLE at GET /spaces?key=hall&include_inactive=true, "
    ),
    (["--undo"], 2, "--job FILE is needed: --undo needs an existing job"),
    (
        ["--undo", "--job", "a.job", "--mode", "raw"], 2,
        "--undo and --mode raw contradict each other; give one of them"
    ),
    (
        ["--undo", "--job", "a.job"], 2,
        "--yes is needed: standard input is not a terminal, so nobody can confirm"
    ),
    (["--status", "--resume"], 2, "--status and --resume contradict each other; give one of them"),
    (["--rate", "0"], 2, "--rate cannot be \"0\"; it takes a number of requests a second above 0"),
    (
        ["--dry-run", "--fit", "fit.json", "--sessions", PlanFiles.session, "old.json"], 2,
        "--mode raw, --mode calibrated or --mode vector is needed: it says what is rewritten, and where"
    ),
    (
        base + ["old.json"], 2,
        "--sessions ID, --sessions all or --before DATE is needed: it says which sessions are in the old frame; the others "
            + "do not move"
    ),
    (
        base + ["--sessions", "all", "old.json"], 2,
        "--sessions-file FILE, or --sessions ID is needed: sessions created after the new one may be in either "
            + "frame, and without dates it is not known which"
    ),
    (
        base + ["--before", "2026-07-01T00:00:00Z", "old.json"], 2,
        "--sessions-file FILE is needed: without it the creation dates of sessions are not known"
    ),
    (
        base + ["--before", "yesterday", "old.json"], 2,
        "--before cannot be \"yesterday\"; it takes a date with or without its time, as in 2026-07-01T00:00:00Z"
    ),
    (
        base + ["--sessions", "7", "old.json"], 2,
        "--sessions cannot be \"7\"; it takes all, or a session's id or at least its first 4 digits"
    ),
    (
        base + ["--sessions", PlanFiles.session], 2,
        "--markers FILE is needed: a fit says how markers move, but not which markers exist"
    ),
    (
        base + ["--join", "label", "--sessions", PlanFiles.session, "old.json"], 2,
        "--fit and --join label contradict each other; give one of them"
    ),
    (
        base + ["--target", "calibrated", "--sessions", PlanFiles.session, "old.json"], 2,
        "--target calibrated and fit.json, whose targets are raw, contradict each other; give one of them"
    ),
    (
        ["--dry-run", "--mode", "raw", "--sessions", PlanFiles.session, "pairs.csv"], 2,
        "--markers FILE is needed: pairs say how markers move, but not which markers exist"
    ),
    (
        [
            "--dry-run", "--mode", "raw", "--sessions", PlanFiles.session, "--markers", "old.json",
            "pairs.csv",
        ], 2,
        "--target raw or --target calibrated is needed: the fit does not say which corners its new points are"
    ),
    (
        ["--dry-run", "--mode", "vector", "--fit", "fit.json", "--sessions", PlanFiles.session, "old.json"],
        2,
        "--space SPACE.json is needed: the new vector is computed from the current one"
    ),
    (
        base + ["--sessions", PlanFiles.session, "--plan-out", "-", "old.json"], 2,
        "--plan-out cannot be \"-\", because the report goes there; name a file"
    ),
    (
        base + ["--sessions", PlanFiles.session, "--explain", "m1", "--explain", "m2", "old.json"], 2,
        "--explain m1 and --explain m2 contradict each other; give one of them"
    ),
    (
        base + ["--sessions", PlanFiles.session, "broken.json"], 3,
        "broken.json:1: column 9 at /0/id: BAD_NUMBER, found \"7\", expected a number as JSON writes it"
    ),
    (
        base + ["--sessions", PlanFiles.session, "--space", "space.json", "old.json"], 3,
        "space.json:1: column 60 at /calibration_vector: BAD_VECTOR, found an array, expected an array of "
            + "three finite numbers, or of none"
    ),
    (
        ["--dry-run", "--mode", "raw", "--fit", "new.json", "--sessions", PlanFiles.session, "old.json"], 3,
        "new.json:1: column 1: WRONG_TYPE, found an array, expected an object; name a file that "
            + "quadcal fit --save wrote"
    ),
]
