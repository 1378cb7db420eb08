/// An answer that is made to be slow, to need much memory or to be taken for two.
struct BombCase: Sendable {
    let name: String
    /// The beginning, and the bytes that are repeated until the client hangs up or this many times.
    var head: String
    var piece: [UInt8] = []
    var times = 0
    /// The expected result: a code of the transport, or of the reader of markers.
    let expected: String
    /// True if its cost is asserted; if libcurl reads on until the request times out, it is only reported.
    var isBounded = true

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"
    /// The most bytes of an answer that a transport accepts.
    private static let most = 8 << 20

    private static func broken(_ name: String, _ fields: String, _ rest: String = "0\r\n\r\n") -> BombCase {
        BombCase(name: name, head: ok + fields + "\r\n" + rest, expected: "BAD_FRAMING")
    }

    /// Something that does not end.
    private static func endless(
        _ name: String, _ head: String, _ piece: String, _ expected: String = "TOO_LARGE",
        repeated count: Int = 1, isBounded: Bool = true
    ) -> BombCase {
        let piece = Array(String(repeating: piece, count: count).utf8)
        return BombCase(
            name: name, head: head, piece: piece, times: .max, expected: expected, isBounded: isBounded)
    }

    /// A document of nearly as many bytes as are accepted.
    private static func document(_ name: String, _ piece: String, _ expected: String) -> BombCase {
        let times = most / piece.utf8.count - 1
        let head = ok + "Content-Length: \(times * piece.utf8.count)\r\n\r\n"
        let bytes = Array(String(repeating: piece, count: times).utf8)
        return BombCase(name: name, head: head, piece: bytes, times: 1, expected: expected)
    }

    private static func list(_ name: String, _ element: String, _ expected: String) -> BombCase {
        let times = (most - 4) / (element.utf8.count + 1)
        let text = "[" + String(repeating: element + ",", count: times - 1) + element + "]"
        let head = ok + "Content-Length: \(text.utf8.count)\r\n\r\n"
        return BombCase(name: name, head: head, piece: Array(text.utf8), times: 1, expected: expected)
    }

    static let all = [
        broken("two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n"),
        broken("a length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"),
        broken("chunks in gzip", "Transfer-Encoding: gzip, chunked\r\n"),
        broken("no length", ""),
        BombCase(name: "a bare status line", head: "HTTP/1.1 200 OK\n\n{}", expected: "BAD_FRAMING"),
        BombCase(name: "a chunk of no size", head: chunked + "xyz\r\n", expected: "TRUNCATED"),
        BombCase(
            name: "a chunk beyond all sizes", head: chunked + "ffffffffffffffffff\r\n", expected: "TRUNCATED"),
        endless("fields", ok, "X: y\r\n", repeated: 1000),
        endless("one field", ok + "X: ", "yyyyyyyyyyyyyyyy", "TOO_LARGE", repeated: 1000),
        endless("a status line", "HTTP/1.1 200 ", "yyyyyyyyyyyyyyyy", "TOO_LARGE", repeated: 1000),
        endless("informational answers", "", "HTTP/1.1 102 Processing\r\n\r\n", repeated: 100),
        endless(
            "a gigabyte of a told length", ok + "Content-Length: 1000000000\r\n\r\n", "xxxxxxxxxxxxxxxx",
            repeated: 4096),
        endless(
            "a gigabyte in chunks", chunked, "10000\r\n" + String(repeating: "x", count: 1 << 16) + "\r\n"),
        endless("chunks of one byte", chunked, "1\r\nx\r\n", repeated: 4096),
        endless(
            "an extension of a chunk", chunked + "1;", "aaaaaaaaaaaaaaaa", "TIMEOUT", repeated: 4096,
            isBounded: false),
        endless("trailers", chunked + "0\r\n", "X: y\r\n", repeated: 1000),
        endless("one trailer", chunked + "0\r\nX: ", "yyyyyyyyyyyyyyyy", "TRUNCATED", repeated: 1000),
        BombCase(
            name: "gzip that nobody asked for",
            head: ok + "Content-Encoding: gzip\r\nContent-Length: 8000000\r\n\r\n",
            piece: [UInt8](repeating: 0, count: 1 << 16), times: .max, expected: "BAD_FRAMING"),
        document("nesting", "[", "TOO_DEEP"),
        document("nesting of objects", "{\"a\":", "TOO_DEEP"),
        document("blanks", " ", "UNEXPECTED_END"),
        list("no markers", "1", "WRONG_TYPE"),
        list("keys twice", "{\"a\":1,\"a\":1}", "DUPLICATE_KEY"),
    ]
}
