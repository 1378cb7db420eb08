import TestSupport
import Testing

@Suite("quadcal fit --save")
struct SaveNameTests {
    @Test(
        "a name that promises another format than JSON is refused, with what writes that",
        arguments: [
            ("page.HTML", "--report page.HTML"), ("out/scene.glb", "quadcal report"),
            ("motion.tum", "--print"),
        ])
    func names(name: String, instead: String) throws {
        let files = try PairFiles.dataset("room.csv")
        let run = try Tool.run(["fit", "room.csv", "--save", name], files: files)
        #expect(run.exit == 2 && run.advice.contains(instead), "\(run)")
        for good in ["fit", "fit.json", "fit.txt", ".fit", "hall.v2"] {
            let folder = try Folder()
            #expect(try Tool.run(["fit", "room.csv", "--save", good], files: files, in: folder).exit == 0)
        }
    }
}
