import Foundation
import Markers
import QuadGeometry
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("Check markers of quadcal fit")
struct CheckOntoTests {
    private static let fitted = 0..<6, checked = 6..<FitScene.count

    /// Markers of a scan, the new ones with their corners from another one on; `off` moves some.
    private static func list(_ places: Range<Int>, isNew: Bool, off: [Int: Double] = [:]) -> String {
        let scene = FitScene(seed: 5, noise: 0.002)
        let markers = places.map { place in
            guard isNew else {
                return FitScene.marker(
                    FitScene.oldID(place), FitScene.oldSession, "m\(place)", scene.quads[place])
            }
            let quad = scene.targets[place].map { $0 + SIMD3(0, off[place] ?? 0, 0) }
            return FitScene.marker(
                FitScene.newID(place), FitScene.newSession, "m\(place)",
                quad.reordered(CornerOrder(start: 1, isReversed: false)))
        }
        return "[" + markers.joined(separator: ",\n") + "]\n"
    }

    private static func files(_ checked: Range<Int> = checked, off: [Int: Double] = [:]) -> [String: String] {
        [
            "old.json": list(fitted, isNew: false), "new.json": list(fitted, isNew: true),
            "kept-old.json": list(checked, isNew: false),
            "kept-new.json": list(checked, isNew: true, off: off),
        ]
    }

    private static let checks = ["--check-points", "kept-old.json", "--check-onto", "kept-new.json"]
    private static let arguments = ["--join", "label"] + checks + ["old.json", "new.json"]

    @Test("are joined as those of the fit are, and compared with the motion")
    func joined() throws {
        let (document, exit) = try PairFiles.report(Self.arguments, files: Self.files())
        #expect(exit == 0 && document["verdict"] as? String == "pass")
        let checks = try #require(document["checks"] as? [[String: Any]])
        let groups = checks.compactMap { $0["group"] as? String }
        #expect(groups == ["m6", "m7", "m8"].flatMap { [String](repeating: $0, count: 4) })
        #expect(checks.prefix(2).map { $0["id"] as? String } == ["m6.p1", "m6.p2"])
        #expect(checks.allSatisfy { ($0["error95"] as? Double ?? 0) > ($0["motionError95"] as? Double ?? 1) })
        #expect(checks.allSatisfy { ($0["length"] as? Double ?? 1) < 0.02 })
        let inputs = try #require(document["inputs"] as? [[String: Any]])
        #expect(inputs.map { $0["role"] as? String } == ["old", "new", "check-points", "check-onto"])
        #expect(inputs.map { $0["markers"] as? Int } == [6, 6, 3, 3])
        let text = try Tool.run(["fit"] + Self.arguments, files: Self.files()).output
        #expect(text.contains("\ncheck pairs of kept-old.json to kept-new.json, in mm\n"), "\(text)")
        #expect(text.contains("checks joined   3 markers by label, of 3 old and 3 new\n"), "\(text)")
    }

    @Test("one alone has its corners in the order of the fit's motion, and is said to miss where it does")
    func alone() throws {
        let one = try PairFiles.report(Self.arguments, files: Self.files(7..<8))
        #expect(one.exit == 0 && (one.document["checks"] as? [Any])?.count == 4)
        let off = try PairFiles.report(Self.arguments, files: Self.files(off: [7: 0.06]))
        let judgement = try #require((off.document["judgements"] as? [[String: Any]])?.first)
        #expect(judgement["code"] as? String == "CHECKS_MISS" && off.exit == 1)
        #expect(Set(judgement["checks"] as? [String] ?? []) == ["m7.p1", "m7.p2", "m7.p3", "m7.p4"])
    }

    @Test("what has no partner is counted, and a map names those of the fit without a word")
    func unmatched() throws {
        var files = Self.files()
        files["kept-old.json"] = Self.list(5..<9, isNew: false)
        let run = try Tool.run(["fit"] + Self.arguments, files: files)
        #expect(run.output.contains("checks joined   3 markers by label, of 4 old and 3 new; 1 unmatched\n"))
        files["map.csv"] =
            "old,new\n"
            + (0..<9).map {
                "\(FitScene.oldID($0).uuidString),\(FitScene.newID($0).uuidString)\n"
            }.joined()
        let mapped = try Tool.run(
            ["fit", "--join-map", "map.csv"] + Self.checks + ["old.json", "new.json"], files: files)
        #expect(mapped.exit == 0)
        #expect(mapped.advice.split(separator: "\n").count { $0.hasPrefix("map.csv") } <= 1)
    }

    @Test(
        "contradictions are refused before a file is read",
        arguments: [
            (["--join", "label", "--check-onto", "b.json", "old.json", "new.json"], "--check-points"),
            (["--check-points", "a.json", "--check-onto", "b.json", "pairs.csv"], "--join"),
            (
                ["--two-points", "--check-points", "a.json", "--check-onto", "b.json", "a.csv", "b.csv"],
                "--join"
            ),
            (["--join", "label", "--check-points", "-", "--check-onto", "-", "old.json", "new.json"], "-"),
        ])
    func refused(_ arguments: [String], _ word: String) throws {
        let run = try Tool.run(["fit"] + arguments, files: [:])
        #expect(run.exit == 2 && run.advice.contains(word), "\(run.advice)")
    }

    @Test("pairs are no markers, and markers no pairs")
    func kinds() throws {
        var files = Self.files()
        files["kept-new.json"] = PairFiles.header + "\na,1,2,3,4,5,6\n"
        #expect(try Tool.run(["fit"] + Self.arguments, files: files).exit == 3)
        let alone = ["--join", "label", "--check-points", "kept-old.json", "old.json", "new.json"]
        #expect(try Tool.run(["fit"] + alone, files: Self.files()).exit == 3)
    }
}
