import Foundation
import Markers
import MarkersClient
import MarkersOffline
import QuadGeometry
import Testing

@Suite("What views show of kept lists and queued edits")
@MainActor struct MarkersModelTests {
    private static let quad = Quad([0, 1, 0], [0.5, 1, 0], [0.5, 0.7, 0], [0, 0.7, 0])

    @Test("W7: edits that wait are shown in the markers, those that are parked are not")
    func edits() async throws {
        let scene = try await OfflineScene(), store = try scene.store()
        let cache = ValidatedCache(store, scene.api), queue = OfflineQueue(store, scene.api)
        let model = MarkersModel(scene.session, in: cache, queue)
        await model.reload()
        let (first, second) = (try #require(model.markers.first), model.markers[1]),
            count = model.markers.count
        let corners = try first.quad.map { $0 + [0, 0, 0.25] }
        var changes = UpdateMarker(corners)
        (changes.label, changes.color, changes.customProperties) = ("mine", "#00FF00", ["seen": true])
        _ = try await queue.update(first, changes)
        _ = try await queue.delete(second)
        let made = try await queue.create(CreateMarker(in: scene.session, label: "valve", Self.quad))
        await model.showPending()
        #expect(model.markers.count == count)
        let shown = try #require(model.markers.first)
        #expect(shown.id == first.id && shown.label == "mine" && shown.color == "#00FF00")
        #expect(try shown.quad == corners && shown.version == first.version)
        #expect(shown.customProperties?["seen"]?.bool == true)
        #expect(try shown.details == nil)
        #expect(!model.markers.contains { $0.id == second.id })
        let valve = try #require(model.markers.last)
        #expect(valve.id == made && valve.label == "valve" && valve.version == nil)
        #expect(try valve.quad == Self.quad && valve.workSessionID == scene.session)

        // What is shown can be edited further: a waiting creation is changed, and the label of the first once more.
        #expect(try await queue.update(valve, UpdateMarker(label: "valve 2")) == made)
        _ = try await queue.update(shown, UpdateMarker(label: "mine too"))
        await model.showPending()
        #expect(model.markers.last?.label == "valve 2" && model.markers.first?.label == "mine too")
        let report = await queue.flush()
        #expect(report.waiting.isEmpty && report.parked.isEmpty)
        await cache.markStale(.markers(scene.session))
        await model.reload()
        #expect(model.pending.isEmpty && model.markers.map(\.label).contains("valve 2"))
        #expect(model.markers.first { $0.id == first.id }?.label == "mine too")
        #expect(try model.markers.first { $0.id == first.id }?.quad == corners)
        #expect(model.markers.count == count)
    }

    @Test("W7: a parked edit waits for a decision, and what the server has is shown")
    func parked() async throws {
        let scene = try await OfflineScene(), store = try scene.store()
        let cache = ValidatedCache(store, scene.api), queue = OfflineQueue(store, scene.api)
        let model = MarkersModel(scene.session, in: cache, queue)
        await model.reload()
        let first = try #require(model.markers.first)
        _ = try await queue.update(first, UpdateMarker(label: "mine"))
        _ = try await scene.api.updateMarker(first, UpdateMarker(label: "theirs"))
        _ = await queue.flush()
        await cache.markStale(.markers(scene.session))
        await model.reload()
        #expect(model.pending.map(\.state) == [.parked])
        #expect(model.markers.first { $0.id == first.id }?.label == "theirs")
    }

    @Test("a creation that waits is withdrawn by a removal, and one that was sent is not edited")
    func creations() async throws {
        let scene = try await OfflineScene(), store = try scene.store()
        let cache = ValidatedCache(store, scene.api), queue = OfflineQueue(store, scene.api)
        let model = MarkersModel(scene.session, in: cache, queue)
        await model.reload()
        let count = model.markers.count
        let made = try await queue.create(CreateMarker(in: scene.session, label: "valve", Self.quad))
        await model.showPending()
        let valve = try #require(model.markers.last)
        #expect(try await queue.delete(valve) == made)
        await model.showPending()
        #expect(model.markers.count == count && model.pending.isEmpty)
        await #expect(throws: EditError.unusableMarker) {
            try await queue.update(valve, UpdateMarker(label: "late"))
        }
        await #expect(throws: EditError.badColor("#GG0000")) {
            try await queue.create(CreateMarker(in: scene.session, Self.quad, color: "#GG0000"))
        }
        await #expect(throws: EditError.badColor("#12")) {
            try await queue.update(model.markers[0], UpdateMarker(color: "#12"))
        }
    }

    @Test("W7: there are models of spaces and of sessions")
    func lists() async throws {
        let scene = try await OfflineScene(), store = try scene.store()
        let cache = ValidatedCache(store, scene.api)
        let spaces = SpacesModel(in: cache), sessions = SessionsModel(of: scene.space, in: cache)
        await spaces.reload()
        await sessions.reload()
        #expect(spaces.elements.map(\.id) == [scene.space] && spaces.staleness == .fresh)
        #expect(sessions.elements.map(\.id) == [scene.session] && sessions.keptAt != nil)
        scene.network.cut(true)
        await cache.loseTouch()
        await sessions.reload()
        #expect(sessions.elements.count == 1 && sessions.failure != nil && sessions.staleness == .unknown)
    }
}
