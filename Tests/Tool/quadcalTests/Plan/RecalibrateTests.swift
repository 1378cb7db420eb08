import Foundation
import Markers
import QuadGeometry
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal recalibrate --dry-run")
struct RecalibrateTests {
    @Test("says what becomes of every marker, and the golden text stays")
    func golden() throws {
        let files = try ["old.json", "new.json"].reduce(into: [String: String]()) {
            $0[$1] = try Dataset.read("markers/\($1)")
        }
        let run = try Tool.run(
            [
                "recalibrate", "--dry-run", "--mode", "raw", "--join", "anchor", "--sessions",
                "5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13", "--markers", "old.json", "--markers", "new.json",
                "old.json", "new.json",
            ], files: files)
        #expect(run == Tool.Run(output: goldenText, advice: "", exit: 0), "\(run.output)\(run.advice)")
    }

    @Test("every marker is in exactly one list, with its place and its reason", arguments: Seeds.few)
    func partition(seed: UInt64) throws {
        let (folder, scene) = try PlanFiles.scene(seed: seed)
        var random = SeededGenerator(seed: seed)
        let kinds = [
            "sound", "twice", "noVersion", "badCorner", "far", "otherSession", "newSession", "crossed",
            "noMarker",
        ]
        var places: [(kind: String, text: String)] = (0..<60).map { number in
            let kind = kinds.randomElement(using: &random) ?? "sound"
            var quad = scene.quads[number % FitScene.count].map { $0 + SIMD3(0, Double(1 + number), 0) }
            if kind == "crossed" { quad = Quad(quad.p1, quad.p3, quad.p2, quad.p4) }
            if kind == "far" { quad = quad.map { $0 + SIMD3(0, 20_000, 0) } }
            let text = PlanFiles.marker(kind == "twice" ? 200 : UInt8(number), "n\(number)", quad)
            switch kind {
            case "noVersion": return (kind, text.replacing(", \"version\": 3", with: ""))
            case "badCorner": return (kind, text.replacing("\"p3\": [", with: "\"p3\": [0, "))
            case "otherSession":
                return (
                    kind, text.replacing(FitScene.oldSession.uuidString, with: FitScene.newID(7).uuidString)
                )
            case "newSession":
                return (
                    kind, text.replacing(FitScene.oldSession.uuidString, with: FitScene.newSession.uuidString)
                )
            case "noMarker": return (kind, "{\"id\": \(number)}")
            default: return (kind, text)
            }
        }
        places.insert(("sound", PlanFiles.marker(200, "first", PlanFiles.square)), at: 0)
        let (first, second) = (places[..<30], places[30...])
        try folder.write("[" + first.map(\.text).joined(separator: ",\n") + "]", to: "a.json")
        try folder.write(second.map(\.text).joined(separator: "\n"), to: "b.ndjson")
        let (plan, exit) = try PlanFiles.document(
            PlanFiles.options() + ["--markers", "a.json", "b.ndjson"], in: folder)
        var found: [Int: String] = [:]
        for name in ["updates", "unchanged", "refused", "leftOut"] {
            let list = try #require(plan[name] as? [[String: Any]])
            let indices = list.compactMap { $0["index"] as? Int }
            #expect(indices == indices.sorted() && indices.count == list.count)
            for item in list {
                let index = try #require(item["index"] as? Int)
                #expect(found[index] == nil, "seed \(seed), \(index)")
                found[index] = item["reason"] as? String ?? name
                #expect((item["before"] as? String)?.count == 64)
            }
        }
        let markers = places.enumerated().filter { $0.element.kind != "noMarker" }
        let expected = markers.map { place in
            switch place.element.kind {
            case "twice": "LISTED_TWICE"
            case "noVersion": "MISSING_VERSION"
            case "badCorner": "BAD_CORNER"
            case "far": "OUT_OF_RANGE"
            case "otherSession": "NOT_CHOSEN"
            case "newSession": "NEW_FRAME"
            default: "updates"
            }
        }
        #expect(markers.indices.map { found[$0] } == expected, "seed \(seed)")
        let none = try #require(plan["noMarkers"] as? [[String: Any]])
        #expect(none.count == places.count - markers.count)
        let totals = try #require(plan["totals"] as? [String: Int])
        #expect(totals["markers"] == markers.count && totals["noMarkers"] == none.count)
        let updates = try #require(plan["updates"] as? [[String: Any]])
        for update in updates {
            let index = try #require(update["index"] as? Int)
            let line = markers[index].offset < 30 ? markers[index].offset + 1 : markers[index].offset - 29
            #expect(update["line"] as? Int == line && update["version"] as? Int == 3)
            #expect(update["file"] as? String == (markers[index].offset < 30 ? "a.json" : "b.ndjson"))
            let body = try #require(update["body"] as? [String: Any])
            #expect(Set(body.keys) == ["version", "p1", "p2", "p3", "p4"])
            let codes = (update["findings"] as? [[String: Any]])?.compactMap { $0["code"] as? String }
            #expect(codes?.contains("SELF_INTERSECTING") == (markers[index].element.kind == "crossed"))
        }
        let isMixed = expected.contains { ["MISSING_VERSION", "BAD_CORNER", "OUT_OF_RANGE"].contains($0) }
        #expect(isMixed || !none.isEmpty)
        #expect(
            exit == 1 && plan["verdict"] as? String == "fail" && plan["decidedBy"] as? String == "MIXED_SPACE"
        )
        let text = try PlanFiles.run(["a.json", "b.ndjson"], in: folder)
        #expect(text.exit == 1 && text.lines[0].hasPrefix("FAIL  2 files: MIXED_SPACE: "))
    }

    @Test("a fit made on the way and a saved one give the same plan, and it is kept as it is printed")
    func saved() throws {
        let (folder, _) = try PlanFiles.scene()
        let (plan, exit) = try PlanFiles.document(PlanFiles.options() + ["old.json"], in: folder)
        let made = [
            "recalibrate", "--dry-run", "--mode", "raw", "--sessions", PlanFiles.session, "--join", "label",
            "old.json", "new.json",
        ]
        let (same, sameExit) = try PlanFiles.document(made, in: folder)
        #expect(exit == 0 && sameExit == 0)
        #expect((plan["digest"] as? String)?.count == 64)
        #expect(plan["digest"] as? String == same["digest"] as? String)
        let roles = [plan, same].map {
            ($0["inputs"] as? [[String: Any]])?.compactMap { $0["role"] as? String }
        }
        #expect(roles == [["fit", "markers"], ["old", "new", "markers"]])
        let kept = try Tool.run(made + ["--json", "--plan-out", "plan.json"], in: folder)
        #expect(try folder.read("plan.json") == kept.output)
        let again = try Tool.run(made + ["--plan-out", "plan.json"], in: folder)
        #expect(again.exit == 2 && again.advice.contains("--plan-out \"plan.json\": the file exists"))
    }

    @Test("labels that would change a terminal are shown as what they are")
    func hostile() throws {
        let (folder, _) = try PlanFiles.scene()
        let labels = [
            #"\u001b[31mred"#, #"a\nFAIL  b"#, #"\u202egnp.exe"#, #"\u0000\u0007"#, #"</script><b>"#,
            String(repeating: "x", count: 5000),
        ]
        let text = labels.enumerated().map { place, label in
            PlanFiles.marker(UInt8(place), label, PlanFiles.square.map { $0 + SIMD3(Double(place), 0, 0) })
                .replacing(", \"version\": 3", with: place == 1 ? "" : ", \"version\": 3")
        }
        try folder.write("[" + text.joined(separator: ",\n") + "]", to: "markers.json")
        for more in [[], ["-v"], ["--explain", "</script><b>"]] {
            let run = try PlanFiles.run(["markers.json"] + more, in: folder)
            let bad = run.output.unicodeScalars.filter {
                $0 != "\n"
                    && ($0.properties.generalCategory == .control || $0.properties.generalCategory == .format)
            }
            #expect(bad.isEmpty && !run.output.contains("\nFAIL"), "\(run.output)")
            #expect(run.output.split(separator: "\n").allSatisfy { $0.count < 1000 })
        }
        let (plan, _) = try PlanFiles.document(PlanFiles.options() + ["markers.json"], in: folder)
        let updates = try #require(plan["updates"] as? [[String: Any]])
        #expect(updates.first?["label"] as? String == "\u{1b}[31mred")
    }

    @Test("what the plan cannot keep true is said: stale members, the vector on top, the next edit")
    func warnings() throws {
        let (folder, _) = try PlanFiles.scene()
        let more =
            #", "details": {"marker_id": "x"}, "custom_props": {"worldPosition": {"x": 1}, "frame_dims": {}}"#
        try folder.write(
            "[" + PlanFiles.marker(1, "a", PlanFiles.square, more: more) + "]", to: "markers.json")
        try folder.write(
            #"{"id": "s", "key": "hall", "name": "Hall", "calibration_vector": [0, 0, 1.5]}"#,
            to: "space.json")
        let raw = try PlanFiles.run(["--space", "space.json", "markers.json"], in: folder)
        #expect(raw.exit == 0)
        let codes = ["FITTED_MISSING", "VECTOR_STAYS_ON_TOP", "SIGN_ASSUMED", "STALE_MEMBERS"]
        for code in codes { #expect(raw.output.contains(code), "\(code)") }
        #expect(
            raw.output.contains(
                "after the move: 1 custom_props/frame_dims, 1 custom_props/worldPosition, 1 details. Have"))
        let calibrated = try Tool.run(PlanFiles.options("calibrated") + ["markers.json"], in: folder)
        #expect(calibrated.output.contains("CALIBRATED_UNTIL_EDIT") && calibrated.output.contains("NO_SPACE"))
    }

    @Test("a marker that would meet one that stays is named")
    func neighbors() throws {
        let (folder, scene) = try PlanFiles.scene()
        // The third of the new scan, in a session that nobody chose.
        let stays = FitScene.marker(FitScene.newID(77), FitScene.newID(78), "stranger", scene.targets[3])
        try folder.write(scene.old.dropLast(2) + ",\n" + stays + "]", to: "markers.json")
        let run = try PlanFiles.run(["markers.json"], in: folder)
        #expect(run.exit == 0)
        #expect(
            run.lines[0].contains(
                "MEETS_UNMOVED: 1 marker would be moved onto another that does not move: \"m3\" "),
            "\(run.output)")
        let (plan, _) = try PlanFiles.document(PlanFiles.options() + ["markers.json"], in: folder)
        let updates = try #require(plan["updates"] as? [[String: Any]])
        let meets = updates.map { ($0["neighbors"] as? [[String: Any]])?.count }
        #expect(meets == (0..<FitScene.count).map { $0 == 3 ? 1 : 0 })
    }

    @Test("one marker is explained by its id or its label, with its numbers")
    func explanation() throws {
        let (folder, scene) = try PlanFiles.scene()
        let byLabel = try PlanFiles.run(["--explain", " M4 ", "old.json"], in: folder)
        let byID = try PlanFiles.run(["--explain", FitScene.oldID(4).uuidString, "old.json"], in: folder)
        #expect(byLabel == byID && byLabel.exit == 0)
        #expect(byLabel.lines[0] == "old.json:5 marker \"m4\"")
        let corner = scene.quads[4].p1
        for part in [
            "\n  becomes     moved, by ", "\n  tolerance   ", "\n  error       ",
            "\n  body        {\"version\":3,",
            "  \(MeasureText.shortest(corner.x))  ", "raw afterwards",
        ] {
            #expect(byLabel.output.contains(part), "\(part): \(byLabel.output)")
        }
        let none = try PlanFiles.run(["--explain", "m44", "old.json"], in: folder)
        #expect(none.exit == 2 && none.output.isEmpty)
        #expect(
            none.advice.hasPrefix(
                "quadcal: --explain cannot be \"m44\"; did you mean \"m4\"? it takes the id"))
    }
}

/// Made by the tool; looked through line by line.
private let goldenText = """
    PASS  2 files: 11 of 22 markers move, by 7.27 m at most.

      plan    raw: the corners of each marker are rewritten
      fit     PASS  old.json to new.json, model gravity
      motion  raw from raw points: turned by 30.0030° ± 0.024°
      frames  old: by name 5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13; new: 0d6c3a52-11f4-4c06-8f0e-7b9a4e2c5d81, which supplied the targets
      space   not given
      digest  b0a76e3a9a9d4e31c2ed779e0e7b448ec459128cdcd2be45ac59646eabb0a9bb

    lists
      list       markers  reason
      move            11
      unchanged        0
      refused          0
      left out        11  11 NEW_FRAME

    markers, the worst first
      marker       at           session   goes by mm  turns by  in 95 of 100 within
      Café window  old.json:3   5b0e8c1a        6399  30.0030°              1.63 mm
      weld         old.json:9   5b0e8c1a        7274  30.0030°              1.58 mm
      switch       old.json:5   5b0e8c1a        6891  30.0030°              1.54 mm
      Door         old.json:2   5b0e8c1a        4160  30.0030°               1.5 mm
      socket       old.json:7   5b0e8c1a        5728  30.0030°              1.43 mm
      weld         old.json:8   5b0e8c1a        4010  30.0030°              1.42 mm
      poster       old.json:4   5b0e8c1a        4613  30.0030°               1.4 mm
      Straße       old.json:6   5b0e8c1a        6710  30.0030°               1.4 mm
      weld         old.json:10  5b0e8c1a        6190  30.0030°              1.27 mm
      shelf        old.json:12  5b0e8c1a        5300  30.0030°              1.22 mm
      and 1 more; -v lists all

    """
