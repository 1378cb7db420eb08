import QuadGeometry
import StrictJSON
import Testing

@testable import Markers

/// Documents that other readers crash on, are slow with, change silently or misread, on a small stack.
@Suite("Documents that hurt")
struct TortureTableTests {
    /// A document, and its result: the code with which it is refused, or the text of one of its values.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: @Sendable () -> [UInt8]
        let code: JSONError.Code?

        init(_ name: String, _ code: JSONError.Code?, _ text: @autoclosure @escaping @Sendable () -> String) {
            (testDescription, self.code) = (name, code)
            self.text = { Array(text().utf8) }
        }

        init(_ name: String, _ code: JSONError.Code?, bytes: [UInt8]) {
            (testDescription, self.code) = (name, code)
            text = { bytes }
        }
    }

    private static func nested(_ depth: Int, _ open: String = "[", _ close: String = "]") -> String {
        String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)
    }

    static let rows = [
        Row("64 levels", nil, nested(64)), Row("65 levels", .tooDeep, nested(65)),
        Row("510 arrays, for which an Any takes seconds", .tooDeep, nested(510)),
        Row("513 objects", .tooDeep, nested(513, "{\"a\":", "}")),
        Row("a million levels", .tooDeep, nested(1_000_000)),
        Row("a million levels that never end", .tooDeep, String(repeating: "[{\"a\":", count: 500_000)),
        Row("NaN", .valueExpected, "[NaN]"), Row("Infinity", .valueExpected, "[Infinity]"),
        Row("-Infinity", .badNumber, "[-Infinity]"),
        Row("beyond doubles", nil, "1e400"), Row("far beyond doubles", nil, "-1e999999999999999999999"),
        Row("below doubles", nil, "1e-400"),
        Row("a million digits", nil, String(repeating: "7", count: 1_000_000)),
        Row("a comma too many", .keyExpected, "{\"version\":1,}"), Row("in an array", .valueExpected, "[1,]"),
        Row("a name twice", .duplicateKey, #"{"version":1,"version":2}"#),
        Row("a name twice, escaped", .duplicateKey, #"{"version":1,"\u0076ersion":2}"#),
        Row("an overlong slash", .badUTF8, bytes: [0x22, 0xc0, 0xaf, 0x22]),
        Row("a surrogate in UTF-8", .badUTF8, bytes: [0x22, 0xed, 0xa0, 0x80, 0x22]),
        Row("half a pair", .loneSurrogate, #"["\ud83d"]"#), Row("a bell", .controlCharacter, "[\"\u{7}\"]"),
        Row("NUL escaped", nil, #""\u0000""#), Row("NUL", .controlCharacter, "\"\0\""),
        Row("UTF-16", .valueExpected, bytes: [0xff, 0xfe, 0x5b, 0, 0x5d, 0]),
        Row("UTF-16 without a mark", .valueExpected, bytes: [0x5b, 0, 0x5d, 0]),
        Row("UTF-32", .valueExpected, bytes: [0, 0, 0xfe, 0xff, 0, 0, 0, 0x5b]),
        Row("a byte order mark", nil, "\u{feff}[]"), Row("two", .valueExpected, "\u{feff}\u{feff}[]"),
        Row("nothing", .unexpectedEnd, ""),
    ]

    @Test("are read or refused as they should", arguments: rows)
    func row(_ row: Row) {
        let code = onSmallStack { () -> JSONError.Code? in
            do throws(JSONError) {
                _ = try JSONValue(row.text()).double
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code == .some(row.code))
    }

    @Test("numbers of any length mean what they say")
    func numbers() throws {
        #expect(try JSONValue("1e400").double == nil)
        #expect(try JSONValue("1e-400").double == 0)
        #expect(try JSONValue("-1e-400").double?.sign == .minus)
        #expect(try JSONValue("0." + String(repeating: "3", count: 1_000_000)).double == 1.0 / 3)
        #expect(try JSONValue("1" + String(repeating: "0", count: 308)).double == 1e308)
        #expect(try JSONValue("1.0e2").integer == nil)
    }

    @Test("what an option lets in goes through byte for byte, at any depth", arguments: [512, 100_000])
    func deep(depth: Int) throws {
        let text = Array(Self.nested(depth, "[{\"a\": 1.0, \"b\":", "}]").utf8)
        let written = onSmallStack { () -> [UInt8]? in
            guard let value = try? JSONValue(text, options: JSONOptions(depth: 2 * depth)) else { return nil }
            var json = JSONWriter()
            json.value(value)
            return try? json.take()
        }
        #expect(written == .some(text))
    }

    @Test(
        "a version is a whole number of 64 bits, or the marker is refused",
        arguments: [
            ("9007199254740993", 9_007_199_254_740_993), ("-7", -7), ("9223372036854775807", .max),
            ("9223372036854775808", nil), ("\"3\"", nil), ("1.5", nil), ("1e400", nil),
        ] as [(String, Int64?)])
    func version(_ text: String, _ version: Int64?) throws {
        let list = try MarkerList(
            Array("[\(MarkerText.small(1).replacing("\"version\":1", with: "\"version\":\(text)"))]".utf8))
        #expect(list.markers.map(\.version) == (version == nil ? [] : [version]))
        #expect(list.refused.map(\.pointer) == (version == nil ? ["/0/version"] : []))
    }

    @Test("nothing in a foreign value changes: digits, signs, order, fractions of dates")
    func passthrough() throws {
        let foreign =
            #"{"z":1.0,"a":100.0,"n":-0.0,"big":12345678901234567890,"at":"2025-01-16T09:00:00.123456789Z"}"#
        let text = MarkerText.small(1).replacing("\"version\":1", with: "\"version\":1,\"meta\":\(foreign)")
        var marker = try Marker(Array(text.utf8))
        try marker.setQuad(try marker.quad.map { $0 + SIMD3(1, 0, 0) })
        #expect(marker.meta.map { String(decoding: $0.text, as: UTF8.self) } == foreign)
    }

    @Test("what the app widened from single precision is no difference")
    func widened() throws {
        let written = try JSONValue("0.10000000149011612").double
        #expect(written == Double(Float(0.1)))
        let quad = Quad([0.1, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0])
        var stored = quad
        stored.p1.x = try #require(written)
        #expect(StoredTolerance(magnitude: 1).allows(quad, stored))
    }

    @Test("names that only look alike are two names, before a list and behind it")
    func lookalikes() throws {
        let composed = "\u{e9}", decomposed = "e\u{301}"
        let list = try MarkerList(Array("{\"\(composed)\":1,\"markers\":[],\"\(decomposed)\":2}".utf8))
        #expect(list.markers.isEmpty)
        let value = try JSONValue("{\"\(composed)\":1,\"\(decomposed)\":2}")
        #expect(value[composed]?.integer == 1)
        #expect(value[decomposed]?.integer == 2)
        let escaped = #"{"\u00e9":1,"markers":[],"é":2}"#
        #expect(throws: JSONError.self) { try MarkerList(Array(escaped.utf8)) }
    }

    @Test("a slash or tilde in a name is escaped in pointers, an accent behind it or not")
    func pointers() {
        let error = #expect(throws: JSONError.self) { try JSONValue("{\"a/\u{301}~\u{301}\":x}") }
        #expect(error?.pointer.unicodeScalars.elementsEqual("/a~1\u{301}~0\u{301}".unicodeScalars) == true)
    }

    @Test("an element that comes byte by byte is looked at seldom enough")
    func pieces() throws {
        let text = Array("[\"\(String(repeating: "a", count: 100_000))\"]".utf8)
        var given = 0
        let window = ByteWindow(
            ByteSource { buffer throws(JSONError) in
                let count = min(1, buffer.count, text.count - given)
                buffer.copyBytes(from: text[given..<(given + count)])
                given += count
                return count
            }, holdsTaken: false)
        var looked = 0
        while !window.hasAll {
            looked += window.bytes.count
            try window.fill()
        }
        // One scan per byte for the first few thousand, then about nine for each byte.
        let prompt = 1 << 12
        #expect(looked < prompt * prompt / 2 + 10 * text.count)
    }
}
