import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import MessageSockets
import Testing

@Suite("Notices of change")
struct ChangeNoticeTests {
    private static let session = "6a1f7c1e-0000-4000-8000-00000000000a"
    private static let marker = "6a1f7c1e-0000-4000-8000-00000000000b"

    @Test("are read from push payloads by a table")
    func push() throws {
        let session = try #require(WireID(Self.session).uuid), marker = try #require(WireID(Self.marker).uuid)
        let payload = [
            "type": "marker-updated", "marker_id": Self.marker, "session_id": Self.session, "at": "x",
        ]
        #expect(
            PushTable.usual.notice(payload)
                == ChangeNotice(.updated, .marker(marker, session: session), at: "x"))
        #expect(
            PushTable.usual.notice([
                "type": "session-created", "session_id": Self.session, "space_id": "hall",
            ])
                == ChangeNotice(.created, .session(session, space: WireID("hall"))))
        #expect(
            PushTable.usual.notice(["type": "space-deleted", "space_id": "hall"])
                == ChangeNotice(.deleted, .space(WireID("hall"))))
        // A server's own words.
        let own = PushTable(["event-updated": PushTable.Row(.updated, .session, identifier: "eventId")])
        let json = try JSONValue(Array(#"{"type":"event-updated","eventId":"\#(Self.session)","n":1}"#.utf8))
        #expect(own.notice(json) == ChangeNotice(.updated, .session(session, space: nil)))
    }

    @Test(
        "are none for a type that is not in the table, or without a usable id",
        arguments: [
            ["type": "friend-accepted", "marker_id": marker], ["marker_id": marker],
            ["type": "marker-updated"],
            ["type": "marker-updated", "marker_id": "7"], ["type": "space-updated", "space_id": ""], [:],
        ])
    func unknownPush(payload: [String: String]) {
        #expect(PushTable.usual.notice(payload) == nil)
    }

    @Test("are read from the server's own events")
    func events() async throws {
        let scene = try await OfflineScene(markers: 1)
        let marker = try #require(try await scene.api.markers(of: scene.session).elements.first)
        _ = try await scene.api.updateMarker(marker, UpdateMarker(label: "new"))
        try await scene.api.deleteMarker(marker.id)
        let events = try await scene.api.serverEvents(after: 0).elements
        let notices = events.compactMap { ChangeNotice($0) }
        #expect(notices.map(\.kind) == [.created, .created, .created, .updated, .deleted])
        #expect(
            notices.map(\.target) == [
                .space(scene.space), .session(scene.session, space: scene.space),
                .marker(marker.id, session: scene.session), .marker(marker.id, session: nil),
                .marker(marker.id, session: nil),
            ])
        #expect(notices.allSatisfy { $0.at != nil })
        #expect(try await scene.api.serverEvents(after: 3).elements.count == events.count - 3)
    }

    /// A cache that has confirmed everything.
    private func warm(_ scene: OfflineScene) async throws -> ValidatedCache {
        let cache = ValidatedCache(try scene.store(), scene.api)
        _ = await scene.all(cache.spaces())
        _ = await scene.all(cache.workSessions(in: scene.space))
        _ = await scene.all(cache.markers(of: scene.session))
        _ = scene.network.requests()
        return cache
    }

    @Test("mark the lists that hold the thing as stale, and nothing else, without a request")
    func stale() async throws {
        let scene = try await OfflineScene(), cache = try await warm(scene)
        let spaces = CacheCategory.spaces, sessions = CacheCategory.sessions(scene.space)
        let markers = CacheCategory.markers(scene.session)
        let marker = try #require(await scene.all(cache.markers(of: scene.session)).last?.value?.first?.id)
        for (notice, expected) in [
            (ChangeNotice(.updated, .marker(marker, session: nil)), [markers]),
            (ChangeNotice(.updated, .marker(UUID(), session: nil)), []),
            (ChangeNotice(.created, .marker(UUID(), session: scene.session)), [markers]),
            (ChangeNotice(.updated, .session(scene.session, space: nil)), [sessions]),
            (ChangeNotice(.deleted, .session(scene.session, space: scene.space)), [sessions, markers]),
            (ChangeNotice(.deleted, .space(scene.space)), [spaces, sessions]),
        ] as [(ChangeNotice, [CacheCategory])] {
            await cache.note(notice)
            for category in [spaces, sessions, markers] {
                let isStale = await cache.staleness(of: category) == .stale
                #expect(isStale == expected.contains(category), "\(notice): \(category.name)")
            }
            #expect(scene.network.requests() == 0)
            _ = await scene.all(cache.spaces())
            _ = await scene.all(cache.workSessions(in: scene.space))
            _ = await scene.all(cache.markers(of: scene.session))
            #expect(scene.network.requests() == expected.count)
        }
        // A new marker of an unknown session may be in any list.
        await cache.note(ChangeNotice(.created, .marker(UUID(), session: nil)))
        #expect(await cache.staleness(of: markers) == .unknown)
        #expect(await cache.staleness(of: sessions) == .fresh)
    }

    @Test("of a change while a list is being read leave it stale, though the answer came later")
    func duringRead() async throws {
        let scene = try await OfflineScene(), cache = ValidatedCache(try scene.store(), scene.api)
        // Nothing is kept yet that could hold the marker.
        scene.network.meanwhile { await cache.note(ChangeNotice(.updated, .marker(UUID(), session: nil))) }
        let shown = await scene.all(cache.markers(of: scene.session))
        #expect(shown.last?.value?.count == 3 && shown.last?.staleness != .fresh)
    }

    @Test("come by looking at the events of a server, in order, and those of another log make all unknown")
    func polled() async throws {
        let scene = try await OfflineScene(markers: 1), cache = try await warm(scene)
        let markers = CacheCategory.markers(scene.session)
        var events = PolledNotices(scene.api, every: .milliseconds(10)).events().makeAsyncIterator()
        guard case .inTouch? = await events.next() else {
            Issue.record("in touch first, since what is old is passed over")
            return
        }
        let made = try await scene.make(7)
        guard case .notice(let notice)? = await events.next() else {
            Issue.record("then the change")
            return
        }
        #expect(notice.target == .marker(made.id, session: scene.session))
        await cache.note(notice)
        #expect(await cache.staleness(of: markers) == .stale)
        // Behind a number that the server has not reached.
        var ahead = PolledNotices(scene.api, every: .milliseconds(10)).events(after: 1000).makeAsyncIterator()
        guard case .lost(.anotherLog)? = await ahead.next() else {
            Issue.record("a log without that event is another one")
            return
        }
    }
}
