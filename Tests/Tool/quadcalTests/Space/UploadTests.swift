import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("quadcal upload")
struct UploadTests {
    private static func upload(_ scene: OnlineScene, _ more: String...) throws -> Tool.Run {
        try scene.run(
            ["upload", "new.json", "--api", scene.server.address, "--space", "hall", "--yes"] + more)
    }

    /// Markers as another server had them, two of them alike.
    private static let file = Wire.list(
        Wire.marker(Rows.square, 0, "a"), Wire.marker(Rows.square, 3, "b"), Wire.marker(Rows.square, 3, "b"))

    @Test("creates each marker once, however often answers are lost", arguments: [1, 2, 3] as [UInt64])
    func once(seed: UInt64) async throws {
        let scene = try await OnlineScene()
        // Faults come to the upload only, which has a front of its own over the same data.
        let faults = try ["503:0.3:after:POST", "reset:0.2:POST"].map { try #require(Fault($0)) }
        let pulled = try scene.run(
            ["pull", "--api", scene.server.address, "--space", "hall", "--out", "hall"])
        #expect(pulled.exit == 0, "\(pulled)")
        var contents = SandboxImport(date: "2026-01-01T00:00:00Z")
        for name in ["space", "sessions", "markers"] {
            try contents.add(Array(scene.folder.read("hall/\(name).json").utf8))
        }
        let server = try SandboxServer(
            SandboxOptions(seed: seed, faults: faults, contents: contents.records))
        defer { server.stop() }
        try scene.folder.write(Self.file, to: "new.json")
        for _ in 0..<3 {
            let run = try scene.run(
                ["upload", "new.json", "--api", server.address, "--space", "hall", "--yes", "--unchecked"]
                    + ["--new-session", "repair"])
            guard run.exit == 0 else {
                #expect(run.exit == 5, "\(run)")
                continue
            }
            #expect(run.output.hasPrefix("PASS  3 markers created"), "\(run)")
        }
        let created = server.effects.filter { $0.action == .create && $0.kind == "marker" }
        #expect(created.count == 3, "seed \(seed)")
        let sessions = Set(
            server.effects.filter { $0.action == .create && $0.kind == "work_session" }.map(\.id))
        #expect(sessions.count == 1, "seed \(seed)")
    }

    @Test("sends labels, colors and custom properties, and neither ids nor what servers compute")
    func members() async throws {
        let scene = try await OnlineScene()
        let marker = Wire.marker(
            Rows.square, 0, "a",
            more: ##","color":"#00ff00","custom_props":{"depth":3},"calibrated_data":{"p1":[9,9,9]}"##)
        try scene.folder.write(Wire.list(marker), to: "new.json")
        let run = try Self.upload(scene, "--session", scene.old.wireText, "--unchecked")
        #expect(run.exit == 0, "\(run)")
        let made = try #require(try await scene.markers.last)
        #expect(made.label == "a" && made.color == "#00ff00")
        #expect(made.customProperties?["depth"]?.integer == 3)
        #expect(!String(decoding: made.text, as: UTF8.self).contains("[9"), "the server's own, if any")
    }

    @Test("checks by the settings of the folder, as quadcal check does, unless they are not wanted")
    func settings() async throws {
        let scene = try await OnlineScene()
        try scene.folder.write(Wire.list(Wire.marker(Rows.square, 0, "a")), to: "new.json")
        try scene.folder.write(#"{"limits":{"min-edge-mm":100000}}"#, to: ".quadcal.json")
        let before = scene.server.effects.count
        let run = try Self.upload(scene, "--session", scene.old.wireText)
        #expect(run.exit == 1, "\(run)")
        #expect(run.advice.contains(".quadcal.json: sets 1 limit"), "\(run)")
        #expect(scene.server.effects.count == before)
        let own = try Self.upload(scene, "--session", scene.old.wireText, "--config", "none")
        #expect(own.exit == 0 && !own.advice.contains(".quadcal.json"), "\(own)")
        try scene.folder.write(#"{"limit":{}}"#, to: ".quadcal.json")
        let wrong = try Self.upload(scene, "--session", scene.old.wireText)
        #expect(wrong.exit == 3 && wrong.advice.contains("did you mean limits?"), "\(wrong)")
    }

    @Test("sends nothing where the check finds errors, and the rest of the file neither")
    func errors() async throws {
        let scene = try await OnlineScene()
        try scene.folder.write(
            Wire.list(Wire.marker(Rows.square, 0, "a"), Wire.marker(Rows.bowTie, 3, "b")), to: "new.json")
        let before = scene.server.effects.count
        let run = try Self.upload(scene, "--session", scene.old.wireText)
        #expect(run.exit == 1 && run.output.contains("SELF_INTERSECTING"), "\(run)")
        #expect(run.advice.contains("nothing was sent"), "\(run)")
        #expect(scene.server.effects.count == before)
    }
}
