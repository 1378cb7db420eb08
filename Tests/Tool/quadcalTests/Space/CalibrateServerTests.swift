import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("Calibrated data of a server")
struct CalibrateServerTests {
    private static let vector = ["--vector", "0,0,1.5"]

    @Test("of which nothing is stored say how to store it")
    func nothingStored() async throws {
        var contents = SandboxImport(date: "2026-01-01T00:00:00Z")
        for name in ["sessions/space.json", "markers/old.json"] {
            try contents.add([UInt8](Data(contentsOf: Dataset.folder.appendingPathComponent(name))))
        }
        var options = SandboxOptions(seed: 1)
        options.contents = contents.records
        let server = try SandboxServer(options), folder = try Folder()
        defer { server.stop() }
        let place = ["calibrate", "--api", server.address, "--space", "hall"]
        let bare = try Tool.run(place, in: folder)
        #expect(bare.exit == 0 && bare.advice.contains("the space has no vector: --vector"), "\(bare)")
        let run = try Tool.run(place + Self.vector, in: folder)
        #expect(run.output.hasPrefix("WARN") || run.output.contains("\nWARN"), "\(run)")
        #expect(
            run.advice.contains("11 markers have no calibrated_data: --write stores it on the server"),
            "\(run)")
        let quiet = try Tool.run(place + Self.vector + ["--quiet"], in: folder)
        #expect(quiet.advice.isEmpty && quiet.output.split(separator: "\n").count == 1)
    }

    @Test("of closed sessions are left out, which is said first")
    func covered() async throws {
        let scene = try await OnlineScene()
        try await scene.set("done", of: scene.old)
        let place = ["calibrate", "--api", scene.server.address, "--space", "hall"]
        let run = try scene.run(place + Self.vector)
        #expect(
            run.output.hasPrefix("9 of 18 markers looked at: 1 session done or archived is left out"),
            "\(run)")
        let all = try scene.run(place + Self.vector + ["--closed"])
        #expect(!all.output.contains("looked at"))
    }
}
