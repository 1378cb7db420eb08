import Foundation
import Markers
import MarkersSandbox
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

/// Each test is a situation of somebody whose scan bends.
@Suite("quadcal recalibrate --straighten")
struct RecalibrateStraightTests {
    private static let session = BentCorridor.oldSession.wireText
    private static let fit = ["--join", "label", "--target", "raw", "--straighten", "time"]
    private static let files = [
        "recalibrate", "--dry-run", "--mode", "raw", "--sessions", session, "--markers", "all.json",
    ]

    /// Files of a corridor, with all markers of the old scan in one.
    private static func folder(_ scene: BentCorridor = BentCorridor()) throws -> Folder {
        let folder = try Folder()
        for (name, text) in scene.files { try folder.write(text, to: name) }
        let all = [scene.files["old.json"], scene.files["points.json"]].map {
            String(($0 ?? "").dropFirst().dropLast(2))
        }
        try folder.write("[" + all.joined(separator: ",") + "]", to: "all.json")
        return folder
    }

    static func served(_ scene: BentCorridor = BentCorridor()) throws -> (SandboxServer, [String]) {
        var files = SandboxImport(date: BentCorridor.date(0))
        for file in scene.contents { try files.add(Array(file.utf8)) }
        let server = try SandboxServer(SandboxOptions(seed: 1, contents: files.records))
        return (
            server,
            [
                "recalibrate", "--api", server.address, "--space", "k", "--mode", "raw", "--sessions",
                session, "--onto", BentCorridor.newSession.wireText,
            ] + fit
        )
    }

    @Test(
        "plans from files, fitted here and by the saved fit alike, with the shift and the bound of each marker"
    )
    func plan() throws {
        let folder = try Self.folder(), scene = BentCorridor()
        let save = try Tool.run(
            ["fit", "--save", "fit.json", "--join", "label", "--straighten", "time", "old.json", "new.json"],
            in: folder)
        #expect(save.exit == 0, "\(save)")
        let (plan, exit) = try PlanFiles.document(
            Self.files + Self.fit + ["old.json", "new.json"], in: folder)
        let (same, _) = try PlanFiles.document(Self.files + ["--fit", "fit.json"], in: folder)
        #expect(exit == 0 && plan["digest"] as? String == same["digest"] as? String)
        #expect((plan["request"] as? [String: Any])?["straightening"] as? String == "time")
        let updates = try #require(plan["updates"] as? [[String: Any]])
        #expect(updates.count == 36)
        // What quadcal fit predicts of the same markers.
        let (report, _) = try PairFiles.report(
            ["--join", "label", "--straighten", "time", "--at", "points.json", "old.json", "new.json"],
            files: scene.files)
        for point in try #require(report["points"] as? [[String: Any]]) {
            let update = try #require(updates.first { $0["label"] as? String == point["id"] as? String })
            let shifts = try [update, point].map { try #require($0["shift"] as? [Double]) }
            for axis in 0..<3 { #expect((shifts[0][axis] - shifts[1][axis]).magnitude < 1e-9) }
            let bounds = try [update, point].map { try #require($0["error95"] as? Double) }
            #expect((bounds[0] - bounds[1]).magnitude < 1e-9)
        }
        let text = try Tool.run(Self.files + ["--fit", "fit.json"], in: folder)
        #expect(
            text.output.contains(
                "shifts  straightened by time: each marker has its own on top of the motion, from "))
        let one = try Tool.run(Self.files + ["--fit", "fit.json", "--explain", "Q24"], in: folder)
        #expect(one.exit == 0 && one.output.contains(" on top of the motion"), "\(one)")
        let page = try Tool.run(
            Self.files + ["--fit", "fit.json", "--report", "plan.html"], in: folder)
        #expect(page.exit == 0)
        #expect(try folder.read("plan.html").contains("straightened by time"))
    }

    @Test("a marker without a time is named and stays, one of the day after is named and fades")
    func times() throws {
        var scene = BentCorridor()
        scene.others[3].createdAt = nil
        scene.others[5].createdAt = BentCorridor.date(86_400)
        let folder = try Self.folder(scene)
        let run = try Tool.run(Self.files + Self.fit + ["old.json", "new.json"], in: folder)
        #expect(run.exit == 1 && run.output.contains("refused: NO_TIME, so its shift is not known"), "\(run)")
        let late = scene.others[5].label ?? ""
        #expect(
            run.output.contains("BEYOND_MARKERS 1 marker is beyond the markers of the fit")
                && run.output.contains("by session: \(late)."), "\(run.output)")
        scene.pins[4].createdAt = nil
        let missing = try Tool.run(
            Self.files + Self.fit + ["old.json", "new.json"], in: try Self.folder(scene))
        #expect(missing.exit == 4 && missing.advice.contains("\"P4\" (line 6) has no time"), "\(missing)")
    }

    @Test("a scan that does not bend moves by one motion, and a vector takes no shifts")
    func none() throws {
        let folder = try Self.folder(BentCorridor(size: 0))
        let auto = try Tool.run(
            Self.files + [
                "--join", "label", "--target", "raw", "--straighten", "auto", "old.json", "new.json",
            ],
            in: folder)
        #expect(auto.exit == 0 && !auto.output.contains("straightened"), "\(auto)")
        try folder.write(#"{"id":"s","key":"k","name":"n"}"#, to: "space.json")
        let vector = [
            "recalibrate", "--dry-run", "--mode", "vector", "--space", "space.json", "--sessions",
            Self.session,
        ]
        let asked = try Tool.run(vector + Self.fit + ["old.json", "new.json"], in: folder)
        #expect(asked.exit == 2 && asked.advice.contains("which shifts all markers alike"), "\(asked)")
        let fit = try Self.folder()
        _ = try Tool.run(
            ["fit", "--save", "fit.json", "--join", "label", "--straighten", "time", "old.json", "new.json"],
            in: fit)
        try fit.write(#"{"id":"s","key":"k","name":"n"}"#, to: "space.json")
        let saved = try Tool.run(vector + ["--fit", "fit.json", "--markers", "all.json"], in: fit)
        #expect(saved.exit == 4 && saved.advice.contains("STRAIGHTENED"), "\(saved)")
        #expect(saved.advice.contains("rewrite corners or calibrated data instead"), "\(saved)")
    }

    @Test("moves the markers of a server, verifies, reports and undoes, and moves none twice")
    func server() throws {
        let (server, options) = try Self.served()
        defer { server.stop() }
        let folder = try Folder()
        let run = try Tool.run(
            options + ["--job", "t.job", "--yes", "--tolerance-mm", "200", "--report", "page.html"],
            in: folder)
        #expect(run.exit == 0, "\(run)")
        #expect(
            run.output.contains("shifts    each marker by its own, straightened by time"), "\(run.output)")
        let page = try folder.read("page.html")
        #expect(page.contains("<section id=\"straightening\">") && page.contains("36"))
        for action in ["--status", "--verify"] {
            let (document, exit) = try PlanFiles.document(
                ["recalibrate", action, "--job", "t.job", "--api", server.address], in: folder)
            #expect(exit == 0 && document["straightening"] as? String == "time", "\(document)")
        }
        let again = try Tool.run(options + ["--yes"], in: folder)
        #expect(again.exit == 1 && again.advice.contains("already done by t.job"), "\(again)")
        let undo = try Tool.run(["recalibrate", "--undo", "--job", "t.job", "--yes"], in: folder)
        #expect(undo.exit == 0 && undo.output.contains("36 of 36 markers put back"), "\(undo)")
        let strict = try Tool.run(options + ["--yes", "--tolerance-mm", "1"], in: folder)
        #expect(strict.exit == 1 && strict.output.contains("TOLERANCE_EXCEEDED"), "\(strict)")
    }
}
