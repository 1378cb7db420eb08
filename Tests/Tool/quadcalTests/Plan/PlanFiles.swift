import Foundation
import Markers
import QuadGeometry
import TestSupport

@testable import QuadcalTool

/// Files to plan from, and the tool's reports on them.
enum PlanFiles {
    static let session = FitScene.oldSession.wireText

    /// Two scans, and a fit of the second to the first.
    static func scene(seed: UInt64 = 1) throws -> (folder: Folder, scene: FitScene) {
        let scene = FitScene(seed: seed, noise: 0.002)
        let folder = try Folder()
        let files = ["old.json": scene.old, "new.json": scene.new]
        let fit = try Tool.run(
            ["fit", "--quiet", "--join", "label", "--save", "fit.json", "old.json", "new.json"], files: files,
            in: folder)
        guard fit.exit == 0 else { throw NoFit(advice: fit.advice + fit.output) }
        return (folder, scene)
    }

    struct NoFit: Error { let advice: String }

    /// The usual options, whose last file is named by the caller.
    static func options(_ mode: String = "raw") -> [String] {
        ["recalibrate", "--dry-run", "--mode", mode, "--fit", "fit.json", "--sessions", session]
    }

    static func run(_ arguments: [String], in folder: Folder) throws -> Tool.Run {
        try Tool.run(options() + arguments, in: folder)
    }

    static func document(
        _ arguments: [String], in folder: Folder
    ) throws -> (document: [String: Any], exit: Int32) {
        let run = try Tool.run(arguments + ["--json"], in: folder)
        let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        return (document ?? [:], run.exit)
    }

    /// A marker of the old session.
    static func marker(_ number: UInt8, _ label: String, _ quad: Quad, more: String = "") -> String {
        let id = UUID(uuid: (9, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
        return FitScene.marker(id, FitScene.oldSession, label, quad, more: more)
    }

    static let square = Quad.rectangle(0.2, 0.2).map { $0 + SIMD3(1, 1, 1) }
}
