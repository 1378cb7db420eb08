import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import Synchronization
import TestSupport
import Testing

@Suite("A token shows nowhere but to its server")
struct CanaryTests {
    private static let canary = "canary-7f3a9c41e2"

    /// Everything that is reported, and every token that was issued.
    private final class Ears: Sendable {
        private let state = Mutex((heard: [String](), tokens: [CanaryTests.canary]))

        func hear(_ value: some Any) {
            var text = "\(value)\n" + String(reflecting: value) + "\n"
            dump(value, to: &text)
            state.withLock { [text] in $0.heard.append(text) }
        }

        func note(token: String) { state.withLock { $0.tokens.append(token) } }

        var tokens: [String] { state.withLock { $0.tokens } }
        var count: Int { state.withLock { $0.heard.count } }

        /// The first report that contains a token.
        var slip: String? {
            state.withLock { state in
                state.heard.first { text in state.tokens.contains { text.contains($0) } }
            }
        }
    }

    /// Both kinds of credentials at once: a field, and tokens that the sandbox issues and ends.
    private static func authorized(_ base: CurlTransport, _ ears: Ears) throws -> any Transport {
        let root = try Origin("\(base.origin.scheme)://\(base.origin.host):\(base.origin.port)")
        let issuer = try CurlTransport(root)
        let tokens = BearerTokens(nil) { timeout throws(TransportError) in
            let answer = try await issuer.send(HTTPRequest(.post, "/sandbox/token"), timeout: timeout)
            let text = (try? JSONValue(answer.body))?["token"]?.string ?? ""
            ears.note(token: text)
            guard let secret = try? Secret(text) else {
                throw TransportError(.unauthorized, mayHaveArrived: false, "no token")
            }
            return BearerToken(secret)
        }
        let field = try AuthorizedTransport(
            base, Credentials(field: "X-Api-Key", Secret(canary), for: base.origin))
        return try AuthorizedTransport(field, Credentials(bearer: tokens, for: base.origin))
    }

    /// The bytes of every file below a folder, with its name.
    private static func files(_ folder: URL) throws -> [(name: String, bytes: Data)] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).map {
            ($0.lastPathComponent, try Data(contentsOf: $0))
        }
    }

    private static let faults = [
        "expire:0.1", "503:0.1:after:PATCH", "429=0:0.1:before:PATCH", "truncate:0.1:after:PATCH",
        "409:0.02:before:PATCH",
    ]
    /// More runs than any seed needs to finish through the faults above.
    private static let mostRuns = 20

    @Test("through a list, a plan, a job, faults, ends of tokens and taking back", arguments: Seeds.few)
    func wholeWay(seed: UInt64) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "canary-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let ears = Ears()
        let options = SandboxOptions(
            dataFile: folder.appending(path: "store").path, seed: seed,
            faults: try Self.faults.map { try #require(Fault($0)) }, tokenSeconds: 86_400)
        let scene = try await SandboxScene(options, log: { ears.hear($0) }) { try Self.authorized($0, ears) }
        defer { scene.clear() }
        ears.hear(scene.api)
        for place in 0..<20 { try await scene.make(place) }
        let job = try await scene.job(.raw)
        for direction in [UpdateRule.Direction.apply, .undo] {
            let run = JobRun(scene.api, job)
            for _ in 0..<Self.mostRuns {
                let report = await run.run(direction) { ears.hear($0) }
                ears.hear(report)
                if report.isComplete(direction) { break }
            }
            ears.hear(try await run.verify(direction))
            // While the job is open, so that its log and shared memory are there, too.
            let files = try Self.files(scene.folder) + Self.files(folder)
            #expect(files.contains { $0.name == "a.job-wal" } && files.contains { $0.name == "store-wal" })
            for (name, bytes) in files {
                #expect(!ears.tokens.contains { bytes.firstRange(of: Data($0.utf8)) != nil }, "\(name)")
            }
        }
        ears.hear(job.head)
        ears.hear(scene.server.effects)
        ears.hear(scene.server.faults)
        #expect(ears.tokens.count > 2 && ears.count > 100, "seed \(seed): tokens ended and much was told")
        #expect(ears.slip == nil, "seed \(seed)")
    }

    @Test(
        "T14: a server that puts it into its data is noticed, and what it gave is left as it is",
        arguments: [true, false])
    func data(isThere: Bool) async throws {
        let server = try RawServer { request in
            let key = request.field("x-api-key") ?? "none"
            return answer(200, #"[{"id":"1","key":"hall","name":"\#(isThere ? key : key.uppercased())"}]"#)
        }
        let origin = try Origin("http://127.0.0.1:\(server.port)"), told = Mutex<[String]>([])
        let transport = try AuthorizedTransport(
            CurlTransport(origin), Credentials(field: "X-Api-Key", Secret(Self.canary), for: origin),
            onEcho: { request in told.withLock { $0.append("\(request)") } })
        let spaces = try await MarkersAPI(transport).spaces().elements
        #expect(spaces.map(\.name) == [isThere ? Self.canary : Self.canary.uppercased()])
        #expect(told.withLock { $0.count } == (isThere ? 1 : 0))
    }

    @Test(
        "nor when a server says it back in an error, or sends us elsewhere",
        arguments: [
            301, 302, 303, 307, 308, 400, 401, 403, 404, 409, 422, 429, 500, 503,
        ])
    func echo(status: Int) async throws {
        let other = try RawServer { _ in answer(200, "[]") }
        let server = try RawServer { request in
            let key = request.field("x-api-key") ?? "none"
            let elsewhere = "http://127.0.0.1:\(other.port)/?key=\(key)"
            return answer(
                status, #"{"error":"\#(key)","message":"no \#(key)","status":\#(status)}"#,
                fields: "Location: \(elsewhere)\r\nX-Echo: \(key)\r\nRetry-After: 0\r\n")
        }
        let ears = Ears(), origin = try Origin("http://127.0.0.1:\(server.port)")
        let transport = try AuthorizedTransport(
            CurlTransport(origin), Credentials(field: "X-Api-Key", Secret(Self.canary), for: origin))
        let api = MarkersAPI(transport, log: { ears.hear($0) })
        let id = UUID()
        ears.hear(await api.updateMarker(id, Array("{}".utf8)))
        ears.hear(try await transport.send(HTTPRequest(.get, "/"), timeout: patience))
        let creation = RequestBody.locking(seconds: 1)
        do { _ = try await api.createSpace(creation) } catch { ears.hear(error) }
        #expect(server.requests.allSatisfy { $0.field("x-api-key") == Self.canary })
        #expect(other.connectionCount == 0)
        #expect(ears.count >= 4 && ears.slip == nil, "\(status)")
    }

    @Test("nor when a list goes on at another server")
    func foreignList() async throws {
        let other = try RawServer { _ in answer(200, "[]") }
        let elsewhere = "http://127.0.0.1:\(other.port)/spaces?offset=100"
        let pages = [
            answer(200, "[]", fields: "Link: <\(elsewhere)>; rel=\"next\"\r\n"),
            answer(200, #"{"items":[],"total":200,"next":"\#(elsewhere)"}"#),
        ]
        for page in pages {
            let server = try RawServer { request in
                request.path.contains("offset") ? answer(200, "[]") : page
            }
            let origin = try Origin("http://127.0.0.1:\(server.port)")
            let transport = try AuthorizedTransport(
                CurlTransport(origin), Credentials(field: "X-Api-Key", Secret(Self.canary), for: origin))
            _ = try? await MarkersAPI(transport).spaces()
            #expect(!server.requests.isEmpty && other.connectionCount == 0)
        }
    }
}
