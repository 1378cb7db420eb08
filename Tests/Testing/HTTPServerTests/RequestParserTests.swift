import TestSupport
import Testing

@testable import HTTPServer

@Suite("Requests from bytes")
struct RequestParserTests {
    /// The result for bytes that arrive in pieces: requests, and the refusal that ends them.
    private struct Outcome: Equatable {
        var requests: [IncomingRequest] = []
        var refusal: RequestRefusal?
        var isInside = false
    }

    private static func outcome(_ pieces: [ArraySlice<UInt8>]) -> Outcome {
        var parser = RequestParser(), outcome = Outcome()
        do throws(RequestRefusal) {
            for piece in pieces {
                parser.append(piece)
                while let request = try parser.next() { outcome.requests.append(request) }
            }
            outcome.isInside = parser.isInside
        } catch {
            outcome.refusal = error
        }
        return outcome
    }

    private static func outcome(_ text: String) -> Outcome { outcome([Array(text.utf8)[...]]) }

    static let good =
        "PATCH /api/v1/markers/a?b=c%20d HTTP/1.1\r\nHost: localhost:80\r\nContent-Length: 3\r\n\r\n{ }"

    @Test("are taken apart")
    func takenApart() throws {
        let outcome = RequestParserTests.outcome(RequestParserTests.good)
        #expect(outcome.refusal == nil && !outcome.isInside)
        let request = try #require(outcome.requests.first)
        #expect(request.method == .patch)
        #expect(request.target.path == ["api", "v1", "markers", "a"])
        #expect(request.target.query == ["b": "c d"])
        #expect(request["host"] == "localhost:80")
        #expect(request.body == Array("{ }".utf8))
    }

    @Test("may have chunks with extensions and trailers")
    func chunks() {
        let text =
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
            + "3;x=\"y\"\r\nabc\r\n0A\r\n0123456789\r\n0\r\nT: u\r\n\r\n"
        let outcome = RequestParserTests.outcome(text)
        #expect(outcome.requests.first?.body == Array("abc0123456789".utf8))
        #expect(!outcome.isInside)
    }

    @Test("may have chunk sizes with zeros in front")
    func zeros() {
        let zeros = String(repeating: "0", count: 20)
        let text = RequestParserTests.chunked + zeros + "3\r\nabc\r\n" + zeros + "\r\n\r\n"
        let outcome = RequestParserTests.outcome(text)
        #expect(outcome.requests.first?.body == Array("abc".utf8))
        #expect(outcome.refusal == nil && !outcome.isInside)
    }

    @Test("have a head of at most the limit, with all its line ends", arguments: [0, 1, 2, 3])
    func headLimit(surplus: Int) {
        let frame = RequestParserTests.head("Host: h", "a: ").utf8.count
        let value = String(repeating: "b", count: RequestLimits.head + surplus - frame)
        let text = RequestParserTests.head("Host: h", "a: " + value)
        #expect(text.utf8.count == RequestLimits.head + surplus)
        let outcome = RequestParserTests.outcome(text)
        #expect(outcome.refusal == (surplus == 0 ? nil : .longHead))
        #expect(outcome == RequestParserTests.outcome(text.utf8.map { [$0][...] }))
    }

    @Test("follow each other on a connection, perhaps behind an empty line")
    func several() {
        let one = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
        let outcome = RequestParserTests.outcome(one + "\r\n" + one)
        #expect(outcome.requests.count == 2)
        #expect(outcome.refusal == nil)
    }

    @Test("may name the server in the target, if Host names the same")
    func absolute() {
        let outcome = RequestParserTests.outcome("GET http://H:1/a?b HTTP/1.1\r\nHost: h:1\r\n\r\n")
        #expect(outcome.requests.first?.target.path == ["a"])
        let other = RequestParserTests.outcome("GET http://other/a HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(other.refusal == .badHost)
    }

    @Test("that break the rules are refused with the status that fits", arguments: brokenRequests)
    func refused(text: String, refusal: RequestRefusal) {
        let outcome = RequestParserTests.outcome(text)
        #expect(outcome.refusal == refusal, "\(text.debugDescription)")
        #expect(outcome.requests.isEmpty)
    }

    private static func head(_ lines: String...) -> String {
        "POST /a HTTP/1.1\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
    }

    private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n" }

    private static let chunked = head("Host: h", "Transfer-Encoding: chunked")

    fileprivate static let broken: [(String, RequestRefusal)] = [
        (head("Host: h", "Content-Length: 1", "Content-Length: 2"), .repeatedLength),
        (head("Host: h", "Content-Length: 1", "Content-Length: 1"), .repeatedLength),
        (head("Host: h", "Content-Length: 1, 1"), .badLength),
        (head("Host: h", "Content-Length: +1"), .badLength),
        (head("Host: h", "Content-Length: -1"), .badLength),
        (head("Host: h", "Content-Length: 0x1"), .badLength),
        (head("Host: h", "Content-Length: "), .badLength),
        (head("Host: h", "Content-Length: 99999999999999999999999"), .longBody),
        (head("Host: h", "Content-Length: \(RequestLimits.body + 1)"), .longBody),
        (head("Host: h", "Content-Length: 3", "Transfer-Encoding: chunked"), .lengthAndCoding),
        (head("Host: h", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked"), .unknownCoding),
        (head("Host: h", "Transfer-Encoding: gzip, chunked"), .unknownCoding),
        (head("Host: h", "Transfer-Encoding: xchunked"), .unknownCoding),
        (head("Host: h", "Transfer-Encoding:\u{0b}chunked"), .badField),
        (head("Host: h", "Content-Length : 3"), .badField),
        (head("Host: h", " folded: x"), .foldedField),
        (head("Host: h", "a: b", "\tc"), .foldedField),
        (head("Host: h", "a\0b: c"), .badField),
        (head("Host: h", "a: b\0"), .badField),
        (head("Host: h", "a: b\rc: d"), .badField),
        (head("Host: h", "nothing"), .badField),
        (head("Host: h", ": nothing"), .badField),
        (head("Host: h", "Host: h"), .repeatedHost),
        (head("Accept: x"), .missingHost),
        (head("Host: "), .badHost),
        (head("Host: a b"), .badHost),
        (head("Host: a/b"), .badHost),
        (head("Host: user@a"), .badHost),
        (head("Host: a:port"), .badHost),
        (head("Host: h", "Expect: 200-ok"), .unknownExpectation),
        ("GET /a HTTP/1.1\nHost: h\n\n", .bareLineFeed),
        ("GET /a HTTP/1.1\r\nHost: h\n\r\n", .bareLineFeed),
        ("GET  /a HTTP/1.1\r\n", .badRequestLine),
        ("GET /a  HTTP/1.1\r\n", .badRequestLine),
        ("GET /a\r\n", .badRequestLine),
        (" GET /a HTTP/1.1\r\n", .badRequestLine),
        ("GET /a HTTP/1.1 \r\n", .badRequestLine),
        ("GET\t/a HTTP/1.1\r\n", .badRequestLine),
        ("G(T /a HTTP/1.1\r\n", .badRequestLine),
        ("GET /a HTTP/11\r\n", .badRequestLine),
        ("GET /a http/1.1\r\n", .badRequestLine),
        ("GET /a HTTP/1.0\r\n", .unknownVersion),
        ("GET /a HTTP/0.9\r\n", .unknownVersion),
        ("PRI * HTTP/2.0\r\n", .unknownVersion),
        ("BREW /pot HTTP/1.1\r\n", .unknownMethod),
        ("get /a HTTP/1.1\r\n", .unknownMethod),
        ("\r\n\r\nGET /a HTTP/1.1\r\n", .badRequestLine),
        (get("/a%00b"), .badTarget), (get("/%"), .badTarget), (get("/%2"), .badTarget),
        (get("/%zz"), .badTarget),
        (get("/%2e%2e/a"), .badTarget), (get("/a/../b"), .badTarget), (get("/."), .badTarget),
        (get("/a%2Fb"), .badTarget), (get("/a%5cb"), .badTarget), (get("/a\\b"), .badTarget),
        (get("/%ff"), .badTarget), (get("/%c0%af"), .badTarget), (get("/a#b"), .badTarget),
        (get("*"), .badTarget),
        (get("a"), .badTarget), (get("ftp://h/a"), .badTarget), (get("/a?b=%00"), .badQuery),
        (get("/a?b=1&b=2"), .badQuery), (get("/a?b=%f"), .badQuery),
        (get("/" + String(repeating: "a", count: RequestLimits.line)), .longTarget),
        (head("Host: h", "a: " + String(repeating: "b", count: RequestLimits.head)), .longHead),
        (
            head("Host: h").replacing("\r\n\r\n", with: "\r\n")
                + String(repeating: "a: b\r\n", count: RequestLimits.head / 6), .longHead
        ),
        (chunked + "\r\n", .badChunk), (chunked + "g\r\n", .badChunk), (chunked + "-1\r\n", .badChunk),
        (chunked + "0x1\r\n", .badChunk), (chunked + " 1\r\na\r\n", .badChunk),
        (chunked + "1 \r\na\r\n", .badChunk),
        (chunked + "1\na\r\n", .bareLineFeed), (chunked + "1\r\nab\r\n", .badChunk),
        (chunked + "1\r\na\n", .bareLineFeed),
        (chunked + "fffffffff\r\n", .longBody), (chunked + "ffffffffffffffffffff\r\n", .longBody),
        (chunked + "900000\r\n", .longBody),
        (chunked + "1;" + String(repeating: "a", count: RequestLimits.chunkLine) + "\r\n", .badChunk),
        (chunked + "0\r\nbad trailer\r\n", .badField),
    ]

    /// Valid and broken requests, mutated byte by byte.
    private static func mutated(_ seed: UInt64, _ sample: Int) -> [UInt8] {
        var random = SeededGenerator(seed: seed, sample: sample)
        // As many good ones as broken, so that some get through.
        let samples =
            Array(repeating: good, count: broken.count) + [chunked + "3\r\nabc\r\n0\r\n\r\n"]
            + broken.map(\.0).filter { $0.utf8.count < 400 }
        var bytes = Array((samples.randomElement(using: &random) ?? good).utf8)
        bytes += Array((samples.randomElement(using: &random) ?? good).utf8)
        let telling = Array("\r\n\t :;,%/?#0aH\0".utf8) + [0x7f, 0xff]
        for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = telling.randomElement(using: &random) ?? 0
            case 1: bytes.insert(telling.randomElement(using: &random) ?? 0, at: place)
            case 2: bytes.remove(at: place)
            default: bytes.swapAt(place, Int.random(in: bytes.indices, using: &random))
            }
        }
        return bytes
    }

    @Test("give the same however the bytes are cut", arguments: Seeds.few)
    func cuts(seed: UInt64) {
        var taken = 0, refused = 0
        for sample in 0..<1500 {
            let bytes = RequestParserTests.mutated(seed, sample)
            var random = SeededGenerator(seed: seed &+ 1, sample: sample)
            let whole = RequestParserTests.outcome([bytes[...]])
            let single = RequestParserTests.outcome(bytes.indices.map { bytes[$0...$0] })
            #expect(whole == single, "seed \(seed), sample \(sample)")
            var pieces: [ArraySlice<UInt8>] = [], rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &random)
                pieces.append(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(whole == RequestParserTests.outcome(pieces), "seed \(seed), sample \(sample)")
            taken += whole.requests.count
            refused += whole.refusal == nil ? 0 : 1
        }
        #expect(taken > 100 && refused > 100, "seed \(seed): \(taken) taken, \(refused) refused")
    }
}

private let brokenRequests = RequestParserTests.broken
