import Foundation
import QuadGeometry
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

/// Each test is a situation of somebody who scans a long space again.
@Suite("quadcal fit --straighten")
struct StraightenFitTests {
    private static let join = ["--join", "label", "old.json", "new.json"]

    private static func straightening(_ report: [String: Any]) throws -> [String: Any] {
        try #require(report["straightening"] as? [String: Any], "\(report["judgements"] ?? "")")
    }

    private static func codes(_ report: [String: Any]) -> [String] {
        ((report["judgements"] as? [[String: Any]]) ?? []).compactMap { $0["code"] as? String }
    }

    private static func vector(_ value: Any?) throws -> SIMD3<Double> {
        let numbers = try #require(value as? [Double])
        return SIMD3(numbers[0], numbers[1], numbers[2])
    }

    private static func shifts(_ report: [String: Any]) throws -> [SIMD3<Double>] {
        try #require(report["pairs"] as? [[String: Any]]).map { try vector($0["shift"]) }
    }

    @Test(
        "a marker ends where it is, within its bound, far nearer than by the one motion",
        arguments: ["time", "auto"])
    func points(way: String) throws {
        let scene = BentCorridor()
        let (report, _) = try PairFiles.report(
            Self.join + ["--straighten", way, "--at", "points.json"], files: scene.files)
        #expect(report["schema"] as? String == "quadcal.fit/2")
        let straightening = try Self.straightening(report)
        #expect(straightening["kind"] as? String == "time")
        #expect((straightening["pins"] as? [Any])?.count == 24)
        let after = try #require(straightening["leaveOneOut"] as? Double)
        let before = try #require(straightening["leaveOneOutOfMotion"] as? Double)
        #expect(after < 0.5 * before, "\(after), \(before)")
        let points = try #require(report["points"] as? [[String: Any]])
        #expect(points.count == 12)
        var own = 0.0, ofMotion = 0.0, held = 0
        for point in points {
            let name = try #require(point["id"] as? String), truth = scene.truth(name)
            let moved = try Self.vector(point["moved"]), shift = try Self.vector(point["shift"])
            let bound = try #require(point["error95"] as? Double)
            #expect(point["beyond"] == nil)
            own += (moved - truth).dot(moved - truth)
            ofMotion += (moved - shift - truth).dot(moved - shift - truth)
            if (moved - truth).length <= bound { held += 1 }
        }
        #expect(own < 0.1 * ofMotion, "\(own), \(ofMotion)")
        #expect(held >= 11, "\(held)")
    }

    @Test("the text says what it brings, and without the option what it would bring")
    func words() throws {
        let files = BentCorridor().files
        let plain = try Tool.run(["fit"] + Self.join, files: files)
        let hint = try #require(plain.lines.first { $0.contains("STRAIGHTENING_HELPS") })
        #expect(
            hint.contains("The scan bends: leave-one-out error ") && hint.hasSuffix(": --straighten time."))
        #expect(!plain.output.contains("straightened  by"))
        let run = try Tool.run(["fit", "--straighten", "time"] + Self.join, files: files)
        let line = try #require(run.lines.first { $0.contains("straightened ") })
        #expect(
            line.contains("by time: leave-one-out error ")
                && line.contains(" by the one motion, of 24 markers"))
        #expect(!run.output.contains("STRAIGHTENING_HELPS") && !run.output.contains("SCAN_DRIFT"))
        // Nothing is moved by the hint, and none asked for is none.
        let (report, _) = try PairFiles.report(Self.join, files: files)
        let (none, _) = try PairFiles.report(Self.join + ["--straighten", "none"], files: files)
        #expect(report["straightening"] == nil && report["schema"] as? String == "quadcal.fit/1")
        #expect(NSDictionary(dictionary: report) == NSDictionary(dictionary: none))
        #expect(Self.codes(report).contains("STRAIGHTENING_HELPS"))
    }

    @Test("who asks for it where it is not worth it is warned")
    func worthless() throws {
        let run = try Tool.run(
            ["fit", "--straighten", "place"] + Self.join, files: BentCorridor(size: 0).files)
        #expect(run.output.hasPrefix("WARN"), "\(run.output)")
        #expect(run.output.contains("Straightened by place, which is not worth it: leave-one-out error "))
    }

    @Test("a scan that does not bend is not straightened by itself, and why is said")
    func straight() throws {
        let files = BentCorridor(size: 0).files
        let plain = try Tool.run(["fit"] + Self.join, files: files)
        #expect(!plain.output.contains("STRAIGHTENING_HELPS"))
        let (report, exit) = try PairFiles.report(Self.join + ["--straighten", "auto"], files: files)
        #expect(exit == 0 && report["straightening"] == nil && report["schema"] as? String == "quadcal.fit/1")
        let run = try Tool.run(["fit", "--straighten", "auto"] + Self.join, files: files)
        let line = try #require(run.lines.first { $0.contains("NOT_STRAIGHTENED") })
        #expect(
            line.contains(" by time, ") && line.contains(" by place, ") && line.contains("at least 15 % less")
        )
    }

    @Test("markers of one label, or of none, paired by geometry", arguments: ["New Marker", nil])
    func labels(label: String?) throws {
        var scene = BentCorridor(size: 0.02)
        for place in scene.pins.indices { scene.pins[place].label = label }
        let (report, _) = try PairFiles.report(
            ["--join", "geometry", "--straighten", "time", "old.json", "new.json"], files: scene.files)
        #expect((try Self.straightening(report)["pins"] as? [Any])?.count == 24)
    }

    @Test("a marker that was added the day after is left to the one motion, and that is said")
    func late() throws {
        var scene = BentCorridor()
        scene.others[4].createdAt = BentCorridor.date(86_400)
        let (report, _) = try PairFiles.report(
            Self.join + ["--straighten", "time", "--at", "points.json"], files: scene.files)
        let points = try #require(report["points"] as? [[String: Any]])
        let late = points[4]
        #expect(try Self.vector(late["shift"]).length < 1e-6)
        #expect(try #require(late["beyond"] as? Double) > 86_000)
        let worst = try #require(late["error95"] as? Double)
        #expect(points.enumerated().allSatisfy { $0 == 4 || ($1["error95"] as? Double ?? 0) < worst / 2 })
        #expect(Self.codes(report).contains("BEYOND_MARKERS"))
        let run = try Tool.run(
            ["fit", "--straighten", "time", "--at", "points.json"] + Self.join, files: scene.files)
        #expect(
            run.output.contains("BEYOND_MARKERS \"\(scene.others[4].label ?? "")\" is farther"),
            "\(run.output)")
        #expect(run.lines.contains { $0.contains(scene.others[4].label ?? "") && $0.hasSuffix("fades") })
        // Without --at it is the markers of the old file that have no partner.
        var files = scene.files
        files["old.json"] =
            "["
            + [scene.files["old.json"], scene.files["points.json"]].map {
                String(($0 ?? "").dropFirst().dropLast(2))
            }.joined(separator: ",") + "]"
        let all = try Tool.run(["fit", "--straighten", "time"] + Self.join, files: files)
        #expect(
            all.output.contains("BEYOND_MARKERS \"\(scene.others[4].label ?? "")\" is farther"),
            "\(all.output)")
    }

    @Test("the clock and its zone change nothing")
    func clocks() throws {
        let scene = BentCorridor()
        let (own, _) = try PairFiles.report(Self.join + ["--straighten", "time"], files: scene.files)
        var zoned = scene
        for place in zoned.pins.indices {
            zoned.pins[place].createdAt = BentCorridor.date(zoned.pins[place].time, zone: 2)
        }
        let (same, _) = try PairFiles.report(Self.join + ["--straighten", "time"], files: zoned.files)
        #expect(try Self.shifts(own) == Self.shifts(same))
        let tables = [0.0, 5e8].map { shift in scene.table { "\($0.time + shift)" } }
        let rows = try tables.map { table in
            try Self.shifts(
                PairFiles.report(["--straighten", "time", "p.csv"], files: ["p.csv": table]).document)
        }
        for (one, other) in zip(rows[0], rows[1]) { #expect((one - other).length < 1e-6) }
    }

    @Test("some times may be equal, and one time for all is refused")
    func equalTimes() throws {
        var scene = BentCorridor()
        for place in 0..<4 { scene.pins[place].createdAt = scene.pins[0].createdAt }
        let (report, _) = try PairFiles.report(Self.join + ["--straighten", "time"], files: scene.files)
        #expect((try Self.straightening(report)["pins"] as? [Any])?.count == 24)
        for place in scene.pins.indices { scene.pins[place].createdAt = scene.pins[0].createdAt }
        let run = try Tool.run(["fit", "--straighten", "time"] + Self.join, files: scene.files)
        #expect(run.exit == 4 && run.advice.contains("all markers of the fit have one time"), "\(run.advice)")
        let auto = try Tool.run(["fit", "--straighten", "auto"] + Self.join, files: scene.files)
        #expect(
            auto.exit == 0 && auto.output.contains("by time not tried: all markers of the fit have one time"))
    }

    @Test("a missing time is refused by the name of its marker, unless the fit rejects that")
    func missingTimes() throws {
        var scene = BentCorridor()
        scene.pins[7].createdAt = nil
        let run = try Tool.run(["fit", "--straighten", "time"] + Self.join, files: scene.files)
        #expect(run.exit == 4, "\(run)")
        #expect(
            run.advice.contains("old.json:9: not straightened: \"P7\" (line 9) has no time"), "\(run.advice)")
        let auto = try Tool.run(["fit", "--straighten", "auto"] + Self.join, files: scene.files)
        #expect(
            auto.exit == 0 && auto.output.contains("by time not tried: \"P7\" (line 9) has no time"),
            "\(auto.output)")
        scene.pins[7].new = scene.pins[7].new.map { $0 + SIMD3(3, 0, -4) }
        let (robust, _) = try PairFiles.report(
            Self.join + ["--robust", "--bound-mm", "800", "--straighten", "time"], files: scene.files)
        #expect((try Self.straightening(robust)["pins"] as? [Any])?.count == 23)
        for place in scene.pins.indices { scene.pins[place].createdAt = nil }
        let none = try Tool.run(["fit", "--straighten", "time"] + Self.join, files: scene.files)
        #expect(none.exit == 4 && none.advice.contains("no pair has a time"), "\(none.advice)")
    }

    @Test("a point without a time is refused by its name, and left to the place by auto")
    func pointTimes() throws {
        var scene = BentCorridor()
        scene.others[2].createdAt = nil
        let label = scene.others[2].label ?? ""
        let options = Self.join + ["--at", "points.json", "--straighten"]
        let run = try Tool.run(["fit"] + options + ["time"], files: scene.files)
        #expect(
            run.exit == 4 && run.advice.contains("points.json:4: \"\(label)\": no usable time"),
            "\(run.advice)")
        let auto = try Tool.run(["fit"] + options + ["auto"], files: scene.files)
        #expect(
            auto.exit == 0 && auto.output.contains("times are not known of all that is moved"),
            "\(auto.output)")
    }

    @Test("times in tables: blank where there is none, and refused where it is not a number")
    func tables() throws {
        let scene = BentCorridor()
        func run(_ text: String, _ way: String) throws -> Tool.Run {
            try Tool.run(
                ["fit", "--straighten", way, "p.csv"],
                files: ["p.csv": scene.table { $0.label == "P3" ? text : "\($0.time)" }])
        }
        #expect(try run("12.5", "time").output.contains("straightened  by time"))
        let blank = try run("", "time")
        #expect(
            blank.exit == 4 && blank.advice.contains("p.csv:5: not straightened: \"P3\" (line 5) has no time")
        )
        #expect(try run("", "place").exit == 0)
        for text in ["NaN", "inf", "yesterday", "1e999"] {
            let wrong = try run(text, "place")
            #expect(wrong.exit == 3 && wrong.advice.contains("p.csv:5"), "\(text): \(wrong.advice)")
        }
        let far = try run("1e300", "time")
        #expect(far.exit == 4 && far.advice.contains("too large"), "\(far.advice)")
    }

    @Test("too few markers, or all in one place, are refused")
    func few() throws {
        for count in [3, 4] {
            let scene = BentCorridor(count)
            let run = try Tool.run(["fit", "--straighten", "place"] + Self.join, files: scene.files)
            #expect((run.exit == 4) == (count == 3), "\(run)")
            guard count == 3 else { continue }
            #expect(run.advice.contains("3 markers that the fit follows, and it takes 4 to see a drift"))
        }
        let auto = try Tool.run(["fit", "--straighten", "auto"] + Self.join, files: BentCorridor(6).files)
        #expect(auto.output.contains("6 markers, and what it brings is judged from 8 on"), "\(auto)")
    }

    @Test("a marker that the robust fit rejects is no pin, and changes no shift")
    func rejected() throws {
        var scene = BentCorridor(25)
        let moved = scene.pins.remove(at: 12)
        let options = Self.join + ["--robust", "--bound-mm", "800", "--straighten", "time"]
        let (without, _) = try PairFiles.report(options, files: scene.files)
        scene.pins.append(moved)
        scene.pins[24].new = moved.new.map { $0 + SIMD3(0, 1.5, 2) }
        let (report, _) = try PairFiles.report(options, files: scene.files)
        #expect((try Self.straightening(report)["pins"] as? [Any])?.count == 24)
        let (own, other) = (try Self.shifts(report), try Self.shifts(without))
        #expect(own.count == 100 && other.count == 96)
        for (one, same) in zip(own, other) { #expect((one - same).length < 1e-6) }
        // It is moved as those made about when it was are.
        let truth = moved.new.center, pair = try #require((report["pairs"] as? [[String: Any]])?[96])
        #expect(pair["follows"] as? Bool == false)
        #expect((own[96] - other[44]).length < 0.1, "\(truth)")
    }

    @Test("rows of weight zero are no pins")
    func weights() throws {
        let scene = BentCorridor()
        let rows = scene.table { "\($0.time)" }.split(separator: "\n").enumerated().map { row, text in
            "\(text),\(row == 0 ? "w" : row < 5 ? "0" : "1")"
        }
        let (report, _) = try PairFiles.report(
            ["--straighten", "time", "p.csv"], files: ["p.csv": rows.joined(separator: "\n")])
        #expect((try Self.straightening(report)["pins"] as? [Any])?.count == 20)
    }

    @Test("a session that was chosen gives the pins and their times")
    func sessions() throws {
        var scene = BentCorridor()
        let other = UUID()
        for place in 20..<24 {
            scene.pins[place].session = other
            scene.pins[place].createdAt = nil
        }
        let (report, _) = try PairFiles.report(
            Self.join + ["--from-session", "\(BentCorridor.oldSession)", "--straighten", "time"],
            files: scene.files)
        #expect((try Self.straightening(report)["pins"] as? [Any])?.count == 20)
    }

    @Test("halves that were scanned on different days keep to their own day, and nobody walks for days")
    func days() throws {
        var scene = BentCorridor(32)
        for place in 16..<32 {
            scene.pins[place].createdAt = BentCorridor.date(scene.pins[place].time + 172_800)
        }
        let (report, _) = try PairFiles.report(Self.join + ["--straighten", "time"], files: scene.files)
        let straightening = try Self.straightening(report)
        let after = try #require(straightening["leaveOneOut"] as? Double)
        let before = try #require(straightening["leaveOneOutOfMotion"] as? Double)
        #expect(after < 0.7 * before, "\(after), \(before)")
        #expect(try #require(straightening["reach"] as? Double) < 3600)
    }

    @Test(
        "what goes by one motion is refused, with what it contradicts",
        arguments: [
            (["--model", "similarity"], "--model similarity"),
            (["--model", "translation"], "--model translation"),
            (["--print", "matrix"], "--print matrix"), (["--groups", "none"], "--groups none"),
            (["--check-points", "old.json", "--check-onto", "new.json"], "--check-points old.json"),
        ])
    func contradictions(options: [String], word: String) throws {
        for way in ["place", "time", "auto"] {
            let run = try Tool.run(
                ["fit", "--straighten", way] + options + Self.join, files: BentCorridor().files)
            #expect(run.exit == 2 && run.output.isEmpty, "\(way) \(run)")
            #expect(run.advice.contains("--straighten \(way)") && run.advice.contains(word), "\(run.advice)")
        }
        let matrices = try Tool.run(
            ["fit", "--straighten", "auto", "--matrices", "new-from-old", "m.txt"], files: ["m.txt": ""])
        #expect(matrices.exit == 2 && matrices.advice.contains("--matrices"), "\(matrices.advice)")
    }

    @Test("columns that state the noise leave none to a drift")
    func stated() throws {
        let rows = BentCorridor().table { "\($0.time)" }.split(separator: "\n").enumerated().map {
            row, text in
            "\(text),\(row == 0 ? "s" : "0.01")"
        }
        let run = try Tool.run(
            ["fit", "--straighten", "place", "--fail-on", "never", "p.csv"],
            files: ["p.csv": rows.joined(separator: "\n")])
        #expect(run.exit == 4 && run.advice.contains("columns state the noise"), "\(run)")
    }

    @Test("markers without names are not taken for pins that check each other")
    func unnamed() throws {
        let scene = BentCorridor()
        let rows = scene.pins.flatMap { item in
            (0..<4).map { corner -> String in
                let (s, t) = (item.old[corner: corner], item.new[corner: corner])
                return "\(item.label ?? "")c\(corner),\(s.x),\(s.y),\(s.z),\(t.x),\(t.y),\(t.z)"
            }
        }
        let run = try Tool.run(
            ["fit", "--straighten", "auto", "p.csv"],
            files: ["p.csv": PairFiles.file(rows.joined(separator: "\n"))])
        #expect(run.output.contains("four pairs look like a marker that nothing names"), "\(run)")
        let plain = try Tool.run(
            ["fit", "p.csv"], files: ["p.csv": PairFiles.file(rows.joined(separator: "\n"))])
        #expect(!plain.output.contains("STRAIGHTENING_HELPS"))
    }
}
