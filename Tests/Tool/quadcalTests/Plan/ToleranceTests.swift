import Foundation
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("quadcal recalibrate --tolerance-mm")
struct ToleranceTests {
    @Test("a plan whose errors are larger fails, and names the worst marker")
    func exceeded() throws {
        let (folder, _) = try PlanFiles.scene()
        let (plan, exit) = try PlanFiles.document(
            PlanFiles.options() + ["--tolerance-mm", "0.001", "old.json"], in: folder)
        #expect(exit == 1 && plan["decidedBy"] as? String == "TOLERANCE_EXCEEDED")
        #expect((plan["request"] as? [String: Any])?["tolerance"] as? Double == 0.000_001)
        let run = try PlanFiles.run(["--tolerance-mm", "0.001", "old.json"], in: folder)
        #expect(
            run.output.hasPrefix(
                "FAIL  old.json: TOLERANCE_EXCEEDED: The error to expect is above the tolerance of 0.001 mm at 9 markers"
            ),
            "\(run.output)")
    }

    @Test("one that meets it says by which figure")
    func met() throws {
        let (folder, _) = try PlanFiles.scene()
        let run = try PlanFiles.run(["--tolerance-mm", "500", "old.json"], in: folder)
        #expect(run.exit == 0)
        #expect(
            run.lines.first?.contains(
                /with an error to expect of at most [0-9.]+ mm, within the tolerance of 500 mm/) == true,
            "\(run.output)")
        let (plan, _) = try PlanFiles.document(PlanFiles.options() + ["old.json"], in: folder)
        #expect((plan["request"] as? [String: Any])?["tolerance"] is NSNull)
    }

    @Test("errors that are not known meet none")
    func unknown() throws {
        let (folder, scene) = try PlanFiles.scene()
        let one = "id,sx,sy,sz,tx,ty,tz\na,0,0,0,5,0,0\n"
        try folder.write(one, to: "exact.csv")
        try folder.write(scene.old, to: "old.json")
        let fit = try Tool.run(
            ["fit", "--model", "translation", "--save", "fit.json", "--force", "exact.csv"], in: folder)
        #expect(fit.exit == 0)
        let run = try PlanFiles.run(["--target", "raw", "--tolerance-mm", "500", "old.json"], in: folder)
        #expect(run.exit == 1 && run.output.contains("cannot be verified"), "\(run)")
    }

    @Test("nothing is sent to a server where it is exceeded")
    func online() async throws {
        let scene = try await OnlineScene()
        let run = try scene.run(scene.options() + ["--yes", "--tolerance-mm", "0.001"])
        #expect(run.exit == 1 && run.output.contains("TOLERANCE_EXCEEDED"), "\(run)")
        #expect(scene.writes.isEmpty)
        #expect(try !scene.folder.names.contains("hall.job"))
        let allowed = try scene.run(scene.options() + ["--yes", "--tolerance-mm", "500"])
        #expect(allowed.exit == 0 && scene.writes.count == FitScene.count, "\(allowed)")
    }
}
