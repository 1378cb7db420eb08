import CPeers
import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import QuadGeometry

/// A server with sessions of one marker each, and a device with a clock of its own that keeps their lists.
final class KeptScene {
    let server: SandboxServer
    private let api: MarkersAPI
    private let origin: Origin
    private let folder: OfflineBench.Folder
    private let sessions: [UUID]

    /// The clock of a device, which is wrong and waits as long as the machine's.
    private struct WrongClock: ClientClock {
        private let system = MarkersClient.SystemClock()
        let offset: Double

        var now: Duration { system.now }
        var date: Date { system.date.addingTimeInterval(offset) }
        func sleep(for duration: Duration) async throws { try await system.sleep(for: duration) }
    }

    /// - Parameters:
    ///   - count: the sessions.
    ///   - variants: the manners of the server.
    ///   - offset: seconds by which the clock of the device is fast.
    ///   - isSettled: whether the server's clock has moved on since it made the markers.
    init(sessions count: Int, variants: Set<Variant>, clockOffBy offset: Double, isSettled: Bool) throws {
        let clock = ManualClock()
        // Without a seed, whose dates have nothing to do with any clock.
        server = try SandboxServer(SandboxOptions(variants: variants, clock: clock.clock))
        origin = try Origin(server.address + "/api/v1")
        let api = MarkersAPI(try CurlTransport(origin), clock: WrongClock(offset: offset))
        (self.api, folder) = (api, try OfflineBench.Folder())
        let hall = Array(#"{"key":"hall","name":"hall"}"#.utf8)
        let space = try Waiting.forResult { try await api.createSpace(hall).id }
        let body = RequestBody.Session(in: space, type: "inspection").json
        sessions = try (0..<count).map { _ in
            try Waiting.forResult { try await api.createWorkSession(body).id }
        }
        try change(count)
        if isSettled { clock.advance(by: 10) }
    }

    deinit { server.stop() }

    /// Makes a marker in each of the first sessions, as somebody else would.
    func change(_ count: Int) throws {
        let api = api
        for session in sessions.prefix(count) {
            let marker = CreateMarker(in: session, Quad.rectangle(0.2, 0.1))
            _ = try Waiting.forResult { try await api.createMarker(marker).id }
        }
    }

    /// Changes letters of every list that is kept.
    func corrupt() throws {
        let status = peer_store_run(
            folder.path("hall.quadstore"),
            "UPDATE kept SET body = CAST(replace(body, 'work_session_id', 'work_session_ie') AS BLOB)")
        guard status == 0 else { throw BenchError.violated("the store could not be changed: \(status)") }
    }

    /// The list of each session that the device shows at last, once it has validated everything, as a process that has just
    /// begun.
    func validated(together: Bool) throws -> [Cached<[Marker]>] {
        let store = try openStore(), api = api, sessions = sessions
        return try Waiting.forResult {
            let cache = ValidatedCache(store, api)
            if together { _ = await cache.validate(sessions.map { .markers($0) }, for: "ann") }
            var shown: [Cached<[Marker]>] = []
            for session in sessions {
                var last: Cached<[Marker]>?
                for await value in cache.markers(of: session) { last = value }
                if let last { shown.append(last) }
            }
            return shown
        }
    }

    /// The store, once tasks of the process before have let go of it.
    private func openStore() throws -> MarkersStore {
        for _ in 0..<1000 {
            do {
                return try MarkersStore.open(at: folder.path("hall.quadstore"), for: origin)
            } catch StoreError.held {
                usleep(5_000)
            }
        }
        throw BenchError.violated("the store is never let go of")
    }

    /// Whether lists are fresh and those that the server has.
    func areTrue(_ shown: [Cached<[Marker]>]) throws -> Bool {
        let api = api, sessions = sessions
        let truth = try Waiting.forResult {
            var lists: [[[UInt8]]] = []
            for session in sessions { lists.append(try await api.markers(of: session).elements.map(\.text)) }
            return lists
        }
        return shown.allSatisfy { $0.staleness == .fresh } && shown.map { $0.value?.map(\.text) } == truth
    }
}
