import Foundation
import Markers
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("quadcal fuse")
struct FuseTests {
    @Test("writes markers that quadcal fit reads as the reference")
    func reference() throws {
        let folder = try Folder()
        let fused = try Tool.run(
            ["fuse", "--demo", "--demo-files", ".", "--out", "fused.json", "--graph", "sessions.g2o"],
            in: folder)
        #expect(fused.exit == 0)
        let graph = try folder.read("sessions.g2o")
        #expect(graph.split(separator: "\n").count { $0.hasPrefix("EDGE_SE3:QUAT") } == 4)
        for scan in 1...5 {
            let fit = try Tool.run(
                ["fit", "--join", "label", "--robust", "--quiet", "scan-\(scan).json", "fused.json"],
                in: folder)
            #expect(fit.exit == 0, "\(fit.output)")
        }
    }

    @Test("joins by anchors that the fused markers keep")
    func anchors() throws {
        let folder = try Folder()
        for name in ["old.json", "new.json"] {
            try folder.write(try Dataset.read("markers/\(name)"), to: name)
        }
        let fused = try Tool.run(
            ["fuse", "--join", "anchor", "--out", "fused.json", "old.json", "new.json"], in: folder)
        #expect(fused.exit == 0)
        let fit = try Tool.run(["fit", "--join", "anchor", "--quiet", "old.json", "fused.json"], in: folder)
        #expect(fit.exit == 0, "\(fit.output)\(fit.advice)")
    }

    @Test("gives the same bytes whatever the order of its files")
    func order() throws {
        let folder = try Folder()
        _ = try Tool.run(["fuse", "--demo", "--demo-files", "."], in: folder)
        let names = (1...5).map { "scan-\($0).json" }
        for (out, files) in [("a.json", names), ("b.json", names.reversed())] {
            _ = try Tool.run(["fuse", "--join", "label", "--out", out] + files, in: folder)
        }
        #expect(try folder.read("a.json") == folder.read("b.json"))
    }
}
