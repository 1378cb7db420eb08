import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

@Suite("One request for all that is kept")
struct CacheValidationTests {
    private static let sessions = 100
    private static let changed = 7

    /// A server whose documents are old, so that the clock has moved on since.
    private func scene(_ variants: Set<Variant> = [], clockOffBy offset: Double = 0) async throws
        -> OfflineScene
    {
        try await OfflineScene(SandboxOptions(seed: 1, variants: variants), clockOffBy: offset)
    }

    @Test("costs one where nothing has changed, whatever the clock here", arguments: [0, 3600, -3600])
    func fresh(offset: Double) async throws {
        let scene = try await scene(clockOffBy: offset), store = try scene.store()
        let all: [CacheCategory] = [.spaces, .sessions(scene.space), .markers(scene.session)]
        let cold = await ValidatedCache(store, scene.api).validate(all, for: "ann")
        #expect(cold.staleness.values.allSatisfy { $0 == .fresh } && scene.network.requests() == 6)
        let again = await ValidatedCache(store, scene.api).validate(all, for: "ann")
        #expect(again.staleness.values.allSatisfy { $0 == .fresh } && again.fallback == nil)
        #expect(scene.network.requests() == 1)
    }

    @Test(
        "takes changes from the answer, or reads them",
        arguments: [
            (nil, 2), (Variant.inlineBase64, 2), (.inlineNever, 2), (.validateSparse, 2), (.validateWhole, 1),
        ])
    func changes(variant: Variant?, requests: Int) async throws {
        let scene = try await scene(variant.map { [$0] } ?? []), store = try scene.store()
        let markers = CacheCategory.markers(scene.session)
        _ = await ValidatedCache(store, scene.api).validate([markers], for: "ann")
        let marker = try #require(try await scene.api.markers(of: scene.session).elements.first)
        _ = await scene.api.updateMarker(marker.id, Array(#"{"version":1,"label":"new"}"#.utf8))
        try await scene.make(7)
        _ = scene.network.requests()
        let cache = ValidatedCache(store, scene.api)
        #expect(await cache.validate([markers], for: "ann").staleness == [markers: .fresh])
        #expect(scene.network.requests() == requests)
        let shown = await scene.all(cache.markers(of: scene.session))
        let truth = try await scene.api.markers(of: scene.session).elements
        #expect(shown.map(\.staleness) == [.fresh])
        #expect(Set(shown.last?.value?.map(\.text) ?? []) == Set(truth.map(\.text)))
    }

    @Test("reads a list from which something was removed")
    func removal() async throws {
        let scene = try await scene(), store = try scene.store(),
            markers = CacheCategory.markers(scene.session)
        _ = await ValidatedCache(store, scene.api).validate([markers], for: "ann")
        let marker = try #require(try await scene.api.markers(of: scene.session).elements.first)
        try await scene.api.deleteMarker(marker.id)
        _ = scene.network.requests()
        let cache = ValidatedCache(store, scene.api)
        #expect(await cache.validate([markers], for: "ann").staleness == [markers: .fresh])
        // The list, and the marker that it lacks.
        #expect(scene.network.requests() == 3)
        #expect(await scene.all(cache.markers(of: scene.session)).last?.value?.count == 2)
    }

    @Test(
        "W1: a marker that was deleted is not kept, whether a server answers with whole lists or with what has changed",
        arguments: [[], [Variant.validateWhole], [.validateWhole, .inlineBase64]], [1, 20])
    func deleted(_ variants: [Variant], count: Int) async throws {
        let scene = try await OfflineScene(
            SandboxOptions(seed: 1, variants: Set(variants)), markers: count + 3)
        let store = try scene.store(), markers = CacheCategory.markers(scene.session)
        _ = await ValidatedCache(store, scene.api).validate([markers], for: "ann")
        let before = try await scene.api.markers(of: scene.session).elements
        for marker in before.prefix(count) { try await scene.api.deleteMarker(marker.id) }
        _ = await scene.api.updateMarker(
            try #require(before.last).id, Array(#"{"version":1,"label":"new"}"#.utf8))
        let cache = ValidatedCache(store, scene.api)
        #expect(await cache.validate([markers], for: "ann").staleness == [markers: .fresh])
        let shown = await scene.all(cache.markers(of: scene.session)).last?.value
        let truth = try await scene.api.markers(of: scene.session).elements
        #expect(truth.count == 3 && Set(shown?.map(\.text) ?? []) == Set(truth.map(\.text)))
    }

    @Test(
        "T1: a session that is gone has no markers, but a server that knows nothing at all says nothing",
        arguments: [true, false])
    func missing(isGone: Bool) async throws {
        let scene = try await scene(), store = try scene.store()
        let cache = ValidatedCache(store, scene.api, maxAge: .zero)
        #expect(await scene.all(cache.markers(of: scene.session)).last?.value?.count == 3)
        if isGone { try await scene.api.deleteWorkSession(scene.session) }
        scene.network.fail(isGone ? "/markers" : "/", status: 404)
        let shown = try #require(await scene.all(cache.markers(of: scene.session)).last)
        #expect(shown.value?.count == (isGone ? 0 : 3) && (shown.failure == nil) == isGone)
    }

    @Test("T1: a list that was cut is not taken for the truth, the first one as little as a later one")
    func cutShort() async throws {
        let options = SandboxOptions(seed: 1, variants: [.inlineNever])
        let scene = try await OfflineScene(options, markers: 24), store = try scene.store()
        let markers = CacheCategory.markers(scene.session)
        func read() async throws -> String {
            let result = await ValidatedCache(store, scene.api).validate([markers], for: "ann")
            let kept = try #require(try await store.contents().lists.first?.count)
            let code = result.failures[markers]?.code ?? "no failure"
            return "\(result.staleness[markers]?.rawValue ?? ""), \(kept) kept, \(code)"
        }
        // One of the two first answers is cut: the longer one counts.
        scene.server.meet([try #require(Fault("list-short:@1:markers"))])
        #expect(try await read() == "fresh, 24 kept, no failure")
        // Later ones are all cut, and what they lack is there: what is kept stays.
        try await scene.make(30)
        scene.server.meet([try #require(Fault("list-short:list"))])
        #expect(try await read() == "unknown, 24 kept, LIST_LOOKS_CUT_OFF")
        scene.server.meet([])
        #expect(try await read() == "fresh, 25 kept, no failure")
    }

    @Test("reads a list from which something was removed before the server was started again")
    func removalBeforeRestart() async throws {
        let folder = try Folder(), data = folder.url.appending(path: "sandbox.db").path
        // The first server has closed its file once its scene is gone.
        func removed() async throws -> (store: MarkersStore, markers: CacheCategory, session: UUID) {
            let scene = try await OfflineScene(SandboxOptions(dataFile: data, seed: 1)),
                store = try scene.store()
            let markers = CacheCategory.markers(scene.session)
            _ = await ValidatedCache(store, scene.api).validate([markers], for: "ann")
            let last = try #require(try await scene.api.markers(of: scene.session).elements.last)
            try await scene.api.deleteMarker(last.id)
            return (store, markers, scene.session)
        }
        let (store, markers, session) = try await removed()
        let again = try SandboxServer(SandboxOptions(dataFile: data, seed: 1))
        defer { again.stop() }
        let cache = ValidatedCache(store, MarkersAPI(try CurlTransport(Origin(again.address + "/api/v1"))))
        #expect(await cache.validate([markers], for: "ann").staleness == [markers: .fresh])
        let shown: [Cached<[Marker]>] = await cache.markers(of: session).reduce(into: []) { $0.append($1) }
        #expect(shown.last?.value?.count == 2)
    }

    @Test("reads a list that was changed in the very second in which it was read")
    func sameSecond() async throws {
        let clock = ManualClock()
        let scene = try await OfflineScene(SandboxOptions(clock: clock.clock)), store = try scene.store()
        let markers = CacheCategory.markers(scene.session)
        _ = await ValidatedCache(store, scene.api).validate([markers], for: "ann")
        _ = scene.network.requests()
        #expect(
            await ValidatedCache(store, scene.api).validate([markers], for: "ann").staleness == [
                markers: .fresh
            ])
        #expect(scene.network.requests() == 2)
        clock.advance(by: 2)
        for expected in [2, 1] {
            let again = await ValidatedCache(store, scene.api).validate([markers], for: "ann")
            #expect(again.staleness == [markers: .fresh] && scene.network.requests() == expected)
        }
    }

    @Test("is not believed where it is no answer, and each list is asked for by itself")
    func fallback() async throws {
        let scene = try await scene([.validateFlat]), store = try scene.store()
        let all: [CacheCategory] = [.spaces, .markers(scene.session)]
        _ = await ValidatedCache(store, scene.api).validate(all, for: "ann")
        _ = scene.network.requests()
        let wrong = await ValidatedCache(store, scene.api).validate(all, for: "ann")
        #expect(wrong.staleness.values.allSatisfy { $0 == .fresh } && scene.network.requests() == 3)
        let missing = await ValidatedCache(store, scene.api).validate(all, for: "")
        #expect(missing.fallback?.code == "HTTP_404" && missing.staleness.values.allSatisfy { $0 == .fresh })
        #expect(scene.network.requests() == 3)
        let right = await ValidatedCache(store, scene.api).validate(all, for: "ann", form: .flat)
        #expect(right.fallback == nil && scene.network.requests() == 1)
    }

    @Test("reads of a hundred sessions those that have changed")
    func hundred() async throws {
        let scene = try await scene([.inlineNever]), store = try scene.store()
        var sessions = [scene.session]
        for _ in 1..<Self.sessions {
            sessions.append(
                try await scene.api.createWorkSession(
                    RequestBody.Session(in: scene.space, type: "inspection").json
                ).id)
        }
        for session in sessions.dropFirst() {
            _ = try await scene.api.createMarker(CreateMarker(in: session, Quad.rectangle(1, 1)))
        }
        let all = sessions.map { CacheCategory.markers($0) }
        _ = await ValidatedCache(store, scene.api).validate(all, for: "ann")
        for session in sessions.prefix(Self.changed) {
            _ = try await scene.api.createMarker(CreateMarker(in: session, Quad.rectangle(2, 1)))
        }
        _ = scene.network.requests()
        let result = await ValidatedCache(store, scene.api).validate(all, for: "ann")
        #expect(
            result.staleness.count == Self.sessions && result.staleness.values.allSatisfy { $0 == .fresh })
        #expect(scene.network.requests() == 1 + Self.changed)
    }
}
