import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import TestSupport
import Testing

@Suite("A cache that the server validates")
struct ValidatedCacheTests {
    /// The clock of the device, in seconds too fast.
    static let clocks = [0.0, 3600, -3600]

    @Test(
        "is read twice when it is cold, since one answer may be cut, and costs none while it is fresh",
        arguments: clocks)
    func cold(offset: Double) async throws {
        let scene = try await OfflineScene(clockOffBy: offset)
        let cache = ValidatedCache(try scene.store(), scene.api)
        let first = await scene.all(cache.markers(of: scene.session))
        #expect(first.map(\.staleness) == [.fresh] && first.last?.value?.count == 3)
        #expect(scene.network.requests() == 2)
        let second = await scene.all(cache.markers(of: scene.session))
        #expect(second.map(\.staleness) == [.fresh] && scene.network.requests() == 0)
    }

    @Test("shows what is kept at once, and learns by 304 that it holds", arguments: clocks)
    func unchanged(offset: Double) async throws {
        let scene = try await OfflineScene(clockOffBy: offset)
        let store = try scene.store()
        _ = await scene.all(ValidatedCache(store, scene.api).markers(of: scene.session))
        _ = scene.network.requests()
        let again = await scene.all(ValidatedCache(store, scene.api).markers(of: scene.session))
        #expect(again.map(\.staleness) == [.unknown, .fresh])
        #expect(
            again.map { $0.value?.map(\.label) } == Array(repeating: (0..<3).map { "board-\($0)" }, count: 2))
        #expect(scene.network.requests() == 1)
    }

    @Test("reads what has changed in one request", arguments: clocks)
    func changed(offset: Double) async throws {
        let scene = try await OfflineScene(clockOffBy: offset)
        let store = try scene.store()
        _ = await scene.all(ValidatedCache(store, scene.api).markers(of: scene.session))
        try await scene.make(3)
        _ = scene.network.requests()
        let again = await scene.all(ValidatedCache(store, scene.api).markers(of: scene.session))
        #expect(again.map(\.staleness) == [.unknown, .fresh] && again.map { $0.value?.count } == [3, 4])
        #expect(scene.network.requests() == 1)
    }

    @Test("sees changes, moves and deletions, whatever they are", arguments: ["update", "delete", "vector"])
    func everyChange(kind: String) async throws {
        let scene = try await OfflineScene()
        let store = try scene.store()
        let before = await scene.all(ValidatedCache(store, scene.api).markers(of: scene.session))
        let marker = try #require(before.last?.value?.first)
        switch kind {
        case "update":
            let body = #"{"version":\#(try #require(marker.version)),"label":"other"}"#
            _ = await scene.api.updateMarker(marker.id, Array(body.utf8))
        case "delete": try await scene.api.deleteMarker(marker.id)
        default: _ = await scene.api.updateSpace(scene.space, Array(#"{"calibration_vector":[1,0,0]}"#.utf8))
        }
        _ = scene.network.requests()
        let after = await scene.all(ValidatedCache(store, scene.api).markers(of: scene.session))
        let truth = try await scene.api.markers(of: scene.session).elements.map(\.text)
        #expect(after.last?.staleness == .fresh && after.last?.value?.map(\.text) == truth)
        #expect(after.first?.value?.map(\.text) != truth)
    }

    @Test("is never called fresh without a network, and gives the reason")
    func cut() async throws {
        let scene = try await OfflineScene()
        let store = try scene.store()
        scene.network.cut(true)
        let nothing = await scene.all(ValidatedCache(store, scene.api).markers(of: scene.session))
        #expect(nothing.map(\.staleness) == [.unknown] && nothing[0].value == nil)
        #expect(nothing[0].failure?.code == "UNRESOLVED")
        scene.network.cut(false)
        _ = await scene.all(ValidatedCache(store, scene.api).markers(of: scene.session))
        scene.network.cut(true)
        let kept = await scene.all(ValidatedCache(store, scene.api).markers(of: scene.session))
        #expect(kept.map(\.staleness) == [.unknown, .unknown] && kept.map { $0.value?.count } == [3, 3])
        #expect(kept[1].failure?.code == "UNRESOLVED")
    }

    @Test("is stale after news, also of a question that was asked before")
    func news() async throws {
        let scene = try await OfflineScene()
        let cache = ValidatedCache(try scene.store(), scene.api)
        _ = await scene.all(cache.markers(of: scene.session))
        await cache.markStale(.markers(scene.session))
        scene.network.cut(true)
        let stale = await scene.all(cache.markers(of: scene.session))
        #expect(stale.map(\.staleness) == [.stale, .stale])
        scene.network.cut(false)
        #expect(await scene.all(cache.markers(of: scene.session)).map(\.staleness) == [.stale, .fresh])
        await cache.loseTouch()
        #expect(await cache.staleness(of: .markers(scene.session)) == .unknown)
    }

    @Test("does not take an answer for fresh that is older than the news, and asks once more")
    func newsMeanwhile() async throws {
        let scene = try await OfflineScene(), cache = ValidatedCache(try scene.store(), scene.api)
        scene.network.meanwhile {
            await cache.markStale(.markers(scene.session))
            // Who asks after the news does not get the answer from before it.
            let later = await scene.all(cache.markers(of: scene.session))
            #expect(later.last?.staleness == .fresh)
        }
        let early = await scene.all(cache.markers(of: scene.session))
        // Each of the two is a first read, which is compared with a second.
        #expect(early.map { $0.value?.count } == [3] && scene.network.requests() == 4)
        #expect(await cache.staleness(of: .markers(scene.session)) == .fresh)
    }

    @Test("keeps no answer that comes after all was removed")
    func clearedMeanwhile() async throws {
        let scene = try await OfflineScene(), store = try scene.store()
        let cache = ValidatedCache(store, scene.api)
        scene.network.meanwhile { try? await cache.clear() }
        _ = await scene.all(cache.markers(of: scene.session))
        #expect(try await store.categories().isEmpty)
        #expect(await cache.staleness(of: .markers(scene.session)) == .unknown)
    }

    @Test("sets bytes aside that are not those that were kept, and reads them again")
    func damaged() async throws {
        let scene = try await OfflineScene()
        do { _ = await scene.all(ValidatedCache(try scene.store(), scene.api).markers(of: scene.session)) }
        try Self.spoil(scene.path)
        let store = try scene.store()
        _ = scene.network.requests()
        let read = await scene.all(ValidatedCache(store, scene.api).markers(of: scene.session))
        #expect(read.map(\.staleness) == [.fresh] && read[0].value?.count == 3)
        #expect(scene.network.requests() == 2)
        #expect(try await store.damaged() == [.markers(scene.session)])
    }

    @Test(
        "W3: a damaged list that was only looked at is read again by the next sync, and nothing is exported without it"
    )
    func damagedAndListed() async throws {
        let scene = try await OfflineScene()
        do { _ = await scene.all(ValidatedCache(try scene.store(), scene.api).markers(of: scene.session)) }
        try Self.spoil(scene.path)
        let store = try scene.store(), markers = CacheCategory.markers(scene.session)
        _ = try await store.contents()
        let code = await #expect(throws: StoreError.self) { try await store.exportedMarkers() }?.code
        #expect(code == "STORE_IS_DAMAGED")
        let report = await StoreSync(OfflineQueue(store, scene.api), scene.api).run()
        #expect(report.lists.map(\.category) == [markers] && report.lists.first?.count == 3)
        #expect(report.isComplete && report.damaged == [markers])
        #expect(try await store.exportedMarkers().count > 2)
    }

    /// Changes one letter of what is kept.
    private static func spoil(_ path: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            "import sqlite3,sys;c=sqlite3.connect(sys.argv[1]);"
                + "c.execute(\"UPDATE kept SET body=CAST(replace(body,'board-1','board-9') AS BLOB)\");c.commit()",
            path,
        ]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test("reads every time what has no validator")
    func withoutTags() async throws {
        let scene = try await OfflineScene(SandboxOptions(seed: 1, variants: [.noTags]))
        let store = try scene.store()
        for count in [2, 1] {
            _ = scene.network.requests()
            let read = await scene.all(ValidatedCache(store, scene.api).markers(of: scene.session))
            #expect(read.last?.staleness == .fresh && scene.network.requests() == count)
        }
    }

    @Test("asks once for all who ask together")
    func together() async throws {
        let scene = try await OfflineScene()
        let cache = ValidatedCache(try scene.store(), scene.api)
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask { await scene.all(cache.markers(of: scene.session)).last?.value?.count ?? 0 }
            }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 3, count: 20) && scene.network.requests() == 2)
    }

    @Test("keeps spaces and sessions, too")
    func others() async throws {
        let scene = try await OfflineScene()
        let store = try scene.store()
        for _ in 0..<2 {
            let cache = ValidatedCache(store, scene.api)
            #expect(await scene.all(cache.spaces()).last?.value?.map(\.key) == ["hall"])
            #expect(
                await scene.all(cache.workSessions(in: scene.space)).last?.value?.map(\.id) == [scene.session]
            )
        }
        #expect(try await store.categories() == [.sessions(scene.space), .spaces])
        try await ValidatedCache(store, scene.api).clear()
        #expect(try await store.categories().isEmpty)
    }
}
