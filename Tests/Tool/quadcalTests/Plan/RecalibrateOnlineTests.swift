import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal recalibrate on a server")
struct RecalibrateOnlineTests {
    @Test(
        "moves each marker once, finds it so, and puts all back as it was", arguments: ["raw", "calibrated"])
    func there(mode: String) async throws {
        let scene = try await OnlineScene(more: 20)
        let before = try await scene.markers
        let plan = try scene.run(scene.options(mode) + ["--dry-run"])
        #expect(plan.exit == 0 && scene.writes.isEmpty, "\(plan)")
        let run = try scene.run(scene.options(mode) + ["--yes"])
        #expect(run.exit == 0, "\(run)")
        #expect(run.output.hasPrefix(plan.output), "the plan is shown first, as the dry run shows it")
        #expect(run.output.contains("29 of 29 markers moved"))
        #expect(run.output.contains("quadcal recalibrate --undo --job hall.job"))
        #expect(scene.writes.count == 29 && scene.writes.values.allSatisfy { $0 == 1 })
        #expect(try await scene.api.isLocked(scene.old, .workSessions) == false)
        #expect(try await scene.api.presence(in: scene.old) == [])

        let status = try scene.job("--status")
        #expect(status.exit == 0 && status.output.contains("29 done"), "\(status)")
        #expect(try scene.job("--verify").exit == 0)
        let resumed = try scene.job("--resume", "--yes")
        #expect(resumed.exit == 0, "\(resumed)")
        #expect(scene.writes.values.allSatisfy { $0 == 1 })

        let undone = try scene.job("--undo", "--yes")
        #expect(undone.exit == 0 && undone.output.contains("29 of 29 markers put back"), "\(undone)")
        #expect(try scene.job("--status", "--report", "hall.html").exit == 0)
        #expect(try scene.folder.read("hall.html").contains("</html>"))
        #expect(try scene.job("--verify").exit == 0)
        for (old, new) in zip(before, try await scene.markers) {
            for field in [MarkerField.p1, .p2, .p3, .p4, .label, .meta, .customProperties, .calibratedData] {
                #expect(old[field] == new[field])
            }
        }
    }

    @Test("T14: lists in the document of a run the sessions that --sessions all left out")
    func leftOut() async throws {
        let scene = try await OnlineScene()
        let closed = try await scene.api.createWorkSession(CreateWorkSession(in: scene.space, state: .draft))
            .id
        _ = try await scene.api.createMarker(
            RequestBody.MarkerCreation(workSessionID: closed, quad: Quad.rectangle(1, 1)))
        try await scene.set("done", of: closed)
        let run = try scene.run(scene.options() + ["--yes", "--json"])
        let left = try #require(JSONValue(Array(run.output.utf8))["leftOut"]).elements
        let rows = left.map {
            [$0["id"]?.string, $0["reason"]?.string, $0["markers"]?.integer.map { "\($0)" }]
        }
        #expect(rows.contains([closed.wireText, "FINISHED", "1"]), "\(run.output)")
        #expect(rows.contains { $0.prefix(2) == [scene.new.wireText, "NEW_FRAME"] } && rows.count == 2)
        let later = try scene.job("--status", "--json")
        #expect(try JSONValue(Array(later.output.utf8))["leftOut"]?.elements.isEmpty == true)
    }

    @Test("shows in the page of a run what its plan found")
    func page() async throws {
        let scene = try await OnlineScene(more: 1)
        let landing = Quad.rectangle(0.5, 0.25).moved(by: SIMD3(0, 0, 20)).map {
            FitScene.turn * $0 + FitScene.shift
        }
        var marker = RequestBody.MarkerCreation(workSessionID: scene.new, quad: landing)
        marker.label = "in the way"
        _ = try await MarkerCreation(scene.api).create([marker], keys: ["in the way"], in: scene.new)
        let run = try scene.run(scene.options() + ["--yes", "--report", "run.html"])
        #expect(run.exit == 0 && run.output.contains("MEETS_UNMOVED"), "\(run)")
        let page = try scene.folder.read("run.html")
        #expect(page.contains("<title>WARN:") && page.contains("MEETS_UNMOVED"))
        // The job has kept them, for a page that is written later and for programs.
        let later = try scene.run(["report", "hall.job", "--out", "later.html"])
        let again = try scene.folder.read("later.html")
        #expect(later.exit == 0 && again == page, "\(later)")
        let status = try scene.job("--status", "--json")
        #expect(
            status.output.contains(#""code":"MEETS_UNMOVED","severity":"warning","sentence":""#), "\(status)")
    }

    @Test("moves nothing a second time")
    func second() async throws {
        let scene = try await OnlineScene()
        #expect(try scene.run(scene.options() + ["--yes"]).exit == 0)
        try FileManager.default.removeItem(at: scene.folder.url.appendingPathComponent("hall.job"))
        let again = try scene.run(scene.options() + ["--yes"])
        #expect(again.exit == 1 && again.advice.contains("ALREADY_APPLIED"), "\(again)")
        #expect(scene.writes.values.allSatisfy { $0 == 1 })
        #expect(try !scene.folder.names.contains("hall.job"))
    }

    @Test("never overwrites a job, and refuses one of another server or that was changed")
    func jobs() async throws {
        let scene = try await OnlineScene()
        #expect(try scene.run(scene.options() + ["--yes"]).exit == 0)
        #expect(try scene.job("--undo", "--yes").exit == 0)
        let job = scene.folder.url.appendingPathComponent("hall.job")
        let bytes = try Data(contentsOf: job)
        let again = try scene.run(scene.options() + ["--yes"])
        #expect(again.exit == 3 && again.advice.contains("never overwritten"), "\(again)")
        #expect(try Data(contentsOf: job) == bytes)

        let elsewhere = try scene.job("--undo", "--yes", "--api", "http://127.0.0.1:1/api/v1")
        #expect(elsewhere.exit == 2 && elsewhere.advice.contains("it is a job for \(scene.server.address)"))
        let place = try #require(bytes.firstRange(of: Data(#""created":"2"#.utf8)))
        var changed = bytes
        changed[place.upperBound - 1] = UInt8(ascii: "1")
        try changed.write(to: job)
        let refused = try scene.job("--undo", "--yes")
        #expect(refused.exit == 3 && refused.advice.contains("is not what was planned"), "\(refused)")
        try scene.folder.write("no job", to: "no.job")
        for arguments in [["--job", "no.job"], ["--job", "none.job"]] {
            #expect(try scene.run(["recalibrate", "--status"] + arguments).exit == 3)
        }
    }

    @Test("asks where a terminal is there to answer, and else needs --yes")
    func asks() async throws {
        let scene = try await OnlineScene()
        let nobody = try scene.run(scene.options())
        #expect(nobody.exit == 2 && nobody.advice.contains("--yes is needed"), "\(nobody)")
        for (answer, exit) in [("n\n", Int32(130)), ("\n", 130), ("y\n", 0)] {
            let terminal = try Terminal()
            let tool = try RunningTool(scene.options(), input: try terminal.inside, in: scene.folder)
            terminal.type(answer)
            let run = try tool.wait()
            #expect(run.exit == exit, "\(run)")
            #expect(
                run.advice.contains("Move 9 markers of hall on \(scene.server.address)/api/v1? [y/N] "),
                "\(run)")
            #expect(scene.writes.isEmpty == (exit != 0))
        }
    }

    @Test("stops where somebody else has the lock, and says who is there")
    func locked() async throws {
        let scene = try await OnlineScene()
        let reply = try await scene.api.lock(scene.old, seconds: 60, .workSessions)
        #expect(reply?.isHeld == true)
        try await scene.api.announce("ann", in: scene.old)
        let run = try scene.run(scene.options() + ["--yes"])
        #expect(run.exit == 1 && run.advice.contains("locked by somebody else (present: ann)"), "\(run)")
        #expect(try scene.writes.isEmpty && !scene.folder.names.contains("hall.job"))
        let bold = try scene.run(scene.options() + ["--yes", "--no-lock"])
        #expect(
            bold.exit == 0 && bold.advice.contains("present in session \(scene.old.wireText): ann"), "\(bold)"
        )
    }

    @Test("says what the server refuses, and never the token")
    func credentials() async throws {
        let folder = try Folder()
        let server = try SandboxServer(SandboxOptions(seed: 1, tokenSeconds: OnlineScene.tokenSeconds))
        defer { server.stop() }
        try folder.write("canary-canary\n", to: "token")
        let file = folder.url.appendingPathComponent("token").path
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let options = [
            "recalibrate", "--api", server.address, "--space", "hall", "--mode", "raw", "--sessions", "all",
            "--fit",
            "fit.json", "--dry-run",
        ]
        for more in [[], ["--token-file", "token"], ["--json", "--token-file", "token"]] {
            let run = try Tool.run(options + more, in: folder)
            #expect(run.exit == 5 && run.advice.contains("401"), "\(run)")
            #expect(!run.advice.contains("canary") && !run.output.contains("canary"))
        }
        try folder.write(try OnlineScene.token(of: server), to: "token")
        let known = try Tool.run(options + ["--token-file", "token"], in: folder)
        #expect(known.exit == 2 && known.advice.contains("has no space \"hall\""), "\(known)")
    }

    @Test("takes pairs of a file, once it is said which corners they are")
    func pairFile() async throws {
        let scene = try await OnlineScene()
        let before = try await scene.markers
        let shift = SIMD3(2, 0, -3.0)
        let rows = [SIMD3(0, 0, 0.0), SIMD3(4, 0, 0), SIMD3(0, 3, 0), SIMD3(0, 0, 5)].enumerated().map {
            row, point in
            let moved = point + shift
            return "\(row),\(point.x),\(point.y),\(point.z),\(moved.x),\(moved.y),\(moved.z)"
        }
        let csv = (["id,sx,sy,sz,tx,ty,tz"] + rows).joined(separator: "\n")
        try scene.folder.write(csv, to: "pairs.csv")
        let arguments = [
            "recalibrate", "--api", scene.server.address, "--space", "hall", "--mode", "raw", "--sessions",
            scene.old.wireText, "--job", "hall.job", "--yes", "pairs.csv",
        ]
        let unsaid = try scene.run(arguments)
        #expect(unsaid.exit == 2 && unsaid.advice.contains("--target raw or --target calibrated is needed"))
        let run = try scene.run(arguments + ["--target", "raw"])
        #expect(run.exit == 0, "\(run)")
        for (old, new) in zip(before, try await scene.markers) {
            let (was, place) = (try old.quad.center, try new.quad.center)
            #expect((place - (was + shift)).length < 1e-6)
        }
    }

    @Test("pairs rows of the server's anchors, of two runs, and needs a guide to pair them with")
    func rows() async throws {
        let scene = try await OnlineScene()
        let before = try await scene.markers
        for row in [1.5, 3.15, 8, 16, 21.5] {
            for (session, side) in [(scene.old, Row.seen), (scene.new, Row.moved)] {
                _ = try await scene.api.putAnchor(session: session, run: 1, localZ: row, at: side(row))
            }
        }
        let arguments = [
            "recalibrate", "--api", scene.server.address, "--space", "hall", "--mode", "raw", "--sessions",
            scene.old.wireText, "--target", "raw", "--job", "hall.job", "--yes",
        ]
        let sides = ["--from-session", scene.old.wireText, "--to-session", scene.new.wireText]
        let several = try scene.run(arguments + ["--anchors", "runs"])
        #expect(several.exit == 2 && several.advice.contains("anchors of several runs"), "\(several)")
        let grid = try scene.run(arguments + ["--anchors", "grid"] + sides.prefix(2))
        #expect(grid.exit == 2 && grid.advice.contains("\"hall\" has no laser guide"), "\(grid)")
        let run = try scene.run(arguments + ["--anchors", "runs"] + sides)
        #expect(run.exit == 0, "\(run)")
        let after = try await scene.markers
        #expect(try zip(before, after).allSatisfy { try Row.distance($0.quad.center, $1.quad.center) < 1e-6 })
    }

    /// The places of rows of anchors. Vectors stay out of the test's asynchronous frame, which they can overrun (Swift 6.3).
    private enum Row {
        static func seen(_ row: Double) -> SIMD3<Double> { SIMD3(0, 0, row) }

        static func moved(_ row: Double) -> SIMD3<Double> { moved(seen(row)) }

        /// The distance of a place from where another one is moved to.
        static func distance(_ was: SIMD3<Double>, _ place: SIMD3<Double>) -> Double {
            (place - moved(was)).length
        }

        private static func moved(_ point: SIMD3<Double>) -> SIMD3<Double> {
            let turn = Rotation(rotationVector: SIMD3(0, 0.3, 0)) ?? .identity
            return turn * point + SIMD3(2, 0.1, -3)
        }
    }

    @Test("pairs with a reference set, and names what the space does not have")
    func sets() async throws {
        let scene = try await OnlineScene()
        let targets = FitScene(seed: 1, noise: 0.002).targets
        let body = try RequestBody.creatingReferenceSet(
            name: "set",
            markers: targets.enumerated().map {
                (id: FitScene.newID($0.offset), label: "m\($0.offset)", quad: $0.element)
            })
        let set = try await scene.api.createReferenceSet(in: scene.space, body)
        var options = scene.options()
        options[options.firstIndex(of: scene.new.wireText) ?? 0] = set.id.wireText
        options[options.firstIndex(of: "all") ?? 0] = scene.old.wireText
        let run = try scene.run(options + ["--yes", "--quiet"])
        #expect(run.exit == 0 && run.output.contains("9 of 9 markers moved"), "\(run)")
        #expect(run.lines.last?.hasPrefix("PASS  ") == true && !run.output.contains("--undo"), "\(run)")
        let unknown = FitScene.newID(3).wireText
        options[options.firstIndex(of: set.id.wireText) ?? 0] = unknown
        let lost = try scene.run(options + ["--dry-run"])
        #expect(
            lost.exit == 2 && lost.advice.contains("\(unknown) is not a session or reference set"), "\(lost)")
        options[options.firstIndex(of: "hall") ?? 0] = "hal"
        #expect(try scene.run(options + ["--dry-run"]).advice.contains("did you mean \"hall\"?"))
    }

    @Test("rewrites the vector of a space, and puts it back")
    func vector() async throws {
        let scene = try await OnlineScene()
        try scene.folder.write(
            PairFiles.file("a,0,0,0,1,2,3", "b,4,0,0,5,2,3", "c,0,4,0,1,6,3", "d,0,0,4,1,2,7"),
            to: "shift.csv")
        let fit = try scene.run(["fit", "--model", "translation", "--save", "fit.json", "shift.csv"])
        #expect(fit.exit == 0)
        let run = try scene.run([
            "recalibrate", "--api", scene.server.address, "--space", scene.space.text, "--mode", "vector",
            "--sessions",
            "all", "--fit", "fit.json", "--target", "calibrated", "--yes", "--job", "hall.job",
        ])
        #expect(run.exit == 0, "\(run)")
        #expect(try await scene.api.space(scene.space).calibrationVector == SIMD3(1, 2, 3))
        #expect(try scene.job("--verify").exit == 0)
        // Where somebody moves a marker, its calibrated corners follow by whichever vector there is.
        try await scene.edit(scene.markers[2])
        #expect(try scene.job("--verify").exit == 0)
        #expect(try scene.job("--undo", "--yes").exit == 0)
        #expect(try await scene.api.space(scene.space).calibrationVector ?? .zero == .zero)
        #expect(try scene.job("--verify").exit == 0)
    }

    @Test("is done though nobody reads what it prints")
    func unread() async throws {
        let scene = try await OnlineScene()
        #expect(try Tool.runUnread(scene.options() + ["--yes"], in: scene.folder).exit == 0)
        #expect(scene.writes.count == FitScene.count)
    }
}
