import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import MessageSockets
import Testing

@Suite("Notices of change over a live socket, as a model shows them")
@MainActor
struct LiveChangeNoticeTests {
    /// Longer than anything here takes, however busy the machine is.
    private static let patience = Duration.seconds(30)

    /// Waits until something holds.
    private func holds(_ condition: () async -> Bool) async throws -> Bool {
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            if await condition() { return true }
            try await Task.sleep(for: .milliseconds(1))
        }
        return false
    }

    /// A model that runs, on a cache that follows a server.
    @MainActor
    private final class Running {
        let scene: OfflineScene
        let cache: ValidatedCache
        let model: MarkersModel
        private var tasks: [Task<Void, Never>] = []

        init(_ scene: OfflineScene) throws {
            self.scene = scene
            let cache = ValidatedCache(try scene.store(), scene.api)
            let model = MarkersModel(scene.session, in: cache)
            (self.cache, self.model) = (cache, model)
            let events = LiveNotices(of: scene.network.origin).events()
            tasks = [Task { await cache.follow(events) }, Task { await model.run() }]
        }

        func stop() { for task in tasks { task.cancel() } }
    }

    @Test("a change is seen by the model; its delay is printed")
    func seen() async throws {
        let running = try Running(try await OfflineScene()), model = running.model
        defer { running.stop() }
        #expect(try await holds { model.staleness == .fresh && model.markers.count == 3 })
        // The socket may open after the first answer.
        _ = try await running.scene.make(3)
        #expect(try await holds { model.markers.count == 4 && model.staleness == .fresh })
        var delays: [Duration] = []
        for count in 0..<9 {
            let marker = try #require(model.markers.first)
            _ = try await running.scene.api.updateMarker(marker, UpdateMarker(label: "seen-\(count)"))
            let start = ContinuousClock.now
            #expect(
                try await holds {
                    model.markers.first?.label == "seen-\(count)" && model.staleness == .fresh
                        && !model.isLoading
                })
            delays.append(ContinuousClock.now - start)
        }
        print("a change is seen after \(delays.sorted()[4]) (median of 9, at most \(delays.max() ?? .zero))")
    }

    @Test("a connection that breaks makes all unknown, and what was missed is seen once there is another")
    func broken() async throws {
        let running = try Running(try await OfflineScene()), model = running.model
        defer { running.stop() }
        #expect(try await holds { model.staleness == .fresh })
        _ = try await running.scene.make(3)
        #expect(try await holds { model.markers.count == 4 && model.staleness == .fresh })
        let changes = await running.cache.changes(of: .spaces)
        running.scene.server.meet([try #require(Fault("ws-drop:@1:followEvents"))])
        _ = try await running.scene.make(4)
        var unknown = changes.makeAsyncIterator()
        #expect(await unknown.next() == .unknown)
        #expect(try await holds { model.markers.count == 5 && model.staleness == .fresh })
        #expect(running.scene.server.faults.count == 1, "it was dropped")
    }

    @Test("without a network the model shows what it had, as unknown, with the reason")
    func lost() async throws {
        let running = try Running(try await OfflineScene()), model = running.model
        defer { running.stop() }
        #expect(try await holds { model.staleness == .fresh })
        running.scene.network.cut(true)
        running.scene.server.stop()
        #expect(try await holds { model.staleness == .unknown && model.failure != nil && !model.isLoading })
        #expect(model.markers.count == 3 && model.failure?.code == "UNRESOLVED")
        #expect(await running.cache.staleness(of: .markers(running.scene.session)) == .unknown)
    }

    @Test("the socket is opened with the credentials, and only at their server")
    func credentials() async throws {
        let server = try SandboxServer(SandboxOptions(seed: 1, tokenSeconds: 86_400))
        defer { server.stop() }
        let base = try CurlTransport(Origin(server.address + "/api/v1"))
        let root = try CurlTransport(Origin(server.address))
        let answer = try await root.send(HTTPRequest(.post, "/sandbox/token"), timeout: Self.patience)
        let token = try Secret(#require(try JSONValue(answer.body)["token"]?.string))
        func first(_ token: Secret, at origin: Origin) async throws -> String {
            let tokens = BearerTokens(BearerToken(token))
            let transport = try AuthorizedTransport(base, Credentials(bearer: tokens, for: base.origin))
            var events = LiveNotices(of: origin, credentials: transport).events().makeAsyncIterator()
            return switch await events.next() {
            case .inTouch: "in touch"
            case .lost(let failure): failure.code
            case .notice, nil: "other"
            }
        }
        #expect(try await first(token, at: base.origin) == "in touch")
        #expect(try await first(try Secret("wrong"), at: base.origin) == "STATUS")
        #expect(try await first(token, at: Origin("http://127.0.0.1:9/api/v1")) == "UNAUTHORIZED")
    }

    @Test("the model shows edits that wait, and no longer once they are sent")
    func pending() async throws {
        let scene = try await OfflineScene(), store = try scene.store()
        let cache = ValidatedCache(store, scene.api), queue = OfflineQueue(store, scene.api)
        let model = MarkersModel(scene.session, in: cache, queue)
        await model.reload()
        _ = try await queue.update(try #require(model.markers.first), UpdateMarker(label: "mine"))
        await model.showPending()
        #expect(model.pending.map(\.state) == [.waiting])
        _ = await queue.flush()
        await cache.markStale(.markers(scene.session))
        await model.reload()
        #expect(model.pending.isEmpty && model.markers.first?.label == "mine")
    }
}
