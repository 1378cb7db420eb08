import Foundation
import Markers
import MarkersClient
import MarkersOffline
import TestSupport
import Testing

@Suite("Edits of many markers at once")
struct QueueGroupTests {
    private static let count = 200
    /// SQLite's pages.
    private static let page = 4096

    private func labels(_ scene: OfflineScene) async throws -> [(marker: Marker, changes: UpdateMarker)] {
        try await scene.api.markers(of: scene.session).elements.enumerated().map { place, marker in
            (marker, UpdateMarker(label: "new-\(place)"))
        }
    }

    @Test("are queued in order, and the later of two of one marker is made on the earlier")
    func joined() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        var edits = try await labels(scene)
        edits.append((edits[0].marker, UpdateMarker(color: "#00ff00")))
        edits.append((edits[1].marker, UpdateMarker(label: "newest")))
        let ids = try await queue.update(edits)
        #expect(ids.count == 5 && ids[3] == ids[0] && ids[4] == ids[1])
        _ = scene.network.requests()
        #expect(await queue.flush().done.count == 3 && scene.network.requests() == 3)
        let now = try await scene.api.markers(of: scene.session).elements
        #expect(now.map(\.label) == ["new-0", "newest", "new-2"] && now[0].color == "#00ff00")
    }

    @Test("are all refused where one is, and none is queued")
    func refused() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        var edits = try await labels(scene)
        edits[2].changes = UpdateMarker()
        await #expect(throws: EditError.nothingWanted) { _ = try await queue.update(edits) }
        #expect(try await queue.edits().isEmpty)
        #expect(await queue.flush().done.isEmpty)
    }

    @Test("are sent with one commit before and one after, not one for each")
    func commits() async throws {
        let scene = try await OfflineScene(markers: Self.count)
        let queue = OfflineQueue(try scene.store(), scene.api)
        func logged() throws -> Int {
            let found = try FileManager.default.attributesOfItem(atPath: scene.path + "-wal")[.size]
            return try #require(found as? Int)
        }
        _ = try await queue.update(try await labels(scene))
        let before = try logged()
        #expect(await queue.flush().done.count == Self.count)
        let pages = (try logged() - before) / Self.page
        #expect(pages > 0 && pages < Self.count, "\(pages) pages for \(Self.count) edits")
    }
}
