import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import Testing

@Suite("Writes that take values and return entities")
struct EntityWriteTests {
    private static let quad = Quad([0, 1, 0], [0.5, 1, 0], [0.5, 0.7, 0], [0, 0.7, 0])
    private static let bowTie = Quad([0, 1, 0], [0.5, 0.7, 0], [0.5, 1, 0], [0, 0.7, 0])

    @Test("spaces have every field that was given, and a change leaves the others")
    func spaces() async throws {
        let scene = try await SandboxScene()
        defer { scene.clear() }
        var creation = CreateSpace(key: "hall-3", name: "Hall 3", description: "d")
        creation.files = SpaceFiles(
            modelGLB: "https://a/m.glb", modelUSDC: "https://a/m.usdc", scan: "https://a/s.usdc",
            mlModel: "https://a/d.mlmodel")
        creation.meta = ["floor": 2, "tags": ["north"]]
        let space = try await scene.api.createSpace(creation)
        #expect(space.key == "hall-3" && space.files == creation.files && space.meta == creation.meta)
        #expect(space.calibrationVector == .zero && space.created != nil)
        var changes = UpdateSpace(name: "Hall III", calibrationVector: [0, 0, 1])
        changes.files.preview = "https://a/p.png"
        let changed = try await scene.api.updateSpace(space.id, changes)
        #expect(changed.name == "Hall III" && changed.key == "hall-3" && changed.meta == creation.meta)
        #expect(changed.calibration().shift == SIMD3(0, 0, 1))
        #expect(changed.files.preview == "https://a/p.png" && changed.files.scan == "https://a/s.usdc")
    }

    @Test("a session that somebody else has changed is read again, and then changed")
    func sessions() async throws {
        let scene = try await SandboxScene()
        defer { scene.clear() }
        let start = Date(timeIntervalSince1970: 1_763_640_000)
        let session = try await scene.api.createWorkSession(
            CreateWorkSession(in: scene.space, type: .inspection, state: .draft))
        #expect(session.type == .inspection && session.state == .draft)
        let active = try await scene.api.updateWorkSession(
            session, UpdateWorkSession(state: .active, started: start))
        #expect(active.state == .active && active.started == start && active.version != session.version)
        // With the first version again: another person's change stays, and this one is made.
        let done = try await scene.api.updateWorkSession(
            session, UpdateWorkSession(state: .done, completed: start + 60))
        #expect(done.state == .done && done.started == start && done.completed == start + 60)
        let gone = try WorkSession(spaceID: scene.space, version: 1)
        let error = await #expect(throws: APIError.self) {
            try await scene.api.updateWorkSession(gone, UpdateWorkSession(state: .done))
        }
        #expect(error?.isMissing == true)
    }

    @Test("W7: sessions are listed by state, and the markers of all sessions of a space are read")
    func lists() async throws {
        let scene = try await SandboxScene()
        defer { scene.clear() }
        let before = try await scene.api.markers(inSpace: scene.space).flatMap(\.elements).count
        let draft = try await scene.api.createWorkSession(CreateWorkSession(in: scene.space, state: .draft))
        for session in [scene.session, draft.id] {
            _ = try await scene.api.createMarker(CreateMarker(in: session, label: "1", Self.quad))
        }
        let drafts = try await scene.api.workSessions(in: scene.space, state: .draft).elements
        #expect(drafts.contains { $0.id == draft.id } && drafts.allSatisfy { $0.state == .draft })
        #expect(
            try await scene.api.workSessions(in: scene.space, state: .draft, type: .repair).elements.isEmpty)
        let markers = try await scene.api.markers(inSpace: scene.space).flatMap(\.elements)
        #expect(markers.count == before + 2)
        #expect(Set(markers.map(\.workSessionID)).isSuperset(of: [scene.session, draft.id]))
    }

    @Test("a single corner moves, and an edit that somebody else was faster with is refused")
    func corners() async throws {
        let scene = try await SandboxScene()
        defer { scene.clear() }
        let marker = try await scene.api.createMarker(
            CreateMarker(in: scene.session, label: "1", Self.quad, customProperties: ["severity": "high"]))
        let moved = try await scene.api.updateMarker(marker, UpdateMarker(p3: [0.5, 0.69, 0]))
        var expected = Self.quad
        expected.p3.y = 0.69
        #expect(try moved.quad == expected && moved.label == "1" && moved.version != marker.version)
        let conflict = await #expect(throws: APIError.self) {
            try await scene.api.updateMarker(marker, UpdateMarker(label: "2"))
        }
        #expect(conflict?.isConflict == true)
        // The corner that would make it cross is judged with the others, before anything is sent.
        let crossing = UpdateMarker(p2: [0.5, 0.5, 0], p3: [0.5, 1, 0])
        let refused = await #expect(throws: APIError.self) {
            try await scene.api.updateMarker(moved, crossing)
        }
        guard case .unsound(let found) = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(found.map(\.label) == ["1"] && found[0].issues.first?.code == .selfIntersecting)
        #expect(try await scene.api.marker(moved.id).version == moved.version)
        let forced = try await scene.api.updateMarker(moved, crossing, .unchecked)
        #expect(try forced.quad.p3 == SIMD3(0.5, 1, 0))
    }

    @Test("markers with errors are refused with all findings before anything is sent")
    func checked() async throws {
        let scene = try await SandboxScene()
        defer { scene.clear() }
        let before = scene.server.requestCount
        let markers = [Self.quad, Self.bowTie, Self.quad.map { $0 * 0.001 }].enumerated().map {
            CreateMarker(in: scene.session, label: "\($0 + 1)", $1)
        }
        let error = await #expect(throws: APIError.self) {
            try await scene.api.createMarkers(markers, in: scene.session)
        }
        guard case .unsound(let found) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(found.map(\.index) == [1, 2] && found.map(\.label) == ["2", "3"])
        #expect(found.allSatisfy { $0.issues == QuadCheck().issues(markers[$0.index].quad) })
        await #expect(throws: APIError.self) { try await scene.api.createMarker(markers[1]) }
        #expect(scene.server.requestCount == before)
        let made = try await scene.api.createMarkers(markers, in: scene.session, .unchecked)
        #expect(try made.map { try $0.quad } == markers.map(\.quad))
        #expect(made.map(\.label) == ["1", "2", "3"])
        // A bend is an error of the strict profile only.
        let bent = CreateMarker(in: scene.session, Quad([0, 0, 0], [1, 0, 0], [1, 1, 0.05], [0, 1, 0]))
        await #expect(throws: APIError.self) {
            try await scene.api.createMarker(bent, .checked(profile: .strict))
        }
        _ = try await scene.api.createMarker(bent)
    }

    @Test("reference sets and anchors come back as they were given")
    func others() async throws {
        let scene = try await SandboxScene()
        defer { scene.clear() }
        let markers = [try ReferenceMarker(label: "a", quad: Self.quad)]
        let set = try await scene.api.createReferenceSet(
            in: scene.space, name: "corners", description: "d", markers: markers)
        #expect(set.name == "corners" && set.markers.map(\.id) == markers.map(\.id))
        #expect(try set.markers[0].quad == Self.quad)
        await #expect(throws: APIError.self) {
            try await scene.api.createReferenceSet(
                in: scene.space, name: "x", markers: [ReferenceMarker(quad: Self.bowTie)])
        }
        let anchor = try await scene.api.putAnchor(
            session: scene.session, run: 1, localZ: 1.5, at: [1, 2, 3])
        let moved = try await scene.api.updateAnchor(anchor, worldPosition: [3, 2, 1])
        #expect(moved.id == anchor.id && moved.worldPosition == SIMD3(3, 2, 1))
    }

    @Test("events say what was done to whom")
    func events() async throws {
        let scene = try await SandboxScene()
        defer { scene.clear() }
        let marker = try await scene.api.createMarker(CreateMarker(in: scene.session, Self.quad))
        _ = try await scene.api.updateMarker(marker, UpdateMarker(label: "2"))
        let events = try await scene.api.serverEvents(about: marker.id).elements
        #expect(events.count == 2 && events.allSatisfy { $0.entityID == WireID(marker.id) })
        #expect(events.allSatisfy { $0.action != nil && $0.created != nil && $0.id != nil })
        #expect(try await scene.api.serverEvents().elements.count > 2)
        #expect(events.first?.entityType != nil && events.last?.version != nil)
    }

    @Test("a held session is locked for others and has its user, until the work ends")
    func held() async throws {
        let scene = try await SandboxScene()
        defer { scene.clear() }
        let (api, session) = (scene.api, scene.session)
        let users = try await api.held(session, as: "ann") { hold in
            #expect(hold.locks.count == 1 && hold.others.isEmpty)
            await #expect(throws: SessionHoldError.locked(session, present: ["ann"])) {
                try await api.held(session, as: "bob") { _ in Issue.record("two hold one session") }
            }
            return try await api.presence(in: session)
        }
        #expect(users == ["ann"])
        #expect(try await api.presence(in: session).isEmpty)
        #expect(try await api.isLocked(session, .workSessions) == false)
        struct Trouble: Error {}
        await #expect(throws: Trouble.self) {
            try await api.held(session, as: "ann") { _ in throw Trouble() }
        }
        #expect(try await api.isLocked(session, .workSessions) == false)
    }
}
