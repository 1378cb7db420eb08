import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import MessageSockets
import SandboxTransport
import Testing

/// The code of the articles on tokens, on news of changes, and of MessageSockets and SandboxTransport.
@Suite("Articles on what apps stand on")
struct OfflineArticles {
    /// Compiled, and run against no server.
    private func renewTokens() throws -> MarkersAPI {
        let base = try CurlTransport(Origin("https://markers.example/api/v1"))
        let store = try TokenPairFile("tokens")
        let tokens = try BearerTokens(store, by: RefreshRoute(over: base))
        let api = MarkersAPI(try AuthorizedTransport(base, Credentials(bearer: tokens, for: base.origin)))
        return api
    }

    /// Compiled, and run against no server.
    private func follow(
        _ cache: ValidatedCache, _ transport: CurlTransport, _ id: String, _ session: String
    ) async {
        let live = LiveNotices(of: transport.origin)
        Task { await cache.follow(live.events()) }

        if let notice = PushTable.usual.notice([
            "type": "marker-updated", "marker_id": id, "session_id": session,
        ]) {
            await cache.note(notice)
        }
    }

    /// Compiled, and run against no server.
    private func listen() async throws {
        let socket = CurlMessageSocket(try SocketAddress("wss://markers.example/api/v1/events/live"))
        socket.open()
        for await event in socket.events {
            if case .received(let text) = event { print(text.count, "bytes") }
        }
    }

    @Test("a service runs on a sandbox of the same process")
    func service() async throws {
        let transport = try SandboxTransport(SandboxOptions(seed: 1))
        let service: any MarkersService = MarkersAPI(transport)

        let space = try await service.createSpace(CreateSpace(key: "hall", name: "Hall"))
        print(try await service.spaces().elements.count, "space,", transport.effects.count, "write")
        #expect(space.key == "hall" && transport.effects.count == 1)

        transport.meet([Fault("503:@1:after:POST")].compactMap(\.self))
        await #expect(throws: APIError.self) {
            _ = try await service.createSpace(CreateSpace(key: "hall-2", name: "Hall 2"))
        }
        #expect(transport.effects.count == 2)
    }
}
