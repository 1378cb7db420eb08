@testable import HTTPServer

/// Requests of parts that are right or wrong by RFC 9112, RFC 9110 and RFC 3986, with their expected results.
///
/// A wrong part makes the whole request wrong whatever is around it, and the bytes after it on the connection
/// are ignored: that is what keeps a request from being smuggled behind another.
enum FramingCorpus {
    /// A piece of a request, and the reason why a server must refuse it; nil for one that is right.
    struct Part: Sendable {
        var text: String
        var flaw: RequestRefusal?
        /// The body that the bytes after the header are, if the framing is right.
        var body = ""
        /// The bytes after the empty line, for framing.
        var rest = ""

        init(_ text: String, _ flaw: RequestRefusal? = nil) { (self.text, self.flaw) = (text, flaw) }
    }

    struct Case: Sendable {
        var text: String
        var flaws: Set<RequestRefusal>
        var body: String
    }

    /// The request that follows every one of the corpus.
    static let next = "GET /next HTTP/1.1\r\nHost: h\r\n\r\n"

    /// Every pair of parts of two kinds, with correct text between them.
    static let all: [Case] = {
        var cases: [Case] = []
        for line in requestLines { for host in hosts { cases.append(make(line, host)) } }
        for line in requestLines { for field in fields { cases.append(make(line, field: field)) } }
        for line in requestLines { for frame in framings { cases.append(make(line, frame: frame)) } }
        for host in hosts { for field in fields { cases.append(make(host: host, field: field)) } }
        for host in hosts { for frame in framings { cases.append(make(host: host, frame: frame)) } }
        for field in fields { for frame in framings { cases.append(make(field: field, frame: frame)) } }
        return cases
    }()

    private static func make(
        _ line: Part = Part("POST /a HTTP/1.1\r\n"), host: Part = Part("Host: h\r\n"),
        field: Part = Part(""), frame: Part = framing("Content-Length: 3", "abc", body: "abc")
    ) -> Case {
        // A line that names its own server agrees with its own host only.
        let host =
            line.text.contains("http://g:1/") && host.text == "Host: h\r\n" ? Part("Host: g:1\r\n") : host
        let parts = [line, host, field, frame]
        return Case(
            text: line.text + host.text + field.text + frame.text + "\r\n" + frame.rest,
            flaws: Set(parts.compactMap(\.flaw)), body: frame.body)
    }

    private static func make(_ line: Part, _ host: Part) -> Case { make(line, host: host) }

    private static func right(_ texts: String...) -> [Part] { texts.map { Part($0) } }

    private static func wrong(_ flaw: RequestRefusal, _ texts: String...) -> [Part] {
        texts.map { Part($0, flaw) }
    }

    private static func targets(_ flaw: RequestRefusal?, _ texts: String...) -> [Part] {
        texts.map { Part("GET \($0) HTTP/1.1\r\n", flaw) }
    }

    static let requestLines = [
        targets(
            nil, "/", "/a", "/a?b=c", "/%41%c3%a9", "/a;b=c", "/~a!$&'()*+,=:@", "/a//b", "/a?", "http://h/a",
            "HTTP://H"),
        right("\r\nGET /a HTTP/1.1\r\n", "DELETE /a HTTP/1.1\r\n", "OPTIONS /a HTTP/1.1\r\n"),
        targets(
            .badTarget, "/..", "/a/../b", "/.", "/%2e%2e/a", "/%2E/a", "/a%2fb", "/a%5Cb", "/a\\b", "/a%00b",
            "/%", "/%a",
            "/%gg", "/%ff", "/%c0%af", "/%ed%a0%80", "/a#b", "/a%0d%0ab", "/a%7f", "a", "*", "h:80",
            "https://h/a",
            "//h/../a", "/a<b", "/a\"b", "/a{b", "/a^b", "/a|b", "/a`b"),
        targets(.badQuery, "/a?b=%00", "/a?b=%", "/a?b=1&b=2", "/a?b=%0a", "/a?%ff=1", "/a?b=[1]"),
        targets(.badHost, "http://g/a", "http://user@h/a", "http://h:81/a", "http:///a"),
        wrong(
            .badRequestLine, "GET  /a HTTP/1.1\r\n", "GET /a  HTTP/1.1\r\n", "GET /a HTTP/1.1 \r\n",
            " GET /a HTTP/1.1\r\n", "GET\t/a HTTP/1.1\r\n", "GET /a\tHTTP/1.1\r\n",
            "GET /a\u{0b}HTTP/1.1\r\n",
            "GET /a b HTTP/1.1\r\n", "GET /a HTTP/1.1\r\r\n", "GET\r\n", "GET /a\r\n", "GET /a HTTP/11\r\n",
            "GET /a HTTP/1.\r\n", "GET /a HTTP/1.1.1\r\n", "GET /a http/1.1\r\n", "GET /a XTTP/1.1\r\n",
            "GET /a HTTP/a.b\r\n", "GET /\u{e9} HTTP/1.1\r\n", "G\0T /a HTTP/1.1\r\n", "G@T /a HTTP/1.1\r\n",
            "GET /a\0 HTTP/1.1\r\n", "\r\n\r\nGET /a HTTP/1.1\r\n", "HTTP/1.1 200 OK\r\n"),
        wrong(
            .unknownVersion, "GET /a HTTP/1.0\r\n", "GET /a HTTP/2.0\r\n", "GET /a HTTP/1.2\r\n",
            "PRI * HTTP/2.0\r\n"),
        wrong(.unknownMethod, "get /a HTTP/1.1\r\n", "BREW /a HTTP/1.1\r\n", "PROPFIND /a HTTP/1.1\r\n"),
        wrong(.bareLineFeed, "GET /a HTTP/1.1\n", "\nGET /a HTTP/1.1\r\n"),
    ].flatMap(\.self)

    static let hosts = [
        right("Host: h\r\n", "host:h\r\n", "HOST: \t h \t\r\n", "Host: H\r\n"),
        wrong(.missingHost, "", "X-Host: h\r\n"),
        wrong(.repeatedHost, "Host: h\r\nHost: h\r\n", "Host: h\r\nhOST: g\r\n"),
        wrong(
            .badHost, "Host:\r\n", "Host: \r\n", "Host: h g\r\n", "Host: h,g\r\n", "Host: h/\r\n",
            "Host: user@h\r\n",
            "Host: h:\r\n", "Host: h:x\r\n", "Host: h:123456\r\n", "Host: [::1\r\n", "Host: ::1\r\n",
            "Host: h#\r\n",
            "Host: http://h\r\n", "Host: h\u{e9}\r\n", "Host: h%41\r\n"),
        wrong(.badField, "Host : h\r\n", "Host\t: h\r\n", "Host\r\n", "Host: h\0\r\n", "Host: h\rX: y\r\n"),
        wrong(.foldedField, "Host:\r\n h\r\n", " Host: h\r\n"),
        wrong(.bareLineFeed, "Host: h\n"),
    ].flatMap(\.self)

    static let fields = [
        right(
            "", "A: b\r\n", "A:b\r\n", "A:\r\n", "A: \t b c \t\r\n", "a!#$%&'*+-.^_`|~1: b\r\n",
            "A: \u{e9}\r\n",
            "A: b\r\nA: c\r\n", "Expect: 100-continue\r\n", "Expect: 100-Continue\r\n", "Early-Data: 1\r\n",
            "Connection: keep-alive, X\r\n", "Upgrade: h2c\r\n", "Proxy-Connection: close\r\n",
            "Content-Lengthy: 5\r\n", "X-Content-Length: 5\r\n", "Transfer-Encodings: chunked\r\n",
            "TE: trailers\r\n", "Trailer: A\r\n"),
        wrong(
            .badField, "A : b\r\n", "A\t: b\r\n", "A b: c\r\n", ": b\r\n", "A\r\n", "A: \0\r\n", "A\0: b\r\n",
            "A: b\rC: d\r\n", "A: b\r\r\n", "A: \u{07}\r\n", "A: \u{7f}\r\n", "A\u{e9}: b\r\n", "(A): b\r\n",
            "A: \u{0b}b\r\n", "A;: b\r\n", "Content-Length : 9\r\n", "Transfer-Encoding : chunked\r\n",
            "Transfer-Encoding\u{a0}: chunked\r\n", "\0Content-Length: 9\r\n", "A: b\u{1b}[2J\r\n"),
        wrong(
            .foldedField, "A: b\r\n c\r\n", "A: b\r\n\tc\r\n", " A: b\r\n", "A: b\r\n \r\n",
            "Transfer-Encoding:\r\n chunked\r\n"),
        wrong(.bareLineFeed, "A: b\n", "A: b\nB: c\r\n", "A:\n b\r\n"),
        wrong(.unknownExpectation, "Expect: 100\r\n", "Expect: x\r\n", "Expect: 100-continue, x\r\n"),
        wrong(.longHead, "A: " + String(repeating: "b", count: RequestLimits.head) + "\r\n"),
    ].flatMap(\.self)

    /// Header lines that frame the body, separated by bars, with the bytes after the header.
    private static func framing(
        _ lines: String, _ rest: String = "", body: String = "", _ flaw: RequestRefusal? = nil
    ) -> Part {
        var part = Part(lines.split(separator: "|").map { $0 + "\r\n" }.joined(), flaw)
        (part.rest, part.body) = (rest, body)
        return part
    }

    private static func lengths(_ flaw: RequestRefusal, _ values: String...) -> [Part] {
        values.map { framing("Content-Length: " + $0, "abc", flaw) }
    }

    private static func codings(_ flaw: RequestRefusal, _ values: String...) -> [Part] {
        values.map { framing("Transfer-Encoding: " + $0, "0\r\n\r\n", flaw) }
    }

    private static func chunks(_ rest: String, body: String = "") -> Part {
        framing("Transfer-Encoding: chunked", rest, body: body)
    }

    private static func chunks(_ flaw: RequestRefusal, _ rests: String...) -> [Part] {
        rests.map { framing("Transfer-Encoding: chunked", $0, flaw) }
    }

    static let framings = [
        [
            framing(""), framing("Content-Length: 0"), framing("Content-Length: 3", "abc", body: "abc"),
            framing("content-length:\t003 ", "abc", body: "abc"),
            framing("Content-Length: \(next.utf8.count)", next, body: next),
            chunks("0\r\n\r\n"), chunks("3\r\nabc\r\n0\r\n\r\n", body: "abc"),
            chunks("0003\r\nabc\r\n000\r\n\r\n", body: "abc"),
            chunks("A\r\n0123456789\r\n0\r\n\r\n", body: "0123456789"),
            chunks("3;a=b;c=\"d\"\r\nabc\r\n0;e\r\n\r\n", body: "abc"),
            chunks("3\r\n\r\n0\r\n0\r\n\r\n", body: "\r\n0"),
            chunks("1\r\na\r\n2\r\nbc\r\n0\r\nT: u\r\nV:\r\n\r\n", body: "abc"),
            framing("transfer-encoding:  CHUNKED\t", "0\r\n\r\n"),
        ],
        lengths(
            .repeatedLength, "3|Content-Length: 3", "3|Content-Length: 0", "0|content-LENGTH: 35",
            "3|A: b|Content-Length: 3"),
        lengths(
            .badLength, "3, 3", "3,0", "+3", "-3", "3.0", "3e0", "0x3", "", "3 3", "three", "\"3\"", "3;",
            "\u{0663}"),
        lengths(
            .longBody, "9223372036854775808", "18446744073709551619", String(repeating: "9", count: 99),
            "\(RequestLimits.body + 1)"),
        lengths(
            .lengthAndCoding, "3|Transfer-Encoding: chunked", "5|Transfer-Encoding: identity",
            "3|Content-Length: 3|Transfer-Encoding: chunked"),
        codings(.lengthAndCoding, "chunked|Content-Length: 0", "x|Content-Length: 3"),
        codings(
            .unknownCoding, "identity", "gzip", "gzip, chunked", "chunked, gzip", "chunked, chunked",
            "chunked,",
            ",chunked", "xchunked", "chunked;q=1", "\"chunked\"", "chun ked", "", "chunked identity",
            "x|Transfer-Encoding: chunked", "chunked|Transfer-Encoding: x",
            "chunked|transfer-encoding: chunked",
            "\u{a0}chunked", "chun\u{212a}ed"),
        chunks(
            .badChunk, "\r\n", "g\r\n", "-1\r\n", "+1\r\na\r\n", "0x1\r\na\r\n", " 1\r\na\r\n", "1 \r\na\r\n",
            "1 ;a\r\na\r\n", "1,\r\na\r\n", ";a\r\n", "1\r\nab\r\n", "1\r\na0\r\n\r\n", "1;\0\r\na\r\n",
            "1\r\r\na\r\n",
            "1\r\na\rb\r\n", "1;" + String(repeating: "a", count: RequestLimits.chunkLine) + "\r\na\r\n"),
        chunks(
            .bareLineFeed, "1\na\r\n", "1\r\na\n", "0\r\n\n", "1;a\nb\r\n", "2\r\na\r\n0\r\n\r\n"),
        chunks(
            .longBody, "fffffffff\r\n", "8000000000000003\r\n",
            "\(String(RequestLimits.body + 1, radix: 16))\r\n"),
        chunks(
            .badField, "0\r\nbad\r\n\r\n", "0\r\nA : b\r\n\r\n", "0\r\n: b\r\n\r\n", "0\r\nA: \0\r\n\r\n"),
        chunks(.foldedField, "0\r\n A: b\r\n\r\n", "0\r\nA: b\r\n c\r\n\r\n"),
    ].flatMap(\.self)
}
