import Foundation
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("Groups of pairs in quadcal fit")
struct GroupFitTests {
    private static let code = "UNNAMED_MARKER"
    private static let scene = FitScene(seed: 3, noise: 0.002)
    private static let named = scene.pairs((0..<FitScene.count).map { "m\($0)" })
    /// The same, numbered on.
    private static var numbered: String {
        named.split(separator: "\n").enumerated().map { place, row in
            place == 0 ? "\(row)" : "\(place)," + row.split(separator: ",").dropFirst().joined(separator: ",")
        }.joined(separator: "\n")
    }

    private static func codes(_ document: [String: Any]) -> [String] {
        (document["judgements"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    }

    @Test("corners that nothing names are remarked on, with what naming them would change")
    func unnamed() throws {
        let (document, exit) = try PairFiles.report(["a.csv"], files: ["a.csv": Self.numbered])
        #expect(Self.codes(document) == [Self.code] && exit == 0)
        let judgement = (document["judgements"] as? [[String: Any]])?.first
        #expect(judgement?["pairs"] as? [String] == ["1", "2", "3", "4"])
        #expect(judgement?["severity"] as? String == "info")
        let run = try Tool.run(["fit", "a.csv"], files: ["a.csv": Self.numbered])
        #expect(
            run.output.hasPrefix("PASS  a.csv: no problems found.")
                && run.output.contains("INFO \(Self.code) Pairs \"1\" to \"4\" (lines 2 to 5) lie as "))
        #expect(run.output.contains("with a column marker"))
    }

    @Test(
        "no remark on corners that are named, denied, or state their noise",
        arguments: [
            (true, []), (false, ["--groups", "none"]), (false, ["--marker-noise-mm", "0"]),
            (true, ["--groups", "none"]), (true, ["--groups", "auto"]),
        ])
    func silent(isNamed: Bool, options: [String]) throws {
        let file = isNamed ? Self.named : Self.numbered
        let (document, _) = try PairFiles.report(options + ["a.csv"], files: ["a.csv": file])
        #expect(Self.codes(document).isEmpty, "\(options)")
        let rows = file.split(separator: "\n").map { "\($0)" + ($0.hasPrefix("id") ? ",s" : ",0.002") }
        let stated = try PairFiles.report(["a.csv"], files: ["a.csv": rows.joined(separator: "\n")])
        #expect(!Self.codes(stated.document).contains(Self.code))
    }

    @Test("twelve points apart are no marker")
    func scattered() throws {
        var random = SeededGenerator(seed: Seeds.first, sample: 0)
        let rows = (0..<12).map { place in
            let p = SIMD3<Double>.random(in: -4...4, using: &random),
                q = p + SIMD3.normal(using: &random) * 0.003
            return "\(place),\(p.x),\(p.y),\(p.z),\(q.x + 1),\(q.y),\(q.z)"
        }
        let file = ([PairFiles.header] + rows).joined(separator: "\n")
        let (document, _) = try PairFiles.report(["a.csv"], files: ["a.csv": file])
        #expect(!Self.codes(document).contains(Self.code), "seed \(Seeds.first)")
    }

    @Test("--groups none fits named corners as if nothing named them, joined ones too")
    func denied() throws {
        func numbers(_ arguments: [String], _ files: [String: String]) throws -> [String] {
            let (document, _) = try PairFiles.report(arguments, files: files)
            let evidence = document["evidence"] as? [String: Any]
            let pairs = document["pairs"] as? [[String: Any]] ?? []
            #expect(pairs.count == 4 * FitScene.count && pairs.allSatisfy { $0["group"] is NSNull })
            #expect((document["options"] as? [String: Any])?["groups"] as? String == "none")
            let covariance = evidence?["covariance"] as? [String: Any]
            return ["\(evidence?["noise"] ?? "")", "\(covariance?["matrix"] ?? "")"]
        }
        let none = ["--groups", "none"]
        let plain = try numbers(none + ["a.csv"], ["a.csv": Self.numbered])
        #expect(try numbers(none + ["a.csv"], ["a.csv": Self.named]) == plain)
        let joined = try numbers(
            none + ["--join", "label", "old.json", "new.json"],
            ["old.json": Self.scene.old, "new.json": Self.scene.new])
        #expect(joined == plain)
    }

    @Test("a choice that is none is refused with those there are")
    func unknown() throws {
        let run = try Tool.run(["fit", "--groups", "all", "a.csv"], files: ["a.csv": Self.named])
        #expect(run.exit == 2 && run.advice.contains("auto") && run.advice.contains("none"))
    }

    @Test("matrices have no groups")
    func matrices() throws {
        let run = try Tool.run(["fit", "--matrices", "scan-from-model", "--groups", "none", "m.txt", "n.txt"])
        #expect(run.exit == 2 && run.advice.contains("--groups none"))
    }
}
