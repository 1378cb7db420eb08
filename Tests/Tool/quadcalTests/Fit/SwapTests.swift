import Foundation
import Testing

/// Mistakes in pairs that `quadcal fit` names.
@Suite("Mistakes named by fit")
struct SwapTests {
    /// Five points and their places after a shift, those of b and d exchanged.
    private static let swapped = PairFiles.file(
        "a,0,0,0,1,0,0", "b,4,0,0,1.001,3,2", "c,0,3,1,1,3,1.001", "d,0,3,2,5,0,0", "e,4,3,2,5,3,2.001",
        "f,2,0,3,3,0.001,3", "g,1,2,4,2,2,4", "h,3,1,1,4,1.001,1", "i,2,2,0,3,2,0.001", "j,0,1,4,1.001,1,4")

    @Test("P4: two swapped labels have one reason, and one remedy")
    func swap() throws {
        let files = ["pairs.csv": Self.swapped]
        let plain = try Tool.run(["fit", "pairs.csv"], files: files).output
        #expect(plain.contains("\"b\" and \"d\" look swapped: each lies where the other should."), "\(plain)")
        #expect(plain.contains("Exchange their names on one side, or let --robust reject them"), "\(plain)")
        #expect(!plain.contains("moved markers"), "\(plain)")
        let robust = try Tool.run(["fit", "--robust", "pairs.csv"], files: files).output
        #expect(robust.contains("swapped with \"d\": each lies where the other should"), "\(robust)")
        #expect(robust.contains("swapped with \"b\": each lies where the other should"), "\(robust)")
        #expect(!robust.contains("far from its place"), "\(robust)")
    }

    @Test("two files without a way to pair them say that --join is missing")
    func join() throws {
        let run = try Tool.run(["fit", "a.json", "b.json"])
        #expect(run.exit == 2 && run.advice.contains("add --join label"), "\(run.advice)")
        #expect(!run.advice.contains("remove it"))
    }

    @Test("a quarter turn about a level axis is no warning where the model was named rigid")
    func quarterTurn() throws {
        let pairs = PairFiles.file(
            "a,0,0,0,0,0,0", "b,4,0,0,4,0,0", "c,0,4,0,0,0,-4", "d,0,0,4,0,4,0", "e,4,4,0,4,0.001,-4")
        let named = try Tool.run(["fit", "--model", "rigid", "pairs.csv"], files: ["pairs.csv": pairs])
        #expect(!named.output.contains("TILTED"), "\(named.output)")
        let free = try Tool.run(["fit", "pairs.csv"], files: ["pairs.csv": pairs])
        #expect(free.output.contains("tilt"))
    }
}
