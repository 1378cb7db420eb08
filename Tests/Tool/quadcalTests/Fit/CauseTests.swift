import Foundation
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("Verdicts that name the cause")
struct CauseTests {
    /// One marker whose corners are named from the bottom right on in the new scan.
    private static let turned = """
        id,sx,sy,sz,tx,ty,tz
        a,0,1,0,5.001,2.002,0.001
        b,1,1,0,4.000,1.999,0
        c,1,0,0,4.001,3.001,0.002
        d,0,0,0,5,3,0.001

        """

    @Test("too few markers come before a scene that they turn over")
    func fewMarkers() throws {
        let run = try Tool.run(["fit", "up.csv", "--save", "fit.json"], files: ["up.csv": Self.turned])
        #expect(run.exit == 1)
        #expect(
            run.lines.first?.hasPrefix("FAIL  up.csv: WEAK_GEOMETRY: There are only 4 pairs") == true,
            "\(run)")
        #expect(run.output.contains("  ERROR UPSIDE_DOWN The best turn puts the vertical upside down"))
        #expect(run.lines.count { $0.contains("WEAK_GEOMETRY") } == 1)
        let strict = try Tool.run(
            ["fit", "--fail-on", "never", "up.csv"], files: ["up.csv": Self.turned])
        #expect(strict.exit == 0 && strict.output.hasPrefix("FAIL  up.csv: WEAK_GEOMETRY"))
    }

    @Test("enough markers that are turned over leave the axes as the cause")
    func manyMarkers() throws {
        let scene = FitScene(seed: Seeds.first, noise: 0.001)
        let names = scene.quads.indices.map { "m\($0)" }
        let rows = scene.pairs(names).split(separator: "\n").map { row in
            var fields = row.split(separator: ",").map(String.init)
            if let x = Double(fields[4]), let y = Double(fields[5]) {
                (fields[4], fields[5]) = ("\(-x)", "\(-y)")
            }
            return fields.joined(separator: ",")
        }
        let run = try Tool.run(["fit", "t.csv"], files: ["t.csv": rows.joined(separator: "\n") + "\n"])
        #expect(run.exit == 1 && run.output.hasPrefix("FAIL  t.csv: UPSIDE_DOWN: "), "\(run.output)")
    }

    @Test("a scale of about 1000 is of millimetres, however well it is known", arguments: [1000, 0.001])
    func roughScale(factor: Double) throws {
        let scene = FitScene(seed: Seeds.first, noise: 0.15)
        let names = scene.quads.indices.map { "m\($0)" }
        let rows = scene.pairs(names).split(separator: "\n").enumerated().map { place, row in
            var fields = row.split(separator: ",").map(String.init)
            for column in 4..<7 where place > 0 {
                fields[column] = "\((Double(fields[column]) ?? 0) * factor * 0.985)"
            }
            return fields.joined(separator: ",")
        }
        let text = rows.joined(separator: "\n") + "\n"
        let run = try Tool.run(["fit", "slip.csv"], files: ["slip.csv": text])
        let (wrong, other) = factor > 1 ? ("targets", "sources") : ("sources", "targets")
        #expect(run.exit == 1 && run.output.hasPrefix("FAIL  slip.csv: SCALE_SLIP: "), "\(run.output)")
        #expect(
            run.lines.first?.hasSuffix(
                "the \(wrong) look like millimetres where the \(other) are metres. Convert them and fit again."
            )
                == true, "\(run.output)")
    }

    @Test("a motion that must not be used names the pairs that speak against it, the worst first")
    func worstPairs() throws {
        let folder = try Folder()
        for (name, text) in try PairFiles.dataset("wrong-corner.csv") { try folder.write(text, to: name) }
        try folder.write(FitScene(seed: 1, noise: 0.002).old, to: "old.json")
        let fit = try Tool.run(["fit", "wrong-corner.csv", "--save", "fit.json"], in: folder)
        #expect(fit.exit == 1 && fit.output.contains("OUTLYING_PAIRS"))
        let run = try Tool.run(["apply", "--mode", "raw", "--out", "o", "fit.json", "old.json"], in: folder)
        #expect(run.exit == 4 && run.advice.contains("FAILED_FIT"), "\(run.advice)")
        #expect(run.advice.contains(/must not be used: ".+" is off by [0-9.]+ m/), "\(run.advice)")
        #expect(run.advice.contains("--robust"))
    }

    @Test("a pass repeats the tolerance, and the figure that met it")
    func passes() throws {
        let scene = FitScene(seed: Seeds.first, noise: 0.001)
        let files = ["old.json": scene.old, "new.json": scene.new, "points.csv": "id,x,y,z\ndoor,1,2,3\n"]
        let fit = ["fit", "--join", "label", "old.json", "new.json", "--tolerance-mm", "50"]
        for (options, place) in [([], "the worst pair"), (["--at", "points.csv"], "the worst point")] {
            let run = try Tool.run(fit + options, files: files)
            let sentence =
                "no problems found, and the error to expect at \(place) is "
            #expect(
                run.exit == 0 && run.output.hasPrefix("PASS  old.json to new.json: \(sentence)"), "\(run)")
            #expect(run.lines.first?.hasSuffix("mm, within the tolerance of 50 mm.") == true)
        }
    }
}
