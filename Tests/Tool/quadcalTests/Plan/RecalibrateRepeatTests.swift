import Foundation
import Markers
import QuadGeometry
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal recalibrate on what it left")
struct RecalibrateRepeatTests {
    /// The plan of the library for the same files; the tool's must be the same.
    private static func plan(
        _ folder: Folder, _ mode: PushMode, _ vector: SIMD3<Double>?
    ) throws -> RecalibrationPlan {
        let fit = try SavedFit(Array(folder.read("fit.json").utf8))
        let markers = try MarkerList(Array(folder.read("old.json").utf8)).markers
        let frames = FrameMembership(chosen: [FitScene.oldSession], targets: fit.targetSessions)
        return try RecalibrationPlan(
            markers,
            PlanRequest(
                PlannedMotion(fit), mode: mode, frames: frames,
                space: SpaceCalibration(vector.flatMap { CalibrationVector($0) })))
    }

    private static func result(_ plan: RecalibrationPlan) throws -> String {
        var after: [String] = []
        for update in plan.updates { after.append(String(decoding: try update.after().text, as: UTF8.self)) }
        return "[" + after.joined(separator: ",\n") + "]"
    }

    @Test("moves nothing twice: raw corners, from another folder", arguments: Seeds.few)
    func raw(seed: UInt64) throws {
        let (folder, _) = try PlanFiles.scene(seed: seed)
        let plan = try Self.plan(folder, .raw, nil)
        let (document, exit) = try PlanFiles.document(PlanFiles.options() + ["old.json"], in: folder)
        #expect(exit == 0 && document["digest"] as? String == plan.digest, "seed \(seed)")
        let elsewhere = try Folder()
        try elsewhere.write(try folder.read("fit.json"), to: "fit.json")
        try elsewhere.write(try Self.result(plan), to: "after.json")
        let again = try PlanFiles.run(["after.json"], in: elsewhere)
        #expect(again.exit == ExitCode.findings.rawValue && again.output.isEmpty)
        #expect(
            again.advice.hasPrefix(
                "quadcal: fit.json: ALREADY_APPLIED, 9 of 9 fitted markers are already moved"),
            "\(again.advice)")
        // One that was moved is enough.
        let half = try folder.read("old.json").split(separator: "\n").dropFirst().joined(separator: "\n")
        let first = try #require(try Self.result(plan).split(separator: "\n").first)
        try elsewhere.write(first + "\n" + half, to: "half.json")
        let halfway = try PlanFiles.run(["half.json"], in: elsewhere)
        #expect(halfway.advice.contains("ALREADY_APPLIED, 1 of 9 fitted markers is"), "\(halfway.advice)")
    }

    @Test("changes nothing twice: calibrated data", arguments: Seeds.few)
    func calibrated(seed: UInt64) throws {
        let (folder, _) = try PlanFiles.scene(seed: seed)
        let plan = try Self.plan(folder, .calibrated, nil)
        let elsewhere = try Folder()
        try elsewhere.write(try folder.read("fit.json"), to: "fit.json")
        try elsewhere.write(try Self.result(plan), to: "after.json")
        let (again, exit) = try PlanFiles.document(
            PlanFiles.options("calibrated") + ["after.json"], in: elsewhere)
        let totals = try #require(again["totals"] as? [String: Int])
        #expect(exit == 0 && totals["updates"] == 0 && totals["unchanged"] == FitScene.count, "seed \(seed)")
    }

    @Test("changes nothing twice: the space's vector", arguments: Seeds.few)
    func vector(seed: UInt64) throws {
        let scene = FitScene(seed: seed, noise: 0)
        let shift = SIMD3(1.5, 0, 2)
        let folder = try Folder()
        try folder.write(scene.old, to: "old.json")
        let new = scene.quads.enumerated().map { place, quad in
            var data = JSONWriter()
            data.object { json in
                for (name, corner) in zip(1...4, quad.corners) { json.member("p\(name)", corner + shift) }
                json.member("center", quad.center + shift)
            }
            return FitScene.marker(
                FitScene.newID(place), FitScene.newSession, "m\(place)", quad.map { $0 + SIMD3(9, 0, 9) },
                more: ", \"calibrated_data\": " + String(decoding: data.bytes, as: UTF8.self))
        }
        try folder.write("[" + new.joined(separator: ",") + "]", to: "new.json")
        let fit = try Tool.run(
            [
                "fit", "--quiet", "--join", "label", "--target", "calibrated", "--model", "translation",
                "--save", "fit.json", "old.json", "new.json",
            ], in: folder)
        #expect(fit.exit == 0, "\(fit)")
        func space(_ vector: [Double]) -> String {
            #"{"id": "s", "key": "hall", "name": "Hall", "calibration_vector": \#(vector)}"#
        }
        try folder.write(space([]), to: "space.json")
        let arguments = PlanFiles.options("vector") + ["--space", "space.json", "old.json"]
        let (first, exit) = try PlanFiles.document(arguments, in: folder)
        let update = try #require(first["vectorUpdate"] as? [String: Any])
        let after = try #require(update["after"] as? [Double])
        #expect(exit == 0 && zip(after, [1.5, 0, 2]).allSatisfy { ($0 - $1).magnitude < 1e-9 }, "\(after)")
        #expect((update["body"] as? [String: Any])?["calibration_vector"] as? [Double] == after)
        #expect((first["totals"] as? [String: Int])?["updates"] == FitScene.count)
        try folder.write(space(after), to: "space.json")
        let (again, againExit) = try PlanFiles.document(arguments + ["--sign", "added"], in: folder)
        let totals = try #require(again["totals"] as? [String: Int])
        #expect(againExit == 0 && totals["updates"] == 0 && again["vectorUpdate"] is NSNull)
        #expect(totals["unchanged"] == FitScene.count)
    }

    @Test("says that it cannot know where none of the fit's markers is there")
    func unknown() throws {
        let (folder, _) = try PlanFiles.scene()
        try folder.write("[]", to: "none.json")
        let run = try PlanFiles.run(["none.json"], in: folder)
        #expect(run.exit == ExitCode.good.rawValue)
        #expect(
            run.output.hasPrefix(
                "WARN  none.json: none of 0 markers moves. ONLY_THE_JOB_CAN_TELL: No marker of the fit is here"
            ),
            "\(run.output)")
    }
}
