import StrictJSON
import TestSupport
import Testing

@testable import Markers

@Suite("Text that went wrong")
struct JSONFuzzTests {
    /// Texts that are changed a little, byte by byte.
    private static let origins =
        AcceptedJSON.all.map(\.octets)
        + [MarkerText.full, "[\(MarkerText.small(1)),\(MarkerText.full)]"].map { Array($0.utf8) }

    private static func mutated(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = origins[Int.random(in: 0..<origins.count, using: &random)]
        let alphabet = Array("{}[],:\"\\u0189.-+eE \ntfn\u{0}é😀".utf8) + [0xff, 0xc0, 0xed, 0x80]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where place < bytes.count: bytes[place] = byte
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2: bytes.insert(byte, at: place)
            case 3: bytes.removeSubrange(place...)
            default:
                let other = origins[Int.random(in: 0..<origins.count, using: &random)]
                bytes.insert(contentsOf: other.prefix(60), at: place)
            }
        }
        return bytes
    }

    @Test("nothing traps, and what is accepted is written and read back the same", arguments: Seeds.few)
    func mutation(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var accepted = 0
        for _ in 0..<4000 {
            let bytes = Self.mutated(&random)
            let name = "seed \(seed): \(bytes)"
            let list = Result { () throws(JSONError) in
                try MarkerList([UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")])
            }
            guard let value = try? JSONValue(bytes) else { continue }
            accepted += 1
            var json = JSONWriter()
            Self.rewrite(value, &json)
            let again = try JSONValue(try json.take())
            try #require(Self.isSame(value, again), "\(name)")
            if !bytes.starts(with: JSONScanner.byteOrderMark) {
                #expect(throws: Never.self, "\(name)") { try list.get() }
            }
        }
        #expect(accepted > 100, "seed \(seed)")
    }

    /// Writes a value from its contents, not from its text.
    private static func rewrite(_ value: JSONValue, _ json: inout JSONWriter) {
        switch value.kind {
        case .null: json.null()
        case .bool: json.value(value.bool == true)
        case .string: json.value(value.string ?? "")
        case .number: value.double.map { json.value($0) } ?? json.value(value)
        case .array: json.array { json in for element in value.elements { rewrite(element, &json) } }
        case .object:
            json.object { json in
                for (name, value) in value.members {
                    json.key(name)
                    rewrite(value, &json)
                }
            }
        }
    }

    private static func isSame(_ a: JSONValue, _ b: JSONValue) -> Bool {
        a.kind == b.kind && a.bool == b.bool
            && a.string.map { Array($0.utf8) } == b.string.map { Array($0.utf8) }
            && a.double?.bitPattern == b.double?.bitPattern && a.elements.count == b.elements.count
            && zip(a.elements, b.elements).allSatisfy(isSame)
            && a.members.map { Array($0.name.utf8) } == b.members.map { Array($0.name.utf8) }
            && zip(a.members, b.members).allSatisfy { isSame($0.value, $1.value) }
    }

    @Test("half a megabyte of stack is enough for anything")
    func smallStack() {
        let bomb = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        let closed = bomb.prefix(50_000) + [UInt8](repeating: UInt8(ascii: "]"), count: 50_000)
        let accepted = onSmallStack {
            _ = try? JSONValue(bomb)
            _ = try? MarkerList(bomb)
            return try? JSONValue(Array(closed), options: JSONOptions(depth: .max)).elements.count
        }
        #expect(accepted == 1)
    }
}
