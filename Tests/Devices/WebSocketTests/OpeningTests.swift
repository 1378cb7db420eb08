import TestSupport
import Testing

@testable import WebSocket

@Suite("Opening handshakes")
struct OpeningTests {
    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    private static let good = [
        OpeningField("host", "127.0.0.1:8080"), OpeningField("upgrade", "websocket"),
        OpeningField("connection", "keep-alive, Upgrade"), OpeningField("sec-websocket-version", "13"),
        OpeningField("sec-websocket-key", key),
    ]

    @Test("the key of the standard has the accept of the standard")
    func vector() throws {
        #expect(ServerOpening.accept(key: OpeningTests.key) == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        let opening = try ServerOpening(method: "GET", fields: OpeningTests.good)
        #expect(opening.accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(String(decoding: opening.answer, as: UTF8.self).hasPrefix("HTTP/1.1 101 "))
    }

    @Test(
        "digests are those of FIPS 180-4",
        arguments: [
            ("", "2jmj7l5rSw0yVb/vlWAYkK/YBwk="), ("abc", "qZk+NkcGgWq6PiVxeFDCbJzQ2J0="),
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "hJg+RBw70m66rkqh+VEp5eVGcPE="),
        ])
    func digests(text: String, digest: String) {
        #expect(Base64.text(of: SHA1.digest(of: Array(text.utf8))) == digest)
    }

    @Test("a request without what the standard asks for is refused with the reason")
    func refusals() {
        func refusal(_ name: String, _ value: String?, method: String = "GET", hasBody: Bool = false)
            -> OpeningRefusal?
        {
            var fields = OpeningTests.good.filter { $0.name != name }
            if let value { fields.append(OpeningField(name, value)) }
            do throws(OpeningRefusal) {
                _ = try ServerOpening(method: method, fields: fields, hasBody: hasBody)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal("x", nil) == nil)
        #expect(refusal("x", nil, method: "POST") == .badMethod("POST"))
        #expect(refusal("x", nil, hasBody: true) == .body)
        #expect(refusal("upgrade", nil) == .noUpgrade)
        #expect(refusal("upgrade", "h2c") == .noUpgrade)
        #expect(refusal("upgrade", "h2c , WebSocket") == nil)
        #expect(refusal("connection", "close") == .noConnectionUpgrade)
        #expect(refusal("sec-websocket-version", nil) == .badVersion(nil))
        #expect(refusal("sec-websocket-version", "8") == .badVersion("8"))
        for key in [
            "", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZQ=A", "dGhlIHNhbXBsZSBub25j",
            "dGhlIHNhbXBsZSBub25j!Q==",
        ] {
            #expect(refusal("sec-websocket-key", key) == .badKey(count: 1), "\(key)")
        }
        #expect(refusal("sec-websocket-key", nil) == .badKey(count: 0))
        #expect(refusal("Sec-WebSocket-Key", OpeningTests.key) == .badKey(count: 2))
        for origin in [
            "null", "http://example.com", "http://127.0.0.1.example.com", "http://localhost:80x",
            "ftp://localhost",
            "http://localhost:", "http://localhost:123456", "127.0.0.1", "http://evil@localhost",
        ] { #expect(refusal("origin", origin) == .foreignOrigin(origin)) }
        for origin in [
            "http://127.0.0.1:8080", "https://localhost", "http://LOCALHOST:3000", "http://[::1]:1",
        ] {
            #expect(refusal("origin", origin) == nil, "\(origin)")
        }
    }

    @Test("a client takes the server's answer, however it is cut, and gives back what follows")
    func cuts() throws {
        let rest: [UInt8] = [0x81, 0]
        var random = SeededGenerator(seed: 1)
        let opening = try ClientOpening(host: "localhost:1", target: "/ws?a=b", keys: random)
        let answer = try OpeningTests.answer(to: opening) + rest
        for cut in 0...answer.count {
            var opening = try ClientOpening(host: "localhost:1", target: "/ws?a=b", keys: random)
            var got = try opening.receive(answer[..<cut])
            if got == nil {
                got = try opening.receive(answer[cut...])
            } else {
                got?.append(contentsOf: answer[cut...])
            }
            #expect(got == rest, "cut at \(cut)")
        }
        _ = random.next()
    }

    /// The answer of ``ServerOpening`` to a client's request.
    private static func answer(to opening: ClientOpening) throws -> [UInt8] {
        let lines = String(decoding: opening.request, as: UTF8.self).split(separator: "\r\n")
        #expect(lines[0] == "GET /ws?a=b HTTP/1.1")
        let fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ": ", maxSplits: 1)
            return OpeningField(String(parts[0]), String(parts[1]))
        }
        return try ServerOpening(method: "GET", fields: fields).answer
    }

    @Test("a client refuses an answer that does not open a WebSocket")
    func answers() throws {
        func refusal(_ change: (String) -> String) throws -> OpeningRefusal? {
            let keys = SeededGenerator(seed: 2)
            var opening = try ClientOpening(host: "localhost:1", target: "/ws?a=b", keys: keys)
            let answer = change(String(decoding: try OpeningTests.answer(to: opening), as: UTF8.self))
            do throws(OpeningRefusal) {
                _ = try opening.receive(Array(answer.utf8))
                return nil
            } catch {
                return error
            }
        }
        func replacing(_ old: String, _ new: String) throws -> OpeningRefusal? {
            try refusal { $0.replacing(old, with: new) }
        }
        #expect(try replacing("x-none", "") == nil)
        #expect(try replacing("101 Switching Protocols", "404 Not Found") == .status(404))
        #expect(try replacing("HTTP/1.1", "HTTP/1.0") == .badAnswer)
        #expect(try replacing("HTTP/1.1 101", "HTTP/1.1 1x1") == .badAnswer)
        #expect(try replacing("Upgrade: websocket\r\n", "") == .noUpgrade)
        #expect(try replacing("Connection: Upgrade\r\n", "") == .noConnectionUpgrade)
        #expect(try replacing("Accept: ", "Accept: A") == .badAccept)
        #expect(
            try replacing("Connection:", "Sec-WebSocket-Extensions: x\r\nConnection:")
                == .notOffered("extension"))
        #expect(
            try replacing("Connection:", "Sec-WebSocket-Protocol: x\r\nConnection:")
                == .notOffered("subprotocol"))
        #expect(try replacing("Connection:", "no field\r\nConnection:") == .badAnswer)
        #expect(try replacing("Connection:", "a\u{0}b: x\r\nConnection:") == .badAnswer)
        #expect(try replacing("Connection:", "A: b\nConnection:") == .badAnswer)
        let long = String(repeating: "x", count: ClientOpening.longestHead)
        #expect(try replacing("Connection:", "A: \(long)\r\nConnection:") == .badAnswer)
    }

    @Test("a client writes no request with characters that would end a line")
    func requests() {
        for (host, target) in [("a\r\nb", "/"), ("a", "/ b"), ("a", "b"), ("", "/"), ("a", "/\u{e9}")] {
            #expect(throws: OpeningRefusal.self) { try ClientOpening(host: host, target: target) }
        }
        for field in [OpeningField("A", "b\r\nC: d"), OpeningField("A b", "c"), OpeningField("", "c")] {
            #expect(throws: OpeningRefusal.self) {
                try ClientOpening(host: "a", target: "/", fields: [field])
            }
        }
    }
}
