import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import QuadGeometry
import SandboxTransport
import Testing

/// The first lines of readers of the two guides, by the practices that these show, in the names of this package.
@Suite("Snippets of guide readers")
struct GuideReaderTests {
    private static let quad = Quad([0, 1, 0], [0.5, 1, 0], [0.5, 0.7, 0], [0, 0.7, 0])

    @Test("W7: eighteen of the guide to the server compile and run")
    func server() async throws {
        let api = MarkersAPI(try SandboxTransport())
        // 1 to 4: spaces.
        var creation = CreateSpace(key: "hall", name: "Hall")
        creation.meta = ["floor": 2]
        let hall = try await api.createSpace(creation)
        #expect(try await api.spaces().elements.map(\.key) == ["hall"])
        #expect(try await api.updateSpace(hall.id, UpdateSpace(name: "Hall I")).name == "Hall I")
        #expect(try await api.space(hall.id).meta?["floor"]?.integer == 2)
        // 5 to 9: sessions, by state and type, and one that goes to another space.
        let session = try await api.createWorkSession(
            CreateWorkSession(in: hall.id, type: .inspection, state: .draft))
        #expect(try await api.workSessions(in: hall.id, state: .draft, type: .inspection).elements.count == 1)
        var changes = UpdateWorkSession(state: .active)
        let annex = try await api.createSpace(CreateSpace(key: "annex", name: "Annex"))
        changes.spaceID = annex.id
        let moved = try await api.updateWorkSession(session, changes)
        #expect(moved.state == .active && moved.spaceID == annex.id)
        #expect(SessionStatus.allCases.contains(.archived) && SessionType.allCases.contains(.repair))
        #expect(try await api.markers(inSpace: annex.id).flatMap(\.elements).isEmpty)
        // 10 to 14: markers, alone and many, with values of any kind.
        let properties: [String: Any] = ["severity": "high", "photos": 3, "seen": true]
        let door = CreateMarker(
            in: session.id, label: "door", Self.quad, color: "#FF0000",
            customProperties: try JSONValue(any: properties))
        #expect(try JSONEncoder().encode(door).count > 100)
        let marker = try await api.createMarker(door)
        let read = marker.customProperties?.anyValue as? [String: Any]
        #expect(read?["severity"] as? String == "high" && read?["seen"] as? Bool == true)
        #expect(try await api.createMarkers([door, door], in: session.id).count == 2)
        #expect(try await api.updateMarker(marker, UpdateMarker(label: "exit")).label == "exit")
        await #expect(throws: APIError.badColor("#GG0000", index: 0)) {
            try await api.createMarker(CreateMarker(in: session.id, Self.quad, color: "#GG0000"))
        }
        // 15 to 18: errors by kind, an edit by two people, and removals.
        #expect(await Self.kind { _ = try await api.marker(UUID()) } == "not found")
        #expect(
            await Self.kind { _ = try await api.updateMarker(marker, UpdateMarker(label: "late")) }
                == "conflict")
        let noSpace = Array(#"{"space_id": 7}"#.utf8)
        #expect(await Self.kind { _ = try await api.createWorkSession(noSpace) } == "invalid")
        try await api.deleteWorkSession(session.id)
        #expect(try await api.workSessions(in: annex.id).elements.isEmpty)
    }

    /// The kind of the error of a call, as an app tells them apart.
    private static func kind(_ call: () async throws -> Void) async -> String {
        do {
            try await call()
            return "none"
        } catch APIError.notFound {
            return "not found"
        } catch APIError.conflict {
            return "conflict"
        } catch let error as APIError where APIError.invalid ~= error && error.serverMessage != nil {
            return "invalid"
        } catch {
            return "\(error)"
        }
    }

    @Test("W7: eighteen of the guide to the app compile and run")
    @MainActor func app() async throws {
        // 1 to 4: a service that a preview replaces, and one pair of tokens for all who wait.
        let scene = try await OfflineScene(), store = try scene.store()
        let service: any MarkersService = scene.api
        #expect(try await service.spaces().elements.count == 1)
        #expect(try await service.markers(of: scene.session).elements.isEmpty == false)
        let pair = TokenPair(
            access: BearerToken(try Secret("access-of-a-user")), refresh: try Secret("refresh-of-a-user"))
        #expect("\(pair)".contains("access-of-a-user") == false)
        // 5 to 9: what is kept is shown at once, and then what the server says.
        let cache = ValidatedCache(store, scene.api), queue = OfflineQueue(store, scene.api, policy: .mine)
        let spaces = SpacesModel(in: cache), sessions = SessionsModel(of: scene.space, in: cache)
        let model = MarkersModel(scene.session, in: cache, queue)
        await spaces.reload()
        await sessions.reload()
        await model.reload()
        #expect(spaces.elements.count == 1 && sessions.elements.count == 1 && !model.isLoading)
        #expect(model.staleness == .fresh && model.failure == nil && model.keptAt != nil)
        var states: [Staleness] = []
        for await cached in cache.markers(of: scene.session) { states.append(cached.staleness) }
        #expect(states == [.fresh])
        // 10 to 14: without a network everything is there, and edits wait.
        scene.network.cut(true)
        await cache.loseTouch()
        await model.reload()
        #expect(model.staleness == .unknown && !model.markers.isEmpty)
        let first = model.markers[0]
        let edit = try await queue.update(first, UpdateMarker(label: "seen offline"))
        _ = try await queue.create(CreateMarker(in: scene.session, label: "new", Self.quad))
        await model.showPending()
        #expect(model.pending.first?.id == edit && model.markers[0].label == "seen offline")
        #expect(await queue.flush().waiting.count == 2)
        // 15 to 18: with it again they are sent, once; news arrive, and signing out removes what is kept.
        scene.network.cut(false)
        #expect(await queue.flush().done.count == 2)
        let notice = PushTable.usual.notice([
            "type": "marker-updated", "marker_id": "\(first.id)", "session_id": "\(scene.session)",
        ])
        await cache.note(try #require(notice))
        #expect(await cache.staleness(of: .markers(scene.session)) == .stale)
        await model.reload()
        #expect(model.pending.isEmpty && model.markers.contains { $0.label == "new" })
        try await cache.clear()
        #expect(await cache.staleness(of: .markers(scene.session)) == .unknown)
    }
}
