import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import QuadGeometry
import SandboxTransport
import Synchronization
import TestSupport
import Testing

/// Every count is that of the sandbox's own log.
@Suite("A queue under tokens that are over")
struct TokenRefreshQueueTests {
    /// A device that has signed in to a sandbox, with a session of three markers and edits of all kinds.
    private struct Device {
        let sandbox: SandboxTransport
        let tokens: BearerTokens
        let good: TokenPair
        let api: MarkersAPI
        let folder: Folder
        let store: MarkersStore
        let queue: OfflineQueue
        let session: UUID
        /// Every token that the sandbox gave.
        let seen: Tokens

        final class Tokens: Sendable {
            private let texts = Mutex<Set<String>>([])
            var all: Set<String> { texts.withLock { $0 } }
            func add(_ pair: TokenPair) {
                for secret in [pair.access?.secret, pair.refresh].compactMap(\.self) {
                    texts.withLock { _ = $0.insert(String(decoding: secret.bytes, as: UTF8.self)) }
                }
            }
        }

        init(_ variants: Set<Variant> = []) async throws {
            var options = SandboxOptions(seed: 1, tokenSeconds: 86_400)
            options.variants = variants
            let sandbox = try SandboxTransport(options), seen = Tokens()
            let given = try await sandbox.root.send(
                HTTPRequest(.post, "/sandbox/token"), timeout: .seconds(30))
            let body = try JSONValue(given.body)
            good = TokenPair(
                access: BearerToken(try Secret(#require(body["token"]?.string))),
                refresh: try Secret(#require(body["refresh_token"]?.string)))
            seen.add(good)
            tokens = try BearerTokens(MemoryTokenStore(good), by: RefreshRoute(over: sandbox)) {
                seen.add($0)
            }
            api = MarkersAPI(
                try AuthorizedTransport(sandbox, Credentials(bearer: tokens, for: sandbox.origin)))
            let space = try await api.createSpace(CreateSpace(key: "hall", name: "Hall"))
            session = try await api.createWorkSession(CreateWorkSession(in: space.id)).id
            folder = try Folder()
            store = try MarkersStore.open(
                at: folder.url.appending(path: "hall.quadstore").path, for: sandbox.origin)
            queue = OfflineQueue(store, api)
            let session = session
            let quad = Quad([0, 1, 0], [0.2, 1, 0], [0.2, 0.9, 0], [0, 0.9, 0])
            let new = (0..<4).map { place in
                CreateMarker(in: session, label: "board-\(place)", quad.map { $0 + [Double(place), 0, 0] })
            }
            let markers = try await api.createMarkers(Array(new.prefix(3)), in: session)
            for marker in markers.prefix(2) { _ = try await queue.update(marker, UpdateMarker(label: "new")) }
            _ = try await queue.delete(markers[2])
            _ = try await queue.create(new[3])
            (self.sandbox, self.seen) = (sandbox, seen)
        }

        /// The edits, without the words of the last failure.
        func rows() async throws -> [[String]] {
            try await queue.edits().map { edit in
                [
                    edit.id.uuidString, edit.kind.rawValue, edit.state.rawValue, edit.reason?.rawValue ?? "",
                    String(decoding: edit.base, as: UTF8.self), String(decoding: edit.wanted, as: UTF8.self),
                ]
            }
        }

        /// The requests so far: those for tokens, and all others.
        var counts: (renewals: Int, all: Int) {
            (sandbox.requests.count { $0.path.hasSuffix(RefreshRoute.path) }, sandbox.requests.count)
        }
    }

    @Test("stays as it is when the renewal is refused, asks once for all, and is sent once somebody signs in")
    func refused() async throws {
        let device = try await Device(), rows = try await device.rows(), before = device.counts
        #expect(rows.count == 4 && rows.allSatisfy { $0[2] == "waiting" })
        await device.tokens.use(
            TokenPair(access: BearerToken(try Secret("over")), refresh: try Secret("nobody")))
        let report = await device.queue.flush()
        #expect(report.failure?.code == "AUTHENTICATION_REQUIRED")
        #expect(try await device.rows() == rows)
        #expect(device.counts.renewals == before.renewals + 1)
        let after = device.counts
        _ = await device.queue.flush()
        #expect(device.counts == after, "nothing more is sent")
        #expect(try await device.rows() == rows)
        await device.tokens.use(device.good)
        let sent = await device.queue.flush()
        #expect(sent.failure == nil && sent.done.count == 4, "\(sent)")
        #expect(
            try await Set(device.api.markers(of: device.session).elements.map(\.label)) == ["new", "board-3"])
    }

    @Test("is sent by one renewal when the access token is over")
    func renewed() async throws {
        let device = try await Device()
        await device.tokens.use(
            TokenPair(access: BearerToken(try Secret("over")), refresh: device.good.refresh))
        let report = await device.queue.flush()
        #expect(report.failure == nil && report.done.count == 4, "\(report)")
        #expect(device.counts.renewals == 1)
    }

    @Test("keeps no token in its file, in its edits or in what it says, also where errors say tokens back")
    func canary() async throws {
        let device = try await Device([.echoTokens, .headerTokens])
        let cache = ValidatedCache(device.store, device.api)
        for await _ in cache.markers(of: device.session) {}
        // Conflicts and refusals, which the store keeps with what was found.
        device.sandbox.meet([try #require(Fault("422:@1:before:PATCH"))])
        let report = await device.queue.flush()
        var told = ""
        dump(report, to: &told)
        dump(try await device.queue.edits(), to: &told)
        let tokens = device.seen.all
        #expect(tokens.count > 5, "every answer brought one")
        #expect(!tokens.contains { told.contains($0) })
        let files = try FileManager.default.contentsOfDirectory(
            at: device.folder.url, includingPropertiesForKeys: nil)
        #expect(files.contains { $0.lastPathComponent == "hall.quadstore" })
        for file in files {
            let bytes = try Data(contentsOf: file)
            #expect(
                !tokens.contains { bytes.firstRange(of: Data($0.utf8)) != nil }, "\(file.lastPathComponent)")
        }
    }
}
