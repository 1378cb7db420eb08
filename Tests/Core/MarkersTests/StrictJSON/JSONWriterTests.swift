import Testing

@testable import Markers

@Suite("Writing")
struct JSONWriterTests {
    private static func text(_ openDepth: Int = 0, _ write: (inout JSONWriter) -> Void) throws -> String {
        var json = JSONWriter(openDepth: openDepth)
        write(&json)
        return String(decoding: try json.take(), as: UTF8.self)
    }

    @Test("members come in the order they are written, the outer ones on lines of their own where wished")
    func layout() throws {
        func write(_ json: inout JSONWriter) {
            json.object { json in
                json.member("b", 1)
                json.key("a")
                json.array { json in
                    json.value(SIMD3(1, 0.1, -0.0))
                    json.array { _ in }
                    json.null()
                }
                json.member("c", nil as String?)
                json.key("d")
                json.object { _ in }
            }
        }
        #expect(try Self.text(0, write) == #"{"b":1,"a":[[1.0,0.1,-0.0],[],null],"c":null,"d":{}}"#)
        #expect(
            try Self.text(1, write)
                == "{\n  \"b\": 1,\n  \"a\": [[1.0,0.1,-0.0],[],null],\n  \"c\": null,\n  \"d\": {}\n}")
    }

    @Test("text is escaped where it must be and reads back the same")
    func escapes() throws {
        let text =
            "\u{0}\u{1}\u{1f}\"\\/\n\r\t\u{8}\u{c}\u{7f}é\u{80}\u{9b}\u{a0}\u{61c}\u{61d}\u{200d}\u{200e}\u{2028}\u{2029}\u{202e}\u{202f}\u{2065}\u{2066}\u{2069}\u{206a}😀"
        let written = try Self.text { $0.value(text) }
        #expect(
            written
                == #""\u0000\u0001\u001f\"\\/\n\r\t\u0008\u000c\u007f\#u{e9}\u0080\u009b\#u{a0}\u061c\#u{61d}\#u{200d}\u200e\u2028\u2029\u202e\#u{202f}\#u{2065}\u2066\u2069\#u{206a}😀""#
        )
        #expect(try JSONValue(written).string == text)
    }

    @Test("a number that is not finite is refused", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(value: Double) throws {
        var json = JSONWriter()
        json.array { $0.value(SIMD3(1, value, 2)) }
        let error = #expect(throws: JSONError.self) { try json.take() }
        #expect(error?.code == .notFinite)
        #expect(throws: JSONError.self) { try json.drain { _ in } }
        #expect(String(decoding: json.bytes, as: UTF8.self) == "[[1.0,null,2.0]]")
    }

    @Test("what is written in pieces is the same as in one")
    func pieces() throws {
        var json = JSONWriter(openDepth: 1), pieces: [UInt8] = []
        json.array { json in
            for number in 0..<10 {
                json.value(number)
                try? json.drain { piece throws(JSONError) in pieces += piece }
            }
        }
        pieces += try json.take()
        #expect(
            String(decoding: pieces, as: UTF8.self)
                == (try Self.text(1) { json in json.array { for number in 0..<10 { $0.value(number) } } }))
    }

    @Test("a foreign value is written as it was read")
    func verbatim() throws {
        let value = try JSONValue(#"{"a":{ "n": 1.00, "t":"\u00e9" }}"#)["a"]
        #expect(try Self.text { json in value.map { json.value($0) } } == #"{ "n": 1.00, "t":"\u00e9" }"#)
    }
}
