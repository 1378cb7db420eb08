import Foundation
import Markers
import MarkersClient
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import MarkersReport
@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal report")
struct ReportCommandTests {
    /// A folder with two scans of a hall and the saved fit of them.
    private static func scene() throws -> Folder {
        let folder = try Folder(), scene = FitScene(seed: Seeds.first, noise: 0.002)
        try folder.write(scene.old, to: "old.json")
        try folder.write(scene.new, to: "new.json")
        let fit = ["fit", "--join", "label", "--target", "raw", "old.json", "new.json", "--save", "fit.json"]
        let run = try Tool.run(fit, in: folder)
        try #require(run.exit == 0, "\(run.advice)")
        return folder
    }

    /// A job of the plan for the old markers, in the folder.
    private static func job(in folder: Folder, withFit: Bool) throws -> Job {
        let bytes = Array(try folder.read("fit.json").utf8)
        let broken = PlanFiles.marker(1, "broken", PlanFiles.square).replacing(
            "\"p3\": [", with: "\"p3\": [0, ")
        let markers = try [folder.read("old.json"), folder.read("new.json"), "[\(broken)]"].flatMap {
            try MarkerList(Array($0.utf8)).markers
        }
        let fit = try SavedFit(bytes)
        let plan = try RecalibrationPlan(
            markers,
            PlanRequest(
                PlannedMotion(fit), mode: .raw,
                frames: FrameMembership(
                    chosen: [FitScene.oldSession], rule: .onlyChosen, targets: fit.targetSessions)))
        let head = JobHead(
            plan, server: "http://127.0.0.1:9", space: WireID("hall"), created: "2026-11-20T08:00:00Z")
        let space = #"{"id": "s", "key": "hall", "name": "Hall <3>"}"#
        return try Job.create(
            at: folder.url.appendingPathComponent("hall.job").path, head, plan, space: Array(space.utf8),
            fit: withFit ? bytes : nil)
    }

    @Test("gives no error of a marker that the fit rejected, and says that it did")
    func rejected() throws {
        let folder = try Folder(), scene = FitScene(seed: Seeds.first, noise: 0.002)
        let moved = scene.targets[0].map { $0 + SIMD3(0.9, 0, 0) }
        let new = ([moved] + scene.targets.dropFirst()).enumerated().map { place, quad in
            FitScene.marker(FitScene.newID(place), FitScene.newSession, "m\(place)", quad)
        }
        try folder.write(scene.old, to: "old.json")
        try folder.write("[" + new.joined(separator: ",") + "]", to: "new.json")
        let fit = ["fit", "--join", "label", "--target", "raw", "--robust", "old.json", "new.json"]
        _ = try Tool.run(fit + ["--save", "fit.json"], in: folder)
        _ = try Tool.run(["report", "fit.json", "--markers", "old.json", "--out", "a.html"], in: folder)
        let rows = try folder.read("a.html").matches(of: #/; the fit rejected it, off by 9[0-9]{2} mm/#)
        #expect(!rows.isEmpty)
        let content = try ReportContent(
            fit: Array(try folder.read("fit.json").utf8), subject: "hall",
            markers: scene.quads.enumerated().map { place, quad in
                ReportMarker(
                    name: "m\(place)", id: FitScene.oldID(place).wireText, before: quad, after: quad,
                    state: place == 1 ? .undone : .planned)
            })
        #expect(
            content.shapes.map { content.error(of: $0) != nil } == [false, false]
                + [Bool](repeating: true, count: 7))
    }

    @Test("of a fit is what fit --report writes, twice the same")
    func fit() throws {
        let folder = try Self.scene()
        let run = try Tool.run(["report", "fit.json", "--out", "a.html", "--usdz", "a.usdz"], in: folder)
        #expect(
            run == Tool.Run(output: "", advice: "quadcal: fit.json: reported in a.html and a.usdz\n", exit: 0)
        )
        _ = try Tool.run(
            ["report", "fit.json", "--quiet", "--out", "b.html", "--usdz", "b.usdz"], in: folder)
        #expect(try folder.read("a.html") == folder.read("b.html"))
        #expect(
            try Data(contentsOf: folder.url.appendingPathComponent("a.usdz"))
                == Data(contentsOf: folder.url.appendingPathComponent("b.usdz")))
    }

    @Test("takes its date from the environment, and refuses one that is none")
    func date() throws {
        let folder = try Self.scene(), report = ["report", "fit.json", "--force", "--out", "a.html"]
        for (epoch, date) in [
            ("0", "1970-01-01"), ("1795161600", "2026-11-20"), ("253402300799", "9999-12-31"),
        ] {
            let run = try Tool.run(report, in: folder, environment: ["SOURCE_DATE_EPOCH": epoch])
            #expect(run.exit == 0, "\(run.advice)")
            #expect(try folder.read("a.html").contains(date))
        }
        for epoch in ["nan", "inf", "", "1e9", "-1", "1.5", "253402300800", "99999999999999999999", "now"] {
            let run = try Tool.run(report, in: folder, environment: ["SOURCE_DATE_EPOCH": epoch])
            #expect(run.exit == 2, "\(epoch): \(run)")
            #expect(
                run.advice.hasPrefix(
                    "quadcal: SOURCE_DATE_EPOCH cannot be \"\(epoch)\"; it takes the whole seconds"))
        }
    }

    @Test("of a fit and markers shows where each of them goes, but those of the new scan")
    func markers() throws {
        let folder = try Self.scene()
        let run = try Tool.run(
            ["report", "fit.json", "--markers", "old.json", "--markers", "new.json", "--out", "a.html"],
            in: folder)
        #expect(run.exit == 0, "\(run.advice)")
        let page = try folder.read("a.html")
        #expect(page.contains("\(FitScene.count) planned, \(FitScene.count) left out"))
        #expect(page.contains("m3: left out: its session supplied targets"))
    }

    @Test("of a job shows how far each marker got, on the day it was made")
    func job() async throws {
        let folder = try Self.scene(), job = try Self.job(in: folder, withFit: true)
        await #expect(throws: Never.self) {
            try await job.record(0, JobState(.done))
            try await job.record(1, JobState(.conflict, code: "MOVED_ELSEWHERE"))
            try await job.flush()
        }
        let run = try Tool.run(["report", "hall.job", "--out", "a.html", "--usdz", "a.usdz"], in: folder)
        #expect(run.exit == 0, "\(run.advice)")
        let page = try folder.read("a.html")
        #expect(
            page.contains(
                "\(FitScene.count - 2) planned, 1 moved, \(FitScene.count) left out, 1 refused, 1 conflict"))
        #expect(page.contains("Hall &lt;3&gt;") && page.contains("2026-11-20T08:00:00Z"))
        #expect(page.contains("conflict: MOVED_ELSEWHERE") && page.contains("left out: NEW_FRAME"))
        #expect(page.contains("<th>broken<td>–") && page.contains("refused: BAD_CORNER"))
        #expect(page.contains("<title>FAIL: ") && page.contains("REFUSED_MARKERS: 1 marker cannot be moved"))
        for code in ["CONFLICT", "NOT_SENT"] { #expect(page.contains("<code>\(code)</code>")) }
    }

    @Test("of a plan shows where each marker would go, and why others would not")
    func plan() throws {
        let (folder, scene) = try PlanFiles.scene()
        let marker = PlanFiles.marker(1, "broken", PlanFiles.square)
        try folder.write(
            [marker.replacing("\"p3\": [", with: "\"p3\": [0, "), "{\"id\": 7}"].joined(separator: "\n"),
            to: "more.ndjson")
        let arguments = ["--markers", "old.json", "--markers", "new.json", "--markers", "more.ndjson"]
        let plain = try PlanFiles.run(arguments + ["--target", "raw"], in: folder)
        let run = try PlanFiles.run(arguments + ["--target", "raw", "--report", "plan.html"], in: folder)
        #expect(run == plain && run.exit == 1, "\(run)")
        let page = try folder.read("plan.html")
        #expect(page.contains("\(scene.quads.count) planned, \(scene.quads.count) left out, 2 refused"))
        #expect(
            page.contains("<title>FAIL: ") && page.contains("MIXED_SPACE")
                && page.contains("nothing was sent"))
        #expect(page.contains("NEW_FRAME, its session supplied targets"))
        #expect(page.contains("<th>broken<td>–") && page.contains("<th>more.ndjson:2<td>–"))
        let same = try PlanFiles.run(
            arguments + ["--target", "raw", "--report", "a.html", "--plan-out", "a.html"], in: folder)
        #expect(same.exit == 2 && same.advice.contains("contradict"), "\(same)")
    }

    @Test("is refused where there is nothing to report, or nowhere to write it")
    func refused() throws {
        let folder = try Self.scene()
        _ = try Self.job(in: folder, withFit: false)
        try folder.write("mine", to: "mine.html")
        let matrices = [
            "fit", "--matrices", "scan-from-model", "--rows", "a.txt", "a.txt", "--save", "still.json",
        ]
        _ = try Tool.run(matrices, files: ["a.txt": "1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1"], in: folder)
        let refusals: [(arguments: [String], exit: Int32, word: String)] = [
            ([], 2, "no file given"), (["fit.json"], 2, "--out"),
            (["fit.json", "--out", "-"], 2, "name a file"),
            (["fit.json", "--out", "mine.html"], 2, "--force"),
            (["fit.json", "x.json", "--out", "a.html"], 2, "x.json"),
            (["fit.json", "--out", "a.html", "--usdz", "a.html"], 2, "contradict"),
            (["old.json", "--out", "a.html"], 3, "old.json"),
            (["gone.json", "--out", "a.html"], 3, "gone.json"),
            (["hall.job", "--out", "a.html"], 3, "fit"),
            (["hall.job", "--markers", "old.json", "--out", "a.html"], 2, "job"),
            (["still.json", "--usdz", "a.usdz"], 3, "--markers"),
        ]
        for (arguments, exit, word) in refusals {
            let run = try Tool.run(["report"] + arguments, in: folder)
            #expect(
                run.exit == exit && run.output.isEmpty && run.advice.contains(word), "\(arguments): \(run)")
        }
        #expect(try folder.read("mine.html") == "mine")
        #expect(try !folder.names.contains { $0.hasPrefix("a.html") || $0.hasPrefix("a.usdz") })
    }
}
