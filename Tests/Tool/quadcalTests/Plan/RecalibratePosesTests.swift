import Foundation
import QuadGeometry
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("quadcal recalibrate with trajectories")
struct RecalibratePosesTests {
    private static let options = [
        "recalibrate", "--dry-run", "--mode", "raw", "--poses", "tum", "--match-ms", "10", "--sessions",
        Wire.session,
    ]

    private static func files() throws -> [String: String] {
        [
            "old.tum": try Dataset.read("exchange/old.tum"), "new.tum": try Dataset.read("exchange/new.tum"),
            "markers.json": Wire.list(Wire.marker(Rows.square, 0, "a")),
        ]
    }

    @Test("moves markers by the motion that the walk was made with, within the error that the plan predicts")
    func motion() throws {
        let folder = try Folder()
        for (name, text) in try Self.files() { try folder.write(text, to: name) }
        let (plan, exit) = try PlanFiles.document(
            Self.options + ["--target", "raw", "--markers", "markers.json", "old.tum", "new.tum"], in: folder)
        #expect(exit == 0, "\(plan)")
        let updates = try #require(plan["updates"] as? [[String: Any]])
        let update = try #require(updates.first), body = try #require(update["body"] as? [String: Any])
        let error = try #require(update["error95"] as? Double)
        #expect(updates.count == 1 && error < 0.01)
        let list = try JSONSerialization.jsonObject(with: Data(folder.read("markers.json").utf8))
        let marker = try #require((list as? [[String: Any]])?.first)
        // As make_exchange.py has it: 30 degrees about the vertical, then a shift.
        let (cosine, sine) = (cos(Double.pi / 6), sin(Double.pi / 6))
        for corner in ["p1", "p2", "p3", "p4"] {
            let old = try #require(marker[corner] as? [Double])
            let new = try #require(body[corner] as? [Double])
            let truth = SIMD3(
                cosine * old[0] + sine * old[2] + 2, old[1] + 0.1, cosine * old[2] - sine * old[0] - 3)
            #expect((SIMD3(new[0], new[1], new[2]) - truth).length < error, "\(corner)")
        }
    }

    @Test("says which markers and which corners it has to know, and refuses what has no poses")
    func refusals() throws {
        for (more, exit, message) in [
            (["old.tum", "new.tum"], 2, "--markers FILE is needed"),
            (["--markers", "markers.json", "old.tum", "new.tum"], 2, "--target raw or --target calibrated"),
            (["--target", "raw", "--markers", "markers.json", "old.tum", "markers.json"], 3, "markers.json"),
            (["--fit", "fit.json", "markers.json"], 2, "contradict each other"),
        ] as [([String], Int32, String)] {
            let run = try Tool.run(Self.options + more, files: Self.files())
            #expect(run.exit == exit && run.advice.contains(message) && run.output.isEmpty, "\(run)")
        }
    }
}
