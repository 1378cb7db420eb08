import Foundation
import Markers
import TestSupport
import Testing

@Suite("Maps of ids")
struct IdentifierMapTests {
    private static func read(_ text: String) throws -> IdentifierMap {
        try IdentifierMap(Array(text.utf8))
    }

    private static let a = JoinScene.id(1).uuidString, b = JoinScene.id(2).uuidString
    private static let c = JoinScene.id(3).uuidString.lowercased(), d = JoinScene.id(4).uuidString

    @Test(
        "JSON and CSV say the same, in either case of letters",
        arguments: [
            "{\"\(a)\":\"\(c)\", \"\(b)\":\"\(d)\"}", "\u{feff}{\"\(a)\":\"\(c)\",\n\"\(b)\":\"\(d)\"}\n",
            "\(a),\(c)\n\(b),\(d)", "old,new\n\(a),\(c)\n\n\(b),\(d)\n",
            "\u{feff}OLD;New\r\n\"\(a)\" ; \"\(c)\"\r\n\(b);\(d)\r\n",
        ])
    func same(_ text: String) throws {
        #expect(
            try Self.read(text).pairs == [
                .init(old: JoinScene.id(1), new: JoinScene.id(3)),
                .init(old: JoinScene.id(2), new: JoinScene.id(4)),
            ])
    }

    @Test("what is no map is refused with its place")
    func refused() throws {
        let cases: [(String, IdentifierMapError)] = [
            ("\(Self.a),\(Self.c)\n\(Self.a),\(Self.d)", .repeated(JoinScene.id(1), .old, entry: 1)),
            ("\(Self.a),\(Self.c)\n\(Self.b),\(Self.c)", .repeated(JoinScene.id(3), .new, entry: 1)),
            ("\(Self.a),\(Self.c)\nx,\(Self.d)", .noIdentifier("x", .old, entry: 1, line: 2)),
            ("\(Self.a),", .noIdentifier("", .new, entry: 0, line: 1)),
            ("\(Self.a)", .fieldCount(1, line: 1)), ("\n\(Self.a),\(Self.c),1", .fieldCount(3, line: 2)),
            ("{\"a\":\"\(Self.c)\"}", .noIdentifier("a", .old, entry: 0, line: nil)),
            ("{\"\(Self.a)\":7}", .noIdentifier("7", .new, entry: 0, line: nil)),
        ]
        for (text, error) in cases { #expect(throws: error) { try Self.read(text) } }
        for text in ["{", "{\"\(Self.a)\":\"\(Self.c)\",\"\(Self.a)\":\"\(Self.d)\"}", "{} x"] {
            let error = #expect(throws: IdentifierMapError.self) { try Self.read(text) }
            guard case .json = error else {
                Issue.record("\(text) is no JSON")
                continue
            }
        }
        #expect(try Self.read("").pairs.isEmpty && Self.read("{}").pairs.isEmpty)
    }

    @Test("no bytes trap", arguments: Seeds.few)
    func garbage(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let start = Array("{\"\(Self.a)\":\"\(Self.c)\"}\nold,new\n\(Self.a),\(Self.c)".utf8)
        for _ in 0..<5000 {
            var bytes = Array(start[Int.random(in: 0..<start.count, using: &random)...])
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if let map = try? IdentifierMap(bytes) { #expect(map.pairs.count <= 2) }
        }
    }
}
