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
    private static func saved(_ scene: BentCorridor = BentCorridor(), _ more: [String] = []) throws -> Folder
    {
        let folder = try Folder()
        let run = try Tool.run(
            ["fit", "--join", "label", "old.json", "new.json", "--straighten", "time", "--save", "fit.json"]
                + more,
            files: scene.files, in: folder)
        try #require(run.exit == 0, "\(run)")
        return folder
    }

    @Test(
        "is refused by whoever moves by one motion",
        arguments: [
            ["calibrate", "--fit", "fit.json", "old.json"],
            ["recalibrate", "--dry-run", "--sessions", "all", "--fit", "fit.json", "old.json"],
            ["report", "fit.json", "--markers", "old.json", "--out", "page.html"],
        ])
    func refused(arguments: [String]) throws {
        let folder = try Self.saved()
        let run = try Tool.run(arguments, in: folder)
        #expect(run.exit == 3 && run.output.isEmpty, "\(run)")
        #expect(
            run.advice.contains("STRAIGHTENED") && run.advice.contains("without --straighten"),
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
        // Who plans by it has not said that shifts are followed.
        #expect(PlannedMotion(fit).failures.first == "STRAIGHTENED")
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
            ("\"shift\":[", "\"shift\":[9", "/pairs/0/shift"),
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
        let plain = try Tool.run(
            ["fit", "--join", "label", "old.json", "new.json", "--report", "plain.html"], in: folder)
        #expect(plain.exit == 0)
        #expect(!(try folder.read("plain.html")).contains("id=\"straightening\""))
    }
}
