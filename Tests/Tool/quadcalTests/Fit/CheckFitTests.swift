import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("Check pairs of quadcal fit")
struct CheckFitTests {
    private static let fitted = 6

    /// A scene's pairs of some markers, as `M03/p1`, or in a column.
    private static func file(_ markers: Range<Int>, off: [Int: Double] = [:], inColumn: Bool = false)
        -> String
    {
        let scene = FitScene(seed: 5, noise: 0.002)
        let rows = markers.flatMap { place in
            (0..<4).map { corner in
                let (s, t) = (scene.quads[place][corner: corner], scene.targets[place][corner: corner])
                let id = inColumn ? "\(4 * place + corner)" : "M0\(place)/p\(corner + 1)"
                return "\(id),\(s.x),\(s.y),\(s.z),\(t.x),\(t.y + (off[place] ?? 0)),\(t.z)"
                    + (inColumn ? ",M0\(place)" : "")
            }
        }
        return ([PairFiles.header + (inColumn ? ",marker" : "")] + rows).joined(separator: "\n")
    }

    private static func files(off: [Int: Double] = [:], inColumn: Bool = false) -> [String: String] {
        [
            "pairs.csv": file(0..<fitted),
            "checks.csv": file(fitted..<FitScene.count, off: off, inColumn: inColumn),
        ]
    }

    private static let arguments = ["--check-points", "checks.csv", "pairs.csv"]

    private static func checks(_ document: [String: Any]) -> [[String: Any]] {
        document["checks"] as? [[String: Any]] ?? []
    }

    @Test("every check has its marker, by its id or by a column", arguments: [false, true])
    func markers(inColumn: Bool) throws {
        let files = Self.files(inColumn: inColumn)
        let (document, exit) = try PairFiles.report(Self.arguments, files: files)
        #expect(exit == 0)
        let groups = Self.checks(document).compactMap { $0["group"] as? String }
        #expect(groups == ["M06", "M07", "M08"].flatMap { [String](repeating: $0, count: 4) })
        let text = try Tool.run(["fit", "-v"] + Self.arguments, files: files).output
        let table = text.split(separator: "\n").drop { !$0.hasPrefix("check pairs of checks.csv, in mm") }
        let heading = table.dropFirst().first.map { $0.split(separator: " ") } ?? []
        #expect(heading.prefix(2) == ["id", "marker"])
        #expect(table.contains { $0.contains("  M07  ") })
    }

    @Test("a marker that is off is one that misses, not four")
    func misses() throws {
        let files = Self.files(off: [7: 0.05], inColumn: true)
        let (document, exit) = try PairFiles.report(Self.arguments, files: files)
        let judgement = (document["judgements"] as? [[String: Any]])?.first
        #expect(judgement?["code"] as? String == "CHECKS_MISS" && exit == 1)
        #expect(Set(judgement?["checks"] as? [String] ?? []) == ["28", "29", "30", "31"])
        let sentence = try #require(judgement?["sentence"] as? String)
        #expect(sentence.hasPrefix("1 of 3 check markers is off by more than any should be: \"M07\" (line "))
    }

    @Test("check pairs that are independent have no marker, and wider bounds")
    func independent() throws {
        let grouped = try PairFiles.report(Self.arguments, files: Self.files(inColumn: true)).document
        var files = Self.files(inColumn: true)
        files["checks.csv"] = files["checks.csv"]?.split(separator: "\n").map { row in
            row.split(separator: ",").dropLast().joined(separator: ",")
        }.joined(separator: "\n")
        let alone = try PairFiles.report(Self.arguments, files: files).document
        for (one, other) in zip(Self.checks(grouped), Self.checks(alone)) {
            #expect(other["group"] == nil)
            let (bound, wider) = (one["bound"] as? Double ?? 0, other["bound"] as? Double ?? 0)
            #expect(bound > 0 && bound < wider)
            #expect(one["error95"] as? Double == other["error95"] as? Double)
            #expect((one["error95"] as? Double ?? 0) < bound)
        }
        let none = try PairFiles.report(["--groups", "none"] + Self.arguments, files: Self.files()).document
        #expect(Self.checks(none).allSatisfy { $0["group"] == nil } && Self.checks(none).count == 12)
    }

    @Test("the report shows the marker of every check")
    func page() throws {
        let folder = try Folder()
        let run = try Tool.run(
            ["fit", "--report", "fit.html"] + Self.arguments, files: Self.files(inColumn: true), in: folder)
        #expect(run.exit == 0)
        let page = try folder.read("fit.html")
        #expect(page.contains("95 % alone") && page.contains("95 % of all") && page.contains(">M08<"))
    }
}
