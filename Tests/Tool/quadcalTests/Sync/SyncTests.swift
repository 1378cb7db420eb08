import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import TestSupport
import Testing

@Suite("The tool at a store and its server")
struct SyncTests {
    /// A server, and a store beside it with edits of its markers.
    private struct Scene {
        let online: OnlineScene
        var folder: Folder { online.folder }

        init(_ options: SandboxOptions = SandboxOptions(seed: 1), more: Int = 0) async throws {
            online = try await OnlineScene(options, more: more)
        }

        /// Queues labels of the first markers of the old session, `mine-0` and so on.
        func queue(_ count: Int) async throws {
            let path = folder.url.appending(path: "hall.quadstore").path
            let store = try MarkersStore.open(at: path, for: Origin(online.server.address + "/api/v1"))
            let queue = OfflineQueue(store, online.api)
            let edits = try await online.markers.prefix(count).enumerated().map { place, marker in
                (marker, UpdateMarker(label: "mine-\(place)"))
            }
            _ = try await queue.update(edits)
        }

        /// Gives the first marker another label, as somebody else would.
        func relabel() async throws {
            let marker = try #require(try await online.markers.first)
            _ = try await online.api.updateMarker(marker, UpdateMarker(label: "theirs"))
        }

        func sync(_ more: String...) throws -> Tool.Run {
            try online.run(
                ["sync", "--store", "hall.quadstore", "--api", online.server.address, "--yes"] + more)
        }

        func labels() async throws -> [String?] { try await online.markers.map(\.label) }
    }

    @Test("keeps a space that is named by its key, its name, its id or the beginning of that")
    func space() async throws {
        let scene = try await Scene(), id = scene.online.space.text
        for name in ["hall", "Hall", id, String(id.prefix(8))] {
            let run = try scene.sync("--space", name)
            #expect(run.exit == 0 && run.output.contains("4 of 4 lists fresh"), "\(name): \(run)")
        }
        let wrong = try scene.sync("--space", "hal")
        #expect(wrong.exit == 2 && wrong.advice.contains("hall"), "\(wrong)")
    }

    @Test("validates list by list, or all lists of a user by one request in either form")
    func user() async throws {
        for (variants, form) in [([], "wrapped"), ([Variant.validateFlat], "flat")] {
            let scene = try await Scene(SandboxOptions(seed: 1, variants: Set(variants)))
            #expect(try scene.sync("--space", "hall").exit == 0)
            // What was made in the second of the answer is read once more.
            try await Task.sleep(for: .seconds(1.1))
            #expect(try scene.sync().exit == 0)
            let server = scene.online.server
            func counts(_ more: [String]) throws -> (validations: Int, reads: Int) {
                let before = server.requests.count
                let run = try scene.online.run(
                    ["sync", "--store", "hall.quadstore", "--api", server.address, "--yes"] + more)
                #expect(run.exit == 0 && run.output.contains("4 of 4 lists fresh"), "\(run)")
                let requests = server.requests.dropFirst(before)
                let validations = requests.count { $0.path.contains("/cache/validate/ann") }
                return (validations, requests.count - validations)
            }
            #expect(try counts([]) == (0, 4))
            _ = try counts(["--user", "ann", "--validate-form", form])
            #expect(try counts(["--user", "ann", "--validate-form", form]) == (1, 0))
            // The other form is not understood, and each list is asked for by itself.
            let other = form == "flat" ? "wrapped" : "flat"
            #expect(try counts(["--user", "ann", "--validate-form", other]) == (1, 4))
        }
    }

    @Test(
        "does with a label that somebody else has changed, too, what is said",
        arguments: [
            (nil, 1, "theirs"), ("park", 1, "theirs"), ("mine", 0, "mine-0"), ("theirs", 0, "theirs"),
        ])
    func conflicts(policy: String?, exit: Int32, label: String) async throws {
        let scene = try await Scene()
        try await scene.queue(2)
        try await scene.relabel()
        let options = policy.map { ["--conflicts", $0] } ?? []
        let run = try scene.online.run(
            ["sync", "--store", "hall.quadstore", "--api", scene.online.server.address, "--yes"] + options)
        #expect(run.exit == exit, "\(run)")
        #expect(try await Array(scene.labels().prefix(2)) == [label, "mine-1"])
    }

    @Test("stops at a signal, and the same command sends the rest, each once", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) async throws {
        let slow = try #require(Fault("latency=80:after:PATCH"))
        let scene = try await Scene(SandboxOptions(seed: 1, faults: [slow]), more: 51), count = 60
        try await scene.queue(count)
        let tool = try RunningTool(
            ["sync", "--store", "hall.quadstore", "--api", scene.online.server.address, "--yes"],
            in: scene.folder)
        tool.send([signal]) { scene.online.writes.count >= 2 }
        let run = try tool.wait()
        #expect(run.exit == 130, "\(run)")
        scene.online.server.meet([])
        let rest = try scene.sync()
        #expect(rest.exit == 0 && rest.output.contains("0 waiting, 0 parked"), "\(rest)")
        #expect(try await scene.labels().prefix(count).elementsEqual((0..<count).map { "mine-\($0)" }))
        #expect(scene.online.writes.count == count && scene.online.writes.values.allSatisfy { $0 == 1 })
    }
}
