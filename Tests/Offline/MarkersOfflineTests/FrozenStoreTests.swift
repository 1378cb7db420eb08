import Foundation
import Markers
import MarkersClient
import MarkersOffline
import QuadGeometry
import TestSupport
import Testing

@Suite("A store of an earlier day")
struct FrozenStoreTests {
    private static let frozen = Dataset.folder.appendingPathComponent("stores/format-1.quadstore")

    /// Makes the file: `QUADCAL_FROZEN_STORE=FILE swift test --filter FrozenStoreTests.make`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["QUADCAL_FROZEN_STORE"] != nil))
    func make() async throws {
        let path = try #require(ProcessInfo.processInfo.environment["QUADCAL_FROZEN_STORE"])
        let scene = try await OfflineScene()
        do {
            let store = try scene.store()
            _ = await scene.all(ValidatedCache(store, scene.api).markers(of: scene.session))
            let queue = OfflineQueue(store, scene.api)
            let marker = try await scene.marker()
            let parked = try await queue.update(marker, UpdateMarker(label: "mine"))
            _ = try await queue.update(try await scene.marker(1), UpdateMarker(p1: SIMD3(0.5, 1, 2)))
            try await scene.change(marker, #""label":"theirs""#)
            scene.network.fail(try await scene.marker(1).id.wireText, status: 500)
            #expect(await queue.flush().parked[parked] == .fieldEdited)
            _ = try await queue.create(CreateMarker(in: scene.session, label: "new", Quad.rectangle(1, 1)))
            _ = try await queue.delete(try await scene.marker(2))
        }
        try Data(contentsOf: URL(filePath: scene.path)).write(to: URL(filePath: path))
    }

    @Test("is opened, listed, decided on and exported, and never changed by that alone")
    func opened() async throws {
        let folder = try Folder(), path = folder.url.appending(path: "old.quadstore").path
        try FileManager.default.copyItem(at: Self.frozen, to: URL(filePath: path))
        let store = try MarkersStore.open(at: path)
        let edits = try await store.edits()
        #expect(Set(edits.map(\.kind)) == [.create, .update, .delete])
        #expect(edits.allSatisfy { $0.frame != nil || $0.kind == .delete })
        let parked = try #require(edits.first { $0.state == .parked })
        let label = try #require(parked.sides.first { $0.field == "label" })
        #expect(parked.reason == .fieldEdited && label.mine == "\"mine\"" && label.theirs == "\"theirs\"")
        #expect(try MarkerList(await store.exportedMarkers()).markers.count == 3)
        try await store.retry(parked.id, mine: true)
        #expect(try await store.edits([.parked]).isEmpty)
        #expect(try await store.contents().flush.waiting.count == 4)
    }
}
