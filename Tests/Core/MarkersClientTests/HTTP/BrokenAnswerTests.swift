import MarkersClient
import TestSupport
import Testing

@Suite("Answers that are broken")
struct BrokenAnswerTests {
    /// A server that answers the first request of a connection with these bytes and closes.
    static func server(_ bytes: String) throws -> RawServer {
        try RawServer { connection in
            if connection.readRequest() != nil { connection.write(bytes) }
        }
    }

    static let framing = [
        "no length, then the end": "HTTP/1.1 200 OK\r\n\r\n{}",
        "two lengths": "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
        "one length twice": "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "a list of lengths": "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\n{}",
        "a length with a sign": "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\n{}",
        "a length beyond all numbers": "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{}",
        "a length and chunks":
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "chunks by another name": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chun\u{212a}ed\r\n\r\n0\r\n\r\n",
        "chunks inside of gzip": "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "a coding nobody asked for":
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
        "a folded field": "HTTP/1.1 200 OK\r\nA: b\r\n c\r\nContent-Length: 2\r\n\r\n{}",
        "a blank before the colon": "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\n{}",
        "lines without CR": "HTTP/1.1 200 OK\nContent-Length: 2\n\n{}",
        "no HTTP at all": "SSH-2.0-OpenSSH_9.2\r\n",
        "the protocol before HTTP had headers": "{}",
        "an upgrade nobody asked for": "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n",
    ]

    @Test("Whose end is not told once and clearly", arguments: framing.keys.sorted())
    func badFraming(name: String) async throws {
        let server = try Self.server(Self.framing[name] ?? "")
        let error = await failure(of: try TransportKind.curl.transport(server))
        #expect(
            error?.code == .badFraming && error?.mayHaveArrived == true,
            "\(name): \(error.map(String.init) ?? "")")
    }

    @Test(
        "That end too early", arguments: TransportKind.allCases,
        [
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "HTTP/1.1 200 OK\r\nContent-Le",
        ])
    func truncated(kind: TransportKind, bytes: String) async throws {
        try await kind.expecting(bytes.contains("\r\n\r\n") ? nil : .endWithinHeader) {
            let error = await failure(of: try kind.transport(try Self.server(bytes)))
            #expect(
                error?.code == .truncated && error?.mayHaveArrived == true, "\(error.map(String.init) ?? "")")
        }
    }

    @Test(
        "A header of 200,000 fields, or one endless field, ends at the limit",
        arguments: TransportKind.allCases)
    func headerBomb(kind: TransportKind) async throws {
        let bombs = [
            String(repeating: "X: y\r\n", count: 200_000), "X: " + String(repeating: "y", count: 1 << 20),
        ]
        try await kind.expecting(.endlessHeader) {
            for bomb in bombs {
                let error = await failure(
                    of: try kind.transport(try Self.server("HTTP/1.1 200 OK\r\n" + bomb)))
                #expect(
                    error?.code == .tooLarge || error?.code == .truncated, "\(error.map(String.init) ?? "")")
            }
        }
    }

    @Test("Informational answers without end are no way around the limit", arguments: TransportKind.allCases)
    func informationalBomb(kind: TransportKind) async throws {
        let server = try Self.server(String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 10_000))
        try await kind.expecting(.endlessInformation) {
            let error = await failure(of: try kind.transport(server))
            #expect(error?.code == .tooLarge)
        }
    }

    @Test(
        "A body beyond the limit is not taken, whether its length is stated or not",
        arguments: TransportKind.allCases)
    func bodyBomb(kind: TransportKind) async throws {
        for head in ["Content-Length: 1000000000", "Transfer-Encoding: chunked"] {
            let server = try RawServer { connection in
                guard connection.readRequest() != nil else { return }
                connection.write("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n")
                let piece = "10000\r\n" + String(repeating: "x", count: 1 << 16) + "\r\n"
                while connection.write(piece) {}
            }
            try await kind.expecting(head.hasPrefix("Content") ? nil : .endlessBody) {
                let error = await failure(of: try kind.transport(server) { $0.largestAnswer = 1 << 20 })
                #expect(error?.code == .tooLarge, "\(head): \(error.map(String.init) ?? "")")
            }
        }
    }

    @Test("A line of the header that does not end is too large")
    func endlessLine() async throws {
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nX-Line: ")
            while connection.write(String(repeating: "x", count: 1 << 16)) {}
        }
        let error = await failure(of: try TransportKind.curl.transport(server))
        #expect(error?.code == .tooLarge, "\(error.map(String.init) ?? "")")
    }

    @Test("A list may be longer, as long as it shows elements", arguments: TransportKind.allCases)
    func list(kind: TransportKind) async throws {
        let element = "{\"id\":\"\(String(repeating: "x", count: 1000))\"},"
        for (piece, isTaken) in [(element, true), (String(repeating: "[", count: element.utf8.count), false)]
        {
            let text = String(repeating: piece, count: 3000)
            let server = try RawServer { _ in answer(200, text) }
            let transport = try kind.transport(server) {
                ($0.largestAnswer, $0.largestList) = (1 << 20, text.utf8.count)
            }
            var request = HTTPRequest(.get, "/")
            request.expectsList = true
            if isTaken {
                #expect(try await transport.send(request, timeout: patience).body == Array(text.utf8))
                request.expectsList = false
            }
            #expect(await failure(of: transport, request)?.code == .tooLarge)
        }
    }

    @Test("A body in pieces of one byte is not taken to its end")
    func manyPieces() async throws {
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let pieces = String(repeating: "1\r\nx\r\n", count: 1 << 12)
            while connection.write(pieces) {}
        }
        #expect(await failure(of: try TransportKind.curl.transport(server))?.code == .tooLarge)
    }

    @Test("A gzip bomb stays small, since nobody asked for gzip")
    func gzipBomb() async throws {
        // No decoder gets to see the rest.
        let server = try RawServer { connection in
            guard let request = connection.readRequest() else { return }
            let coding = request.field("accept-encoding") ?? "none"
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nX-Asked: \(coding)\r\nContent-Length: 3\r\n\r\n\u{1F}!!"
            )
        }
        #expect(await failure(of: try TransportKind.curl.transport(server))?.code == .badFraming)
    }
}
