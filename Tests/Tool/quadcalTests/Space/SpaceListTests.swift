import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("What a server has")
struct SpaceListTests {
    @Test(
        "is saved so that a sandbox of the files has the same bytes", arguments: [[], [Variant.pagedLists]])
    func roundTrip(variants: [Variant]) async throws {
        let scene = try await OnlineScene(SandboxOptions(seed: 1, variants: Set(variants)))
        let pull = ["pull", "--space", "hall"]
        let first = try scene.run(pull + ["--api", scene.server.address, "--out", "first"])
        #expect(first.exit == 0 && first.output.contains("18 markers"), "\(first)")

        var again = SandboxImport(date: "2026-01-01T00:00:00Z")
        let folder = scene.folder.url.appendingPathComponent("first")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["markers.json", "sessions.json", "space.json"])
        for name in names { try again.add(Array(Data(contentsOf: folder.appendingPathComponent(name)))) }
        var options = SandboxOptions(seed: 2)
        options.contents = again.records
        let other = try SandboxServer(options)
        defer { other.stop() }
        let second = try scene.run(pull + ["--api", other.address, "--out", "second"])
        #expect(second.exit == 0, "\(second)")
        for name in names {
            #expect(try scene.folder.read("first/\(name)") == scene.folder.read("second/\(name)"), "\(name)")
        }
    }

    @Test("is found by key, by name, by id and by the beginning of an id, and never by chance")
    func names() async throws {
        let scene = try await OnlineScene()
        let id = scene.space.text
        for name in ["hall", "Hall", id, id.uppercased(), String(id.prefix(4))] {
            let listing = try await SpaceListing.read(name, scene.api)
            #expect(listing.space.id == scene.space, "\(name)")
        }
        for name in ["hal", String(id.prefix(3)), ""] {
            await #expect(throws: SpaceListingError.noSpace(name, known: ["hall"])) {
                _ = try await SpaceListing.read(name, scene.api)
            }
        }
        // A key comes before a name, and what two spaces are called is refused.
        let second = try await scene.api.createSpace(RequestBody.creatingSpace(key: "Hall", name: "Barn"))
        #expect(try await SpaceListing.read("Hall", scene.api).space.id == second.id)
        _ = try await scene.api.createSpace(RequestBody.creatingSpace(key: "barn", name: "Barn"))
        await #expect(throws: SpaceListingError.ambiguous("Barn", ["Hall", "barn"])) {
            _ = try await SpaceListing.read("Barn", scene.api)
        }
    }

    @Test("may have a space made first, once however often it is asked")
    func create() async throws {
        let server = try SandboxServer(SandboxOptions(seed: 1))
        defer { server.stop() }
        let create = ["spaces", "--api", server.address, "--create", "hall", "--name", "The hall"]
        let first = try Tool.run(create), again = try Tool.run(create)
        #expect(first.exit == 0 && first.advice.contains("was created"), "\(first)")
        #expect(again.exit == 0 && again.advice.contains("was there already"), "\(again)")
        #expect(first.output == again.output && first.lines.count == 3 && first.output.contains("The hall"))
        let nameless = try Tool.run(["spaces", "--api", server.address, "--name", "x"])
        #expect(nameless.exit == 2 && nameless.advice.contains("--create KEY"))
        // An answer that was lost leaves a space, which the next run finds.
        let lossy = try SandboxServer(
            SandboxOptions(seed: 1, faults: [try #require(Fault("reset:@1:after:createSpace"))]))
        defer { lossy.stop() }
        let cut = try Tool.run(["spaces", "--api", lossy.address, "--create", "hall"])
        let next = try Tool.run(["spaces", "--api", lossy.address, "--create", "hall"])
        #expect(cut.exit == 5 && next.exit == 0 && next.output.contains("1 space "), "\(cut) \(next)")
    }

    @Test("includes markers whose corners cannot be read, without an end to the list")
    func badCorners() async throws {
        let marker =
            #"{"id":"33333333-0000-4000-8000-000000000003","work_session_id":"22222222-0000-4000-8000-000000000002","#
            + #""label":"\u001b[31mred","p1":[0,1,0],"p2":[1,1,0],"p3":[1,0,0],"p4":[0,0,0],"version":7}"#
        var all = SandboxImport(date: "2026-01-01T00:00:00Z")
        try all.add(Array(marker.utf8))
        let record = try #require(all.records.first { $0.content == .marker })
        let odd = String(decoding: record.json, as: UTF8.self).replacing("[1,0,0]", with: "[1,null,0]")
        var options = SandboxOptions(seed: 1)
        options.contents = all.records.map {
            $0.content == .marker
                ? SandboxRecord(.marker, id: $0.id, owner: $0.owner, json: Array(odd.utf8)) : $0
        }
        let server = try SandboxServer(options)
        defer { server.stop() }
        let run = try Tool.run(["markers", "--api", server.address, "--space", "imported"])
        #expect(run.exit == 0 && run.output.contains("BAD CORNERS"), "\(run)")
        #expect(!run.output.contains("\u{1b}"), "\(run)")
    }
}
