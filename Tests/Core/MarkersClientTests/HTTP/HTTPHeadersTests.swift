import MarkersClient
import Testing

@Suite("Header fields")
struct HTTPHeadersTests {
    @Test("A name is found in any case, and a value set replaces all of its name where the first stood")
    func names() {
        var headers: HTTPHeaders = ["ETag": "1", "x-a": "2", "etag": "3"]
        #expect(headers["eTaG"] == "1" && headers["x-b"] == nil && headers["[tag"] == nil)
        #expect(headers.values("etag") == ["1", "3"])
        headers["ETAG"] = "4"
        #expect(headers == ["ETAG": "4", "x-a": "2"])
        headers.append("X-A", "5")
        headers["etag"] = nil
        #expect(headers == ["x-a": "2", "X-A": "5"])
    }

    @Test("What an error tells is printable ASCII of bounded length")
    func detail() {
        let error = TransportError(
            .tls, mayHaveArrived: false, "a\u{1B}[31m\nü" + String(repeating: "x", count: 400))
        #expect(error.detail.hasPrefix("a?[31m??x") && error.detail.count == 300)
    }
}
