import Foundation
import Markers
import MarkersReport
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("A saved fit that was straightened")
struct StraightenedFileTests {
    private static func saved(
        _ scene: BentCorridor = BentCorridor(), _ more: [String] = [], by way: String = "time"
    ) throws -> Folder {
        let folder = try Folder()
        let run = try Tool.run(
            ["fit", "--join", "label", "old.json", "new.json", "--straighten", way, "--save", "fit.json"]
                + more,
            files: scene.files, in: folder)
        try #require(run.exit == 0, "\(run)")
        return folder
    }

    @Test("is refused by whoever moves by one motion")
    func refused() throws {
        let folder = try Self.saved()
        let run = try Tool.run(["calibrate", "--fit", "fit.json", "old.json"], in: folder)
        #expect(run.exit == 3 && run.output.isEmpty, "\(run)")
        #expect(
            run.advice.contains("STRAIGHTENED") && run.advice.contains("a fit without --straighten"),
            "\(run.advice)")
    }

    @Test("is read by the library only by who says that it follows the shifts, with the same bits")
    func library() throws {
        let folder = try Self.saved(BentCorridor(), ["--at", "points.json"])
        let bytes = Array(try folder.read("fit.json").utf8)
        #expect(throws: SavedFitError.self) { try SavedFit(bytes) }
        #expect(throws: SavedFitError.self) { try ReportContent(fit: bytes, subject: "") }
        do { _ = try SavedFit(bytes) } catch { #expect(error.code == "STRAIGHTENED" && error.remedy != nil) }
        let fit = try SavedFit(bytes, takesShifts: true)
        let straightened = try #require(fit.straightened)
        // Who plans by it moves each marker by its own shift.
        let motion = PlannedMotion(fit)
        #expect(motion.straightened == straightened && motion.failures.isEmpty)
        let frames = FrameMembership(chosen: [BentCorridor.oldSession], rule: .onlyChosen, targets: [])
        #expect(throws: RecalibrationPlanError.vectorOfShifts) {
            _ = try RecalibrationPlan([], PlanRequest(motion, mode: .vector, frames: frames))
        }
        #expect(try FitDocument(bytes).bytes == bytes)
        for pair in fit.document.pairs.indices where pair % 4 == 0 {
            let own = fit.document.pairs[pair..<(pair + 4)].reduce(SIMD3<Double>.zero) { $0 + $1.source / 4 }
            let shift = try straightened.shift(of: own, time: fit.document.pairs[pair].time)
            let saved = try #require(fit.document.pairs[pair].shift)
            #expect((shift.shift - saved).length < 1e-9)
        }
        for point in fit.document.points ?? [] {
            #expect(try straightened.shift(of: point.source, time: point.time).shift == point.shift)
        }
    }

    @Test(
        "is refused once somebody edits it",
        arguments: [
            ("\"quadcal.fit/2\"", "\"quadcal.fit/1\"", "/schema"),
            ("\"quadcal.fit/2\"", "\"quadcal.fit/3\"", "/schema"),
            ("\"kind\":\"time\"", "\"kind\":\"place\"", "/straightening"),
            ("\"own\":", "\"own\":1", "/straightening"),
            ("\"spread\":1", "\"spread\":3", "/straightening"),
            ("\"shift\":[", "\"shift\":[1,0,0],\"was\":[", "/pairs/0/shift"),
            ("\"error95\":0.", "\"error95\":1.", "/pairs/0/error95"),
        ])
    func edited(text: String, other: String, place: String) throws {
        let folder = try Self.saved()
        let json = try folder.read("fit.json").replacing(": ", with: ":")
        let range = try #require(json.range(of: text), "\(text)")
        let changed = json.replacingCharacters(in: range, with: other)
        do {
            _ = try SavedFit(Array(changed.utf8), takesShifts: true)
            Issue.record("\(text) was changed and not noticed")
        } catch {
            #expect(error.pointer.hasPrefix(place), "\(error)")
        }
    }

    @Test("is reported with its shifts, and the page says what they bring")
    func page() throws {
        let folder = try Self.saved(BentCorridor(), ["--report", "one.html"])
        let run = try Tool.run(["report", "fit.json", "--out", "two.html"], in: folder)
        #expect(run.exit == 0, "\(run)")
        for name in ["one.html", "two.html"] {
            let page = try folder.read(name)
            #expect(page.contains("<section id=\"straightening\"><h2>The scan, straightened by time</h2>"))
            #expect(page.contains("each marker is shifted on top of it"))
            #expect(page.contains("× ") && page.contains("what it is shifted by"))
        }
        var scene = BentCorridor()
        scene.others[2].createdAt = nil
        let markers = try Tool.run(
            ["report", "fit.json", "--markers", "points.json", "--out", "markers.html"], files: scene.files,
            in: folder)
        #expect(markers.exit == 0, "\(markers)")
        let page = try folder.read("markers.html"), label = scene.others[0].label ?? ""
        let center = scene.others[0].new.center
        // The row of a marker has its place in metres, as it truly is to a centimetre or two.
        let row = try #require(page.range(of: "<th>\(label)<td>")).upperBound
        let cells = page[row...].prefix(200).split(separator: "<td>").compactMap {
            Double($0.replacing("−", with: "-"))
        }
        try #require(cells.count >= 3, "\(page[row...].prefix(200))")
        for axis in 0..<3 { #expect((cells[axis] - center[axis]).magnitude < 0.06, "\(cells), \(center)") }
        #expect(page.contains("no usable time is known of it"))
        let plain = try Tool.run(
            ["fit", "--join", "label", "old.json", "new.json", "--report", "plain.html"], in: folder)
        #expect(plain.exit == 0)
        #expect(!(try folder.read("plain.html")).contains("id=\"straightening\""))
    }

    @Test("moves each marker of a file by its own shift, to where it truly is", arguments: ["time", "place"])
    func apply(way: String) throws {
        let scene = BentCorridor(), folder = try Self.saved(scene, by: way)
        let rigid = try Tool.run(
            ["fit", "--join", "label", "old.json", "new.json", "--save", "rigid.json"], in: folder)
        #expect(rigid.exit == 0)
        var errors: [String: Double] = [:]
        for (fit, out) in [("fit.json", "own.json"), ("rigid.json", "one.json")] {
            let run = try Tool.run(["apply", fit, "points.json", "--out", out], in: folder)
            #expect(run.exit == 0, "\(run)")
            #expect(run.advice.contains("was straightened by \(way)") == (fit == "fit.json"), "\(run.advice)")
            let moved = try Self.quads(folder.read(out))
            #expect(moved.count == 12)
            for item in scene.others {
                let quad = try #require(moved[item.label ?? ""])
                errors[fit, default: 0] += (quad.center - item.new.center).dot(quad.center - item.new.center)
                // It keeps its shape.
                #expect(((quad.p2 - quad.p1).length - (item.old.p2 - item.old.p1).length).magnitude < 1e-6)
            }
        }
        let (own, one) = (errors["fit.json"] ?? 0, errors["rigid.json"] ?? 0)
        // There and back it has drifted by time, which places tell little of.
        #expect(own < (way == "time" ? 0.1 : 1) * one, "\(own), \(one)")
        // The same as --at predicts.
        let (report, _) = try PairFiles.report(
            ["--join", "label", "old.json", "new.json", "--straighten", way, "--at", "points.json"],
            files: scene.files)
        let moved = try Self.quads(folder.read("own.json"))
        for point in try #require(report["points"] as? [[String: Any]]) {
            let numbers = try #require(point["moved"] as? [Double]), name = point["id"] as? String ?? ""
            let center = try #require(moved[name]).center
            #expect((center - SIMD3(numbers[0], numbers[1], numbers[2])).length < 1e-6)
        }
    }

    /// The corners of the markers of a file, by their labels.
    private static func quads(_ text: String) throws -> [String: Quad] {
        let list = try ObservationList(ByteSource(Array(text.utf8)), .raw)
        return Dictionary(list.observations.map { ($0.label ?? "", $0.quad) }) { first, _ in first }
    }

    @Test(
        "moves no marker twice: by itself, by the one motion of the same scans, and after that",
        arguments: [("fit.json", "fit.json"), ("fit.json", "rigid.json"), ("rigid.json", "fit.json")])
    func twice(first: String, second: String) throws {
        // Also where the frames differ by less than the scan bends.
        for isNear in [false, true] {
            var scene = BentCorridor()
            if isNear { scene.bringNear() }
            let folder = try Self.saved(scene)
            let rigid = try Tool.run(
                ["fit", "--join", "label", "old.json", "new.json", "--save", "rigid.json"], in: folder)
            #expect(rigid.exit == 0, "\(rigid)")
            let run = try Tool.run(["apply", first, "old.json", "--out", "moved.json"], in: folder)
            #expect(run.exit == 0, "\(isNear) \(run)")
            let again = try Tool.run(["apply", second, "moved.json", "--out", "twice.json"], in: folder)
            #expect(again.exit != 0, "\(isNear) \(again)")
            #expect((try? folder.read("twice.json")) == nil, "\(isNear)")
            // Markers that an app has made again have other ids.
            if second == "fit.json" {
                let renewed = try folder.read("moved.json").replacing("\"id\":\"03", with: "\"id\":\"07")
                try folder.write(renewed, to: "renewed.json")
                let met = try Tool.run(["apply", second, "renewed.json", "--out", "third.json"], in: folder)
                #expect(met.exit != 0 && (try? folder.read("third.json")) == nil, "\(isNear) \(met)")
            }
            // The marker that is shifted most, alone.
            var one = scene
            one.pins = [scene.pins[4]]
            try folder.write(one.files["old.json"] ?? "", to: "single.json")
            let moved = try Tool.run(["apply", first, "single.json", "--out", "there.json"], in: folder)
            #expect(moved.exit == 0, "\(isNear) \(moved)")
            let single = try Tool.run(["apply", second, "there.json", "--out", "farther.json"], in: folder)
            #expect(single.exit != 0 && (try? folder.read("farther.json")) == nil, "\(isNear) \(single)")
        }
    }

    @Test("leaves markers without a time, rows and trajectories as they are, and says why")
    func times() throws {
        var scene = BentCorridor()
        scene.others[3].createdAt = nil
        scene.others[5].createdAt = BentCorridor.date(86_400)
        let folder = try Self.saved(scene)
        let run = try Tool.run(["apply", "fit.json", "points.json", "--out", "own.json"], in: folder)
        #expect(run.exit == 1 && run.advice.contains("not moved: NO_TIME, no usable time is known"), "\(run)")
        #expect(
            run.advice.contains("1 marker was made longer before or after the markers of the fit"),
            "\(run.advice)")
        let kept = try Self.quads(folder.read("own.json"))
        #expect(kept[scene.others[3].label ?? ""]?.center == scene.others[3].old.center)
        let rows = try Tool.run(
            ["apply", "fit.json", "q.csv", "--out", "rows.csv"],
            files: ["q.csv": "0,0,0,1,0,0,1,1,0,0,1,0\n"],
            in: folder)
        #expect(rows.exit == 1 && rows.advice.contains("NO_TIME"), "\(rows)")
        let poses = try Tool.run(
            ["apply", "fit.json", "--poses", "tum", "p.tum", "--out", "out.tum"],
            files: ["p.tum": "0 0 0 0 0 0 0 1\n"],
            in: folder)
        #expect(poses.exit == 3 && poses.advice.contains("STRAIGHTENED"), "\(poses)")
        let json = try Tool.run(
            ["apply", "fit.json", "points.json", "--out", "own.json", "--force", "--json"], in: folder)
        #expect(
            json.output.contains("\"straightening\": \"time\"") && json.output.contains("\"faded\": 1"),
            "\(json.output)")
    }

    @Test("warns where the markers are of another year")
    func late() throws {
        var scene = BentCorridor()
        let folder = try Self.saved(scene)
        for place in scene.others.indices { scene.others[place].createdAt = BentCorridor.date(31_536_000) }
        try folder.write(scene.files["points.json"] ?? "", to: "late.json")
        for quiet in [[], ["--quiet"]] {
            let run = try Tool.run(
                ["apply", "fit.json", "late.json", "--out", "own.json", "--force"] + quiet, in: folder)
            #expect(run.exit == 0 && run.advice.contains("WARN"), "\(run)")
            #expect(run.advice.contains("markers were made longer before or after the markers of the fit"))
        }
    }
}
