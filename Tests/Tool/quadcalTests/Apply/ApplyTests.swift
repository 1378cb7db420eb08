import Foundation
import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal apply")
struct ApplyTests {
    private static let scene = FitScene(seed: Seeds.first, noise: 0.002)

    /// A folder with the markers of two scans and the fit to them.
    static func folder(_ fit: [String] = ["--join", "label"]) throws -> Folder {
        let folder = try Folder()
        try folder.write(scene.old, to: "old.json")
        try folder.write(scene.new, to: "new.json")
        let run = try Tool.run(["fit", "--save", "fit.json"] + fit + ["old.json", "new.json"], in: folder)
        try #require(run.exit == 0, "\(run.advice)")
        return folder
    }

    private static func markers(_ text: String) throws -> [Marker] {
        try MarkerList(Array(text.utf8)).markers
    }

    private static func fit(in folder: Folder) throws -> SavedFit {
        try SavedFit(Array(try folder.read("fit.json").utf8))
    }

    private static let lists: [(name: String, make: @Sendable ([String]) -> String)] = [
        ("list.json", { "[\n\($0.joined(separator: ",\n"))\n]\n" }),
        ("lines.ndjson", { $0.joined(separator: "\n") + "\n" }),
        ("wrapped.json", { "{\"markers\": [\($0.joined(separator: " , "))], \"total\": 1.50}\n" }),
        ("data.json", { "{ \"page\": {\"n\" : 1e0}, \"data\":[\($0.joined(separator: ","))] }" }),
        ("export", { "\u{feff}[\($0.joined(separator: ", "))]" }),
    ]

    @Test("moves the corners in every shape of list and keeps every other byte", arguments: 0..<5)
    func shapes(index: Int) throws {
        let (name, make) = Self.lists[index]
        let folder = try Self.folder()
        let texts = Self.scene.quads.enumerated().map { place, quad in
            FitScene.marker(
                FitScene.oldID(place), FitScene.oldSession, "m\(place)", quad,
                more: ",  \"x\" : {\"a\": 1.0e0, \"ü\": [ ]}")
        }
        try folder.write(make(texts), to: name)
        let run = try Tool.run(["apply", "--mode", "raw", "fit.json", name], in: folder)
        #expect(run.exit == 0, "\(run.advice)")
        #expect(run.advice.hasPrefix("quadcal: PASS  \(name): corners of 9 markers moved, by at most "))
        let motion = try Self.fit(in: folder).targetFromSource
        let expected = try texts.enumerated().map { place, text in
            var marker = try Marker(Array(text.utf8))
            try marker.setQuad(motion * Self.scene.quads[place])
            return String(decoding: marker.text, as: UTF8.self)
        }
        #expect(run.output == make(expected))
        // From standard input, to a file, the same.
        let piped = try Tool.run(
            ["apply", "--mode", "raw", "--out", "out", "--quiet", "fit.json", "-"], input: make(texts),
            in: folder)
        #expect(piped == Tool.Run(output: "", advice: "", exit: 0))
        #expect(try folder.read("out") == make(expected))
    }

    @Test("writes calibrated data, and a second time changes nothing")
    func calibrated() throws {
        let folder = try Self.folder()
        let arguments = ["apply", "--mode", "calibrated", "--vector", "1,0,-2", "fit.json"]
        let first = try Tool.run(arguments + ["old.json"], in: folder)
        #expect(first.exit == 0, "\(first.advice)")
        let motion = try Self.fit(in: folder).targetFromSource
        for (marker, quad) in zip(try Self.markers(first.output), Self.scene.quads) {
            #expect(try marker.quad == quad)
            #expect(try marker.calibratedData?.quad == (motion * quad).map { $0 + SIMD3(1, 0, -2) })
        }
        try folder.write(first.output, to: "once.json")
        let second = try Tool.run(arguments + ["once.json"], in: folder)
        #expect(second.exit == 0 && second.output == first.output)
        #expect(second.advice == "quadcal: PASS  once.json: nothing moved, 9 already in place\n")
    }

    @Test("refuses markers that were moved already, wherever they are")
    func twice() throws {
        let folder = try Self.folder()
        let once = try Tool.run(
            ["apply", "--mode", "raw", "--out", "moved.json", "fit.json", "old.json"], in: folder)
        #expect(once.exit == 0 && once.output.isEmpty)
        let moved = try folder.read("moved.json")
        let other = try Folder()
        try other.write(try folder.read("fit.json"), to: "f.json")
        let half =
            try Self.markers(Self.scene.old).dropLast().map { String(decoding: $0.text, as: UTF8.self) }
            .joined(separator: "\n") + "\n"
            + String(decoding: try #require(try Self.markers(moved).last).text, as: UTF8.self)
        for text in [moved, half] {
            let again = try Tool.run(
                ["apply", "--mode", "raw", "f.json", "m.json"], files: ["m.json": text], in: other)
            #expect(again.exit == 1 && again.output.isEmpty)
            #expect(again.advice.hasPrefix("quadcal: f.json: ALREADY_APPLIED, "), "\(again.advice)")
            let file = try Tool.run(
                ["apply", "--mode", "raw", "--out", "again.json", "f.json", "-"], input: text, in: other)
            #expect(file.exit == 1 && file.advice.contains("ALREADY_APPLIED"))
            #expect(try other.names == ["f.json", "m.json"])
        }
        // In place, and then once more.
        let inPlace = ["apply", "--mode", "raw", "--force", "--out", "old.json", "fit.json", "old.json"]
        #expect(try Tool.run(inPlace, in: folder).exit == 0)
        #expect(try folder.read("old.json") == moved)
        #expect(try Tool.run(inPlace, in: folder).exit == 1)
        #expect(try folder.read("old.json") == moved)
    }

    @Test("says what a pipe has got that should not have it")
    func midway() throws {
        let folder = try Self.folder()
        let moved = try Tool.run(["apply", "--mode", "raw", "--quiet", "fit.json", "old.json"], in: folder)
            .output
        let filler = FitScene.marker(
            FitScene.newID(200), FitScene.oldSession, String(repeating: "x", count: 400),
            Quad.rectangle(0.2, 0.2))
        let lines = [String](repeating: filler, count: 1000)
        let text = (lines + (try Self.markers(moved).map { String(decoding: $0.text, as: UTF8.self) }))
            .joined(separator: "\n")
        try folder.write(text, to: "stream")
        let process = try Tool.run(
            ["apply", "--mode", "raw", "fit.json", "stream"], in: folder)
        #expect(process.exit == 1 && process.output.isEmpty)
        let piped = try Tool.runPiped(
            ["apply", "--mode", "raw", "fit.json", "-"], from: "stream", in: folder)
        #expect(piped.exit == 1 && !piped.output.isEmpty)
        #expect(
            piped.advice.hasPrefix(
                "quadcal: standard output is incomplete: discard it\n"))
        #expect(piped.advice.contains("ALREADY_APPLIED"))
    }

    @Test("a marker that cannot be moved stays as it is and is named")
    func refused() throws {
        let folder = try Self.folder()
        let bad = Self.scene.old.replacing("\"p3\": [", with: "\"p3\": [1,", maxReplacements: 1)
            .replacing("]}", with: "]}").replacing("]\n", with: ", {\"id\": 7}, [1, 2]]\n")
        try folder.write(bad, to: "bad.json")
        let run = try Tool.run(["apply", "--mode", "raw", "fit.json", "bad.json"], in: folder)
        #expect(run.exit == 1)
        let lines = run.advice.split(separator: "\n")
        #expect(lines[0].hasPrefix("quadcal: FAIL  bad.json: corners of 8 markers moved, by at most "))
        #expect(lines[0].hasSuffix(", but 3 markers cannot be: the file now mixes two frames"))
        #expect(
            lines[1]
                == "quadcal: bad.json:1: /0/p3 not moved: BAD_CORNER, found an array, "
                + "expected an array of three finite numbers")
        #expect(lines[2].contains("/9 not moved: ") || lines[2].contains("/9/id not moved"))
        let first = try #require(bad.split(separator: "\n").first)
        #expect(run.output.hasPrefix(first) && run.output.hasSuffix(", {\"id\": 7}, [1, 2]]\n"))
        let report = try Tool.run(
            ["apply", "--mode", "raw", "--json", "--out", "o", "fit.json", "bad.json"], in: folder)
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
        #expect(document["schema"] as? String == "quadcal.apply/1")
        #expect(document["isMixed"] as? Bool == true && document["exit"] as? String == "findings")
        #expect((document["counts"] as? [String: Int])?["moved"] == 8)
        #expect((document["refused"] as? [[String: Any]])?.count == 3)
        let inputs = try #require(document["inputs"] as? [[String: String]])
        let digests = [try folder.read("fit.json"), bad].map { SHA256.hex(of: Array($0.utf8)[...]) }
        #expect(inputs.map { $0["sha256"] } == digests)
    }

    @Test("sessions that are not meant stay, and so do those that supplied the targets")
    func sessions() throws {
        let folder = try Self.folder()
        let both = try (Self.markers(Self.scene.old) + Self.markers(Self.scene.new)).map {
            String(decoding: $0.text, as: UTF8.self)
        }.joined(separator: "\n")
        try folder.write(both, to: "both.ndjson")
        let run = try Tool.run(["apply", "--mode", "raw", "--ndjson", "fit.json", "both.ndjson"], in: folder)
        #expect(run.exit == 0 && run.advice.contains(", 9 of sessions that supplied targets\n"))
        let after = try Self.markers(run.output)
        #expect(try after[9...].map { try $0.quad } == Self.scene.targets)
        let none = try Tool.run(
            [
                "apply", "--mode", "raw", "--from-session", FitScene.newID(7).uuidString, "fit.json",
                "both.ndjson",
            ], in: folder)
        #expect(none.exit == 0 && none.output == both)
        #expect(
            none.advice.contains("nothing moved, 9 of sessions that supplied targets, 9 of other sessions"))
    }

    @Test("takes the format that is stated, or else the one that the name says")
    func format() throws {
        let folder = try Self.folder()
        try folder.write(try folder.read("old.json"), to: "old.csv")
        try folder.write(try folder.read("old.json"), to: "old")
        let usual = try Tool.run(["apply", "--mode", "raw", "fit.json", "old.json"], in: folder)
        for named in [["old"], ["--format", "json", "old.csv"]] {
            let run = try Tool.run(["apply", "--mode", "raw", "fit.json"] + named, in: folder)
            #expect(run.exit == 0 && run.output == usual.output, "\(named)")
        }
        let lines = ["apply", "--mode", "raw", "--format", "ndjson", "fit.json", "old.json"]
        #expect(try Tool.run(lines, in: folder).advice.contains("old.json: is not NDJSON"))
    }

    @Test("names what is no longer true, and what was wrong before")
    func stale() throws {
        let folder = try Self.folder()
        let quad = Self.scene.quads[0]
        let text = [quad, Quad(quad.p1, quad.p3, quad.p2, quad.p4)].enumerated().map { place, quad in
            FitScene.marker(
                FitScene.oldID(100 + place), FitScene.oldSession, "s", quad,
                more:
                    ", \"details\": {}, \"calibrated_data\": {}, \"custom_props\": {\"worldPosition\": [1]}"
            )
        }.joined(separator: "\n")
        try folder.write(text, to: "s.json")
        let run = try Tool.run(["apply", "--mode", "raw", "fit.json", "s.json"], in: folder)
        #expect(run.exit == 0)
        #expect(
            run.advice.contains(
                "out of date, and not rewritten: calibrated_data of 2, custom_props/worldPosition of 2, details of 2;"
            ))
        #expect(run.advice.contains("findings moved along with their markers (SELF_INTERSECTING 1); "))
        #expect(run.advice.contains("none of the 9 fitted markers is in the file"))
        let strict = try Tool.run(["apply", "--mode", "raw", "--strict", "fit.json", "s.json"], in: folder)
        #expect(strict.exit == 1 && strict.advice.contains("not moved: SELF_INTERSECTING"))
    }
}
