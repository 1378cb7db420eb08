import ARMessages
import StrictJSON
import Testing

@Suite("Content of messages as types")
struct ParamsDecoderTests {
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
        var count: UInt8
        var raw: JSONValue
    }

    private func message(_ params: String) throws -> ARMessage {
        var reader = MessageReader()
        return try reader.message(Array(SampleMessage.payload(#"{"params":\#(params)}"#).utf8))
    }

    @Test("nested objects, arrays, dictionaries, options and words are decoded")
    func nested() throws {
        let text = #"""
            {"name":"a\u00e4","tool":"brush","points":[{"x":1,"y":-2.5},{"x":1e3,"y":0,"pressure":0.5}],
            "layers":{"top":3,"base":3.0},"isClosed":true,"count":255,"raw":{"z":[1.50]}}
            """#
        let stroke: Stroke = try message(text).object()
        #expect(stroke.name == "aä" && stroke.tool == .brush && stroke.isClosed && stroke.count == 255)
        #expect(stroke.points == [.init(x: 1, y: -2.5), .init(x: 1000, y: 0, pressure: 0.5)])
        #expect(stroke.layers == ["top": 3, "base": 3])
        #expect(String(decoding: stroke.raw.text, as: UTF8.self) == #"{"z":[1.50]}"#)
        #expect(try message("[1,null,3]").object(as: [Int?].self) == [1, nil, 3])
        #expect(try message("7").object(as: Double.self) == 7)
    }

    @Test("a type that the content is not of is refused with its path")
    func refused() throws {
        func path(_ text: String) throws -> String? {
            let message = try message(text)
            do {
                _ = try message.object(as: Stroke.Point.self)
                return nil
            } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
                return context.codingPath.map(\.stringValue).joined(separator: "/")
            } catch DecodingError.keyNotFound(let key, _) {
                return "no " + key.stringValue
            }
        }
        #expect(try path(#"{"x":1,"y":"2"}"#) == "y")
        #expect(try path(#"{"x":1,"y":null}"#) == "y")
        #expect(try path(#"{"x":1}"#) == "no y")
        #expect(try path("[]")?.isEmpty == true)
        #expect(try path(#"{"x":1,"y":2}"#) == nil)
        #expect(throws: DecodingError.self) { try message("300").object(as: UInt8.self) }
        #expect(throws: DecodingError.self) { try message("1.5").object(as: Int.self) }
        #expect(throws: DecodingError.self) { try message("1e39").object(as: Float.self) }
        #expect(throws: DecodingError.self) { try message("null").object(as: [Int].self) }
    }
}
