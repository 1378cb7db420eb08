import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("What the tool says of a job")
struct JobWordsTests {
    @Test("that was undone: resuming it does nothing, and why")
    func resumeAfterUndo() async throws {
        let scene = try await OnlineScene()
        #expect(try scene.run(scene.options() + ["--yes", "--quiet"]).exit == 0)
        #expect(try scene.job("--undo", "--yes", "--quiet").exit == 0)
        let effects = scene.server.effects.count
        let run = try scene.job("--resume", "--yes")
        #expect(
            run.exit == 2 && run.advice.contains("JOB_UNDONE") && !run.output.contains("PENDING"), "\(run)")
        #expect(scene.server.effects.count == effects)
        let again = try scene.run(scene.options().map { $0 == "hall.job" ? "again.job" : $0 } + ["--yes"])
        #expect(again.exit == 0 && again.output.contains("9 of 9 markers moved"), "\(again)")
    }

    @Test("whose details the server could not recalculate: that they are due, until they are not")
    func details() async throws {
        let scene = try await OnlineScene()
        scene.server.meet([try #require(Fault("500:1:before:calculateSessionDetails"))])
        let run = try scene.run(scene.options() + ["--yes"])
        #expect(run.exit == 0 && run.output.contains("WARN  hall"), "\(run)")
        #expect(run.output.contains("DETAILS_DUE"), "\(run)")
        scene.server.meet([])
        let verified = try scene.job("--verify")
        #expect(verified.exit == 0 && verified.output.contains("DETAILS_DUE"), "\(verified)")
        #expect(verified.output.contains("--resume"), "\(verified)")
        let resumed = try scene.job("--resume", "--yes")
        #expect(resumed.exit == 0 && !resumed.output.contains("DETAILS_DUE"), "\(resumed)")
        #expect(scene.server.effects.contains { $0.action == .details })
        #expect(try scene.job("--verify").output.hasPrefix("PASS"))
    }

    @Test("of a vector where the server keeps the calibrated data of the old one: that nobody changed it")
    func staleVector() async throws {
        let scene = try await OnlineScene(SandboxOptions(seed: 1, variants: [.staleVector]))
        _ = await scene.api.updateSpace(scene.space, try RequestBody.calibrating(by: SIMD3(0, 0, 1)))
        for marker in try await scene.markers { try await scene.edit(marker) }
        #expect(try await scene.markers.allSatisfy { try $0.calibratedData != nil })
        let pairs = PairFiles.file("a,0,0,0,1,2,4", "b,4,0,0,5,2,4", "c,0,4,0,1,6,4", "d,0,0,4,1,2,8")
        try scene.folder.write(pairs, to: "shift.csv")
        let run = try scene.run([
            "recalibrate", "--api", scene.server.address, "--space", "hall", "--mode", "vector", "--sessions",
            "all", "--sign", "added", "--model", "translation", "--target", "calibrated", "--yes", "--job",
            "hall.job",
            "shift.csv",
        ])
        #expect(run.exit == 1, "\(run)")
        let said = run.output + run.advice
        #expect(
            said.contains("18 CALIBRATED_DATA_STALE") && !said.contains("CALIBRATED_DATA_CHANGED"), "\(run)")
        #expect(said.contains("The server does not recompute calibrated data"), "\(run)")
    }

    @Test("on lists of a round length: one warning, and none where the list of all markers is longer")
    func roundLists() async throws {
        let scene = try await OnlineScene(SandboxOptions(seed: 1, variants: [.cutLists]), more: 91)
        let third = try await scene.api.createWorkSession(
            RequestBody.Session(in: scene.space, type: "inspection").json
        ).id
        let copies = try await scene.markers.map { marker in
            var copy = RequestBody.MarkerCreation(
                workSessionID: third, quad: try marker.quad.moved(by: SIMD3(0, 50, 0)))
            copy.label = "other \(marker.label ?? "")"
            return copy
        }
        _ = try await MarkerCreation(scene.api).create(
            copies, keys: copies.indices.map { "copy \($0)" }, in: third)
        let options =
            scene.options().map { $0 == "all" ? scene.old.wireText : $0 } + [
                // Made after the rescan, so that only a person knows that it is not a copy of what was moved.
                "--sessions", third.wireText, "--not-moved-yet", third.wireText,
            ]
        let run = try scene.run(options + ["--yes"])
        #expect(run.exit == 0, "\(run)")
        let warnings = run.output.components(separatedBy: "WARNING LIST_LOOKS_CUT_OFF").count - 1
        #expect(warnings == 1, "one of the run, besides that of the plan: \(run.output)")
        #expect(
            run.output.contains("\(scene.old.wireText), \(third.wireText)")
                || run.output.contains("\(third.wireText), \(scene.old.wireText)"))
        let whole = try await OnlineScene(more: 91)
        let other = try whole.run(whole.options() + ["--yes"])
        #expect(other.exit == 0 && !other.output.contains("LIST_LOOKS_CUT_OFF"), "\(other)")
    }

    @Test("of members that the server computes again: nothing, unless its profile says that it does not")
    func staleMembers() async throws {
        let scene = try await OnlineScene()
        _ = await scene.api.updateSpace(scene.space, try RequestBody.calibrating(by: SIMD3(0, 0, 1)))
        _ = try await scene.api.calculateDetails(ofSession: scene.old)
        #expect(try await scene.markers.allSatisfy { $0[.details] != nil && $0[.calibratedData] != nil })
        let plan = scene.options() + ["--dry-run"]
        let run = try scene.run(plan)
        #expect(run.exit == 0 && !run.output.contains("STALE_MEMBERS"), "\(run)")
        try scene.folder.write(
            #"{"server":"\#(scene.server.address)/api/v1","renewsCalibrated":false}"#, to: "host.json")
        let kept = try scene.run(plan + ["--server-profile", "host.json"])
        #expect(kept.output.contains("after the move: 9 calibrated_data. Do not rely on them."), "\(kept)")
        // Somebody's own property stays as it was.
        let first = try await scene.markers[0]
        var update = RequestBody.MarkerUpdate(version: first.version ?? 0)
        update.customProperties = try JSONValue(#"{"worldPosition":{"x":1}}"#)
        _ = await scene.api.updateMarker(first.id, try update.json())
        let own = try scene.run(plan)
        #expect(
            own.output.contains("after the move: 1 custom_props/worldPosition. Do not rely on them."),
            "\(own)")
    }

    @Test("of a server that fails: which request, and a page by its title")
    func failures() async throws {
        for (status, text, words) in [
            (
                "502 Bad Gateway",
                "<!DOCTYPE html><title>502 Bad Gateway</title>\(String(repeating: "<p>", count: 999))",
                "it answers 502 to GET /spaces?include_inactive=true (an HTML page titled \"502 Bad Gateway\"); "
            ),
            (
                "403 Forbidden", #"{"message":"no entry"}"#,
                "it answers 403 to GET /spaces?include_inactive=true (\"no entry\"); "
            ),
            (
                "200 OK", "<html><head><title>Log in</title>",
                "HTML_PAGE, its answer to GET /spaces?include_inactive=true is an HTML page titled \"Log in\", expected JSON"
            ),
            ("200 OK", "[7", "its answer to GET /spaces?include_inactive=true does not follow the API"),
        ] {
            let server = try RawServer { _ in
                "HTTP/1.1 \(status)\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
            }
            let run = try Tool.run(["probe", "--api", "http://127.0.0.1:\(server.port)"])
            #expect(run.exit == 5 && run.advice.contains(words), "\(run.advice)")
            #expect(!run.advice.contains("<"))
        }
        let gone = try Tool.run(["probe", "--api", "http://127.0.0.1:1"])
        #expect(
            gone.exit == 5 && gone.advice.contains("UNREACHABLE at GET /spaces?include_inactive=true, "),
            "\(gone)")
    }
}
