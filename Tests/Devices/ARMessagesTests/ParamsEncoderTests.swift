import ARMessages
import StrictJSON
import Testing

@Suite("Types as content of messages")
struct ParamsEncoderTests {
    private struct Stroke: Codable, Equatable {
        struct Point: Codable, Equatable {
            var x, y: Double
            var pressure: Float?
        }
        enum Tool: String, Codable { case pen, brush }

        var name: String
        var tool: Tool
        var points: [Point]
        var layers: [String: Int]
        var isClosed: Bool
        var count: UInt64
        var raw: JSONValue
        var note: String?
    }

    private class Base: Codable {
        var a = 1
        init() {}
    }

    private final class Derived: Base {
        enum CodingKeys: String, CodingKey { case b }
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder.container(keyedBy: CodingKeys.self).superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("x", forKey: .b)
            try super.encode(to: container.superEncoder())
        }
    }

    private struct Silent: Codable {
        init() {}
        func encode(to encoder: any Encoder) {}
        init(from decoder: any Decoder) {}
    }

    private func text<Object: Encodable>(_ object: Object) throws -> String {
        let token = SessionToken(high: 0, low: 0)
        let message = try ARMessage(token: token, endpoint: "draw", object: object)
        return String(decoding: message.params?.text ?? [], as: UTF8.self)
    }

    @Test("nested objects, arrays, dictionaries, options and words are written, and read back the same")
    func roundTrip() throws {
        let stroke = Stroke(
            name: "a\"\\ä\u{1}😀", tool: .brush,
            points: [.init(x: 0.1, y: -1e300), .init(x: .leastNonzeroMagnitude, y: 0, pressure: 0.1)],
            layers: ["z": 1, "a": 2, "m": 3], isClosed: true, count: .max,
            raw: try JSONValue(#"{"z": [1.50]}"#))
        let token = SessionToken(high: 1, low: 2)
        let message = try ARMessage(token: token, endpoint: "draw", object: stroke)
        var reader = MessageReader()
        let back: Stroke = try reader.message(message.encoded()).object()
        // A value that was brought as text is written as that text.
        #expect(back == stroke)
        #expect(try text(["z": 1, "a": 2, "m": 3]) == #"{"a":2,"m":3,"z":1}"#)
        #expect(try text([1, nil, 3] as [Int?]) == "[1,null,3]")
        #expect(try text([[String]]()) == "[]")
        #expect(
            try text(7) == "7" && text("x") == #""x""# && text(false) == "false" && text(Int?.none) == "null")
        #expect(try text(Float(0.1)) == "0.1" && text(-0.5) == "-0.5")
        #expect(try text(Derived()) == #"{"b":"x","super":{"a":1}}"#)
    }

    @Test("numbers that JSON has not, and types that write nothing, are refused with their path")
    func refused() {
        func path<Object: Encodable>(_ object: Object) -> String? {
            do {
                _ = try text(object)
                return nil
            } catch EncodingError.invalidValue(_, let context) {
                return context.codingPath.map(\.stringValue).joined(separator: "/")
            } catch {
                return "\(error)"
            }
        }
        #expect(path(Stroke.Point(x: 1, y: .nan)) == "y")
        #expect(path([[1, Double.infinity]]) == "0/1")
        #expect(path(["a": Float.nan]) == "a")
        #expect(path([Silent()]) == "0")
        #expect(path(Silent())?.isEmpty == true)
    }
}
