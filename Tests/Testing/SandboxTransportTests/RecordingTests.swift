import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import SandboxTransport
import Synchronization
import Testing

@Suite("Recordings of exchanges")
struct RecordingTests {
    /// Lines of a recording, as they come.
    private final class Lines: Sendable {
        private let kept = Mutex<[UInt8]>([])
        func add(_ line: [UInt8]) { kept.withLock { $0 += line } }
        var bytes: [UInt8] { kept.withLock { $0 } }
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// Reads, changes and fails a little, and says what it saw.
    private func work(_ api: MarkersAPI) async -> [String] {
        var seen: [String] = []
        do throws(APIError) {
            let space = try await api.createSpace(CreateSpace(key: "hall", name: "Halle \u{1F3E2}\n2"))
            seen.append(space.name)
            seen.append("\(try await api.spaces().elements.count)")
            seen.append(try await api.updateSpace(space.id, UpdateSpace(name: "b")).name)
            _ = try await api.space(WireID("6a1f7c1e-0000-4000-8000-000000000000"))
        } catch {
            seen.append(error.code)
        }
        return seen
    }

    @Test("replay to the same answers, each once, and to nothing else")
    func replayed() async throws {
        let sandbox = try SandboxTransport(SandboxOptions(seed: 1)), lines = Lines()
        let seen = await work(MarkersAPI(RecordingTransport(sandbox) { lines.add($0) }))
        #expect(seen == ["Halle \u{1F3E2}\n2", "1", "b", "HTTP_404"])
        let replay = try ReplayTransport(lines.bytes, of: sandbox.origin)
        #expect(await work(MarkersAPI(replay)) == seen)
        #expect(replay.remaining == 0)
        // Everything has been answered.
        let error = await #expect(throws: TransportError.self) {
            _ = try await replay.send(HTTPRequest(.get, "/spaces"), timeout: patience)
        }
        #expect(error?.code == .notRecorded && error?.mayHaveArrived == false)
        #expect(error?.detail == "GET /spaces is not in the recording; nothing is left of it")
    }

    @Test("say how a request differs from the one that they have")
    func different() async throws {
        let sandbox = try SandboxTransport(SandboxOptions(seed: 1)), lines = Lines()
        let api = MarkersAPI(RecordingTransport(sandbox) { lines.add($0) })
        _ = try await api.createSpace(CreateSpace(key: "hall", name: "a"))
        let replay = try ReplayTransport(lines.bytes, of: sandbox.origin)
        let error = await #expect(throws: APIError.self) {
            _ = try await MarkersAPI(replay).createSpace(CreateSpace(key: "hall", name: "b"))
        }
        guard case .failed(let failure, let mayBeApplied)? = error, case .transport(let cause) = failure.cause
        else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.code == .notRecorded && !mayBeApplied)
        #expect(
            cause.detail.hasPrefix("POST /spaces was recorded with another body: after "), "\(cause.detail)")
        #expect(cause.detail.contains("now \"b"), "\(cause.detail)")
        let lenient = try ReplayTransport(lines.bytes, of: sandbox.origin, matching: .methodAndPath)
        #expect(try await MarkersAPI(lenient).createSpace(CreateSpace(key: "hall", name: "b")).name == "a")
    }

    @Test("keep failures, and bodies that are no text")
    func failures() async throws {
        let sandbox = try SandboxTransport(SandboxOptions(seed: 1)), lines = Lines()
        sandbox.meet([try #require(Fault("reset:@1:after"))])
        let recording = RecordingTransport(sandbox) { lines.add($0) }
        let request = HTTPRequest(.post, "/spaces", body: [0xff, 0, 0x0a])
        var errors: [TransportError] = []
        for isReplay in [false, true] {
            let transport: any Transport =
                isReplay ? try ReplayTransport(lines.bytes, of: sandbox.origin) : recording
            do throws(TransportError) { _ = try await transport.send(request, timeout: patience) } catch {
                errors.append(error)
            }
        }
        #expect(errors.count == 2 && errors[0] == errors[1])
        #expect(errors.first?.code == .connectionLost && errors.first?.mayHaveArrived == true)
    }

    @Test("name the line that is no exchange", arguments: ["{}", "[]", "{\"method\":1}", "x"])
    func badLine(line: String) async throws {
        let sandbox = try SandboxTransport(SandboxOptions(seed: 1)), lines = Lines()
        _ = try await MarkersAPI(RecordingTransport(sandbox) { lines.add($0) }).spaces()
        let error = #expect(throws: JSONError.self) {
            _ = try ReplayTransport(lines.bytes + Array(line.utf8), of: sandbox.origin)
        }
        #expect(error?.line == 2)
    }

    @Test("have no token, wherever the recorder stands: in requests, answers, errors, redirects and renewals")
    func canary() async throws {
        var options = SandboxOptions(seed: 1, tokenSeconds: 60)
        options.variants = [.echoTokens, .headerTokens]
        let sandbox = try SandboxTransport(options), below = Lines(), above = Lines(), root = Lines()
        let given = try await RecordingTransport(sandbox.root) { root.add($0) }.send(
            HTTPRequest(.post, "/sandbox/token"), timeout: patience)
        let body = try JSONValue(given.body)
        let texts = try ["token", "refresh_token"].map { try #require(body[$0]?.string) }
        let seen = Mutex(Set(texts))
        let tokens = try BearerTokens(
            MemoryTokenStore(
                TokenPair(access: BearerToken(try Secret("over-and-over")), refresh: try Secret(texts[1]))),
            by: RefreshRoute(over: RecordingTransport(sandbox) { below.add($0) })
        ) { pair in
            let new = [pair.access?.secret, pair.refresh].compactMap(\.self)
            seen.withLock { $0.formUnion(new.map { String(decoding: $0.bytes, as: UTF8.self) }) }
        }
        let authorized = try AuthorizedTransport(
            RecordingTransport(sandbox) { below.add($0) }, Credentials(bearer: tokens, for: sandbox.origin))
        let api = MarkersAPI(RecordingTransport(authorized) { above.add($0) })
        _ = await work(api)
        // An error that says the token back.
        _ = try? await api.space(WireID("6a1f7c1e-0000-4000-8000-000000000001"))
        let all = seen.withLock { $0.union(["over-and-over"]) }
        #expect(all.count > 5, "every answer brought one")
        for (name, text) in [("below", below.text), ("above", above.text), ("root", root.text)] {
            #expect(!text.isEmpty && !all.contains { text.contains($0) }, "\(name)")
        }
    }
}
